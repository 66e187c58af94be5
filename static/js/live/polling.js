// Polls the part of a page that changes while the page is visible.

const TIMEOUT = 10000;
let left = 0; // when another page was requested

addEventListener("click", ({ target }) => target.closest("a[href]") && (left = Date.now()));
addEventListener("submit", (event) => event.defaultPrevented || (left = Date.now()));

// Navigates or reloads. Not while a navigation is running: on a slow network each call would cancel it.
export function leave(to) {
  if (Date.now() - left < TIMEOUT) return;
  left = Date.now();
  if (to) location.assign(to);
  else location.reload();
}

// Runs `look` at once, and again after this interval (ms), or after the interval that `look` returns.
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

// The current part and its tag; nothing where the tag is unchanged, or the page no longer exists in this form.
export async function newerThan(tag, address = location.pathname, onGone = leave) {
  const headers = { "X-Fragment": "1", ...(tag && { "If-None-Match": tag }) };
  // no-store: out of a cache a 304 would look like a 200 with the old text
  const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
  if (answer.status === 304) return null;
  if (answer.status === 404 || answer.status === 403 || answer.redirected) return void onGone();
  if (!answer.ok) throw new Error(answer.status);
  const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { body, tag: answer.headers.get("ETag") };
}
