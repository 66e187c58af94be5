// One tap, and the board fills the TV. Where a browser cannot, or is all screen already, nothing is offered.

const button = document.querySelector("[data-full-screen]");

if (button && document.fullscreenEnabled) {
  button.hidden = false;
  button.addEventListener("click", () => document.documentElement.requestFullscreen().catch(() => (button.hidden = true)));
}
