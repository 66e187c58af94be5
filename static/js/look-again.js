// Asking for the part of a page that changes, again and again while the page is visible.

const PATIENCE = 10000;

// Looks at once, and again after so many milliseconds, or after as many as `look` says.
export function keepLooking(look, { every, afterError }) {
  let timer = 0;
  let looking = false;

  async function lookNow() {
    clearTimeout(timer);
    if (looking || document.hidden) return;
    looking = true;
    let wait = every;
    try {
      wait = (await look()) ?? every;
      document.dispatchEvent(new Event("server-seen"));
    } catch {
      wait = afterError;
      document.dispatchEvent(new Event("server-lost"));
    }
    looking = false;
    if (!document.hidden) timer = setTimeout(lookNow, wait);
  }

  document.addEventListener("visibilitychange", lookNow);
  addEventListener("online", lookNow);
  lookNow();
}

// The part as it is now, and its tag; nothing where it is still the one with this tag, or where the page is no longer
// what it was.
export async function newerThan(tag, address = location.pathname, gone = () => location.reload()) {
  const headers = { "X-Fragment": "1", ...(tag && { "If-None-Match": tag }) };
  // no-store: with a cache in between, a 304 would look like a 200 with the old text
  const answer = await fetch(address, {
    headers,
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.status === 304) return null;
  if (answer.status === 404 || answer.status === 403 || answer.redirected) return void gone();
  if (!answer.ok) throw new Error(answer.status);
  const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { body, tag: answer.headers.get("ETag") };
}
