// Asking for the part of a page that changes, again and again while the page is visible.

const PATIENCE = 10000;
let left = 0; // when another page was requested

addEventListener("click", ({ target }) => target.closest("a[href]") && (left = Date.now()));
addEventListener("submit", (event) => event.defaultPrevented || (left = Date.now()));

// To another page, or this one anew. Not while one is on its way: on a slow network it would be called off every time.
export function leave(to) {
  if (Date.now() - left < PATIENCE) return;
  left = Date.now();
  if (to) location.assign(to);
  else location.reload();
}

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

// The part as it is now, and its tag; nothing where it still has this tag, or where the page is no longer what it was.
export async function newerThan(tag, address = location.pathname, onGone = leave) {
  const headers = { "X-Fragment": "1", ...(tag && { "If-None-Match": tag }) };
  // no-store: out of a cache a 304 would look like a 200 with the old text
  const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status === 304) return null;
  if (answer.status === 404 || answer.status === 403 || answer.redirected) return void onGone();
  if (!answer.ok) throw new Error(answer.status);
  const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { body, tag: answer.headers.get("ETag") };
}
