// What every page does: it gives the server this phone's time zone, its buttons for the printer print, and a row of
// cards scrolls to the one that gets the focus.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const known = document.cookie.split("; ").includes(`turn8_zone=${zone}`);

if (zone && !known) {
  document.cookie = `turn8_zone=${zone}; path=/; max-age=${365 * 24 * 3600}; samesite=lax`;
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

if (isSecureContext && navigator.serviceWorker) import("./offline/without-network.js").catch(() => {});

// A page out of the browser’s memory may be from before this phone was made dark, or stopped vibrating.
const { theme = "", vibrate = "" } = document.documentElement.dataset;
const look = `${theme} ${vibrate}`;

addEventListener("pageshow", ({ persisted }) => {
  if (persisted && navigator.onLine && sessionStorage.getItem("turn8:look") !== look) location.reload();
  else sessionStorage.setItem("turn8:look", look);
});
