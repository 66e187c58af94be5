// Asks whether the server answers. Without a connection a reload would replace the page by the browser's error page,
// and `navigator.onLine` is true while only the server is away. Used by other modules.

const TIMEOUT = 4000;
const RETRY_AFTER = 5000;

export async function isServerUp(address = document.querySelector("[data-strip]")?.dataset.strip ?? location.href) {
  try {
    const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) };
    return (await fetch(address, options)).ok;
  } catch {
    return false;
  }
}

// Reloads a page that the browser has taken from its back-forward cache. isWanted: decides when the page is shown.
export function reloadIfRestored(reload = () => location.reload(), isWanted = () => true) {
  addEventListener("pageshow", ({ persisted }) => persisted && isWanted() && reloadWhenUp(reload));
}

// Once the server answers; not if the player continues on the page meanwhile: the server compares what is sent.
export async function reloadWhenUp(reload = () => location.reload()) {
  let isWanted = true;
  for (const type of ["input", "submit", "pagehide"]) addEventListener(type, () => (isWanted = false), { once: true });
  while (document.hidden || !(await isServerUp())) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    if (!isWanted) return;
  }
  if (isWanted) reload();
}
