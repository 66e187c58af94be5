// Polls the part of a page that changes, while the page is visible. Used by other modules.

const TIMEOUT = 10000;
const GONE = new Set([403, 404, 410]);
let navigatedAt = -Infinity; // when another page was requested

addEventListener("click", ({ target }) => target.closest("a[href]") && (navigatedAt = performance.now()));
addEventListener("submit", (event) => event.defaultPrevented || (navigatedAt = performance.now()));

// Navigates, or reloads without an address. Not while a navigation is running: on a slow network each call would
// cancel it.
export function navigate(address) {
  if (performance.now() - navigatedAt < TIMEOUT) return;
  navigatedAt = performance.now();
  if (address) location.assign(address);
  else location.reload();
}

// Calls `update` now, and again after `every` ms, or after the ms that `update` returns.
export function poll(update, { every, afterError }) {
  let timer = 0;
  let isUpdating = false;

  async function updateNow() {
    clearTimeout(timer);
    if (isUpdating || document.hidden) return;
    isUpdating = true;
    let pause = every;
    try {
      pause = (await update()) ?? every;
      document.dispatchEvent(new Event("server-seen"));
    } catch {
      pause = afterError;
      document.dispatchEvent(new Event("server-lost"));
    }
    isUpdating = false;
    if (!document.hidden) timer = setTimeout(updateNow, pause);
  }

  document.addEventListener("visibilitychange", updateNow);
  addEventListener("online", updateNow);
  updateNow();
}

// The current part and its tag; null where the tag is unchanged. Calls `onMissing` where the page no longer exists.
export async function fetchIfChanged(tag, address = location.pathname, onMissing = navigate) {
  const headers = { "X-Fragment": "1", ...(tag && { "If-None-Match": tag }) };
  // no-store: from a cache a 304 would look like a 200 with the old text
  const response = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
  if (response.status === 304) return null;
  if (GONE.has(response.status) || response.redirected) return void onMissing();
  if (!response.ok) throw new Error(response.status);
  const { body } = new DOMParser().parseFromString(await response.text(), "text/html");
  return { body, tag: response.headers.get("ETag") };
}
