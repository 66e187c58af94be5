// The screen stays on while the page has something to look at, and one tap fills it with the board.

const fullScreen = document.querySelector("[data-full-screen]");
let lock = null;

// A phone lets go of the lock whenever the page is hidden, so it is taken again. Only over https; elsewhere nothing
// happens.
async function keepAwake() {
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
  keepAwake();
  document.addEventListener("visibilitychange", keepAwake);
  document.addEventListener("board-changed", keepAwake);
}

// Where a browser cannot, or is all screen already, nothing is offered.
if (fullScreen && document.fullscreenEnabled) {
  fullScreen.hidden = false;
  fullScreen.addEventListener("click", () => {
    document.documentElement.requestFullscreen().catch(() => (fullScreen.hidden = true));
  });
}
