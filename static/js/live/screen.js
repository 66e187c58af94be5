// Keeps the screen on while the page has an element with data-keep-awake, and shows the page in full screen by a
// button with data-full-screen.

const fullScreen = document.querySelector("[data-full-screen]");
let lock = null;

// A phone releases the lock when the page is hidden, so it is requested again. Browsers support it only over https.
async function keepAwake() {
  const isWanted = document.querySelector("[data-keep-awake]") !== null;
  if (!isWanted) {
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

// The button stays hidden where the browser does not support full screen.
if (fullScreen && document.fullscreenEnabled) {
  fullScreen.hidden = false;
  fullScreen.addEventListener("click", () => {
    document.documentElement.requestFullscreen().catch(() => (fullScreen.hidden = true));
  });
}
