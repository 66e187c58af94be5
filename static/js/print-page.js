// A button that prints the page; without JavaScript the browser's own menu does.

document.querySelectorAll("[data-print]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
});
