// Keeps the screen on while the page has something to look at. A phone lets go of the lock whenever the page is
// hidden, so it is taken again. Only over https; elsewhere nothing happens.

let lock = null;

async function follow() {
  const wanted = document.querySelector("[data-keep-awake]") !== null;
  if (!wanted) {
    await lock?.release();
    lock = null;
  } else if (document.visibilityState === "visible" && (!lock || lock.released)) {
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      lock = null; // the battery is low, or the page was hidden in the meantime
    }
  }
}

if (navigator.wakeLock) {
  follow();
  document.addEventListener("visibilitychange", follow);
  document.addEventListener("board-changed", follow);
}
