// Runs on every page: stores the time zone in a cookie, makes buttons with data-print print, starts the support for
// working without a network, and reloads a page that shows former settings of this phone.

import { reloadIfRestored } from "./server.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isStored = document.cookie.split("; ").includes(`turn8_zone=${zone}`);

if (zone && !isStored) {
  document.cookie = `turn8_zone=${zone}; path=/; max-age=${365 * 24 * 3600}; samesite=lax`;
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

if (isSecureContext && navigator.serviceWorker) import("./offline/without-network.js").catch(() => {});

// A page from the back-forward cache may have the theme or the vibration from before a change.
const { theme = "", vibrate = "" } = document.documentElement.dataset;
const settings = `${theme} ${vibrate}`;

const isOutdated = () => sessionStorage.getItem("turn8:look") !== settings;

reloadIfRestored(() => location.reload(), isOutdated);
addEventListener("pageshow", ({ persisted }) => persisted || sessionStorage.setItem("turn8:look", settings));
