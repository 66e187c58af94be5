// Supports scoring without a network, where the browser allows it (https or localhost): registers the service worker,
// which caches pages, and shows the pending changes of the outbox. Loaded by base.js; attached by data-worker,
// data-sheet and data-waiting-sheet.

import { banner } from "./connection-banner.js";
import { allEntries, removeEntry } from "./outbox.js";

const RECACHE_AFTER = 1000;
const { serviceWorker: workers } = navigator;
const DISCARDED = "#gave-up="; // in the address after a choice of two versions that discards the one of this phone
const resolved = [...document.querySelectorAll("[data-saved]")].map(({ dataset }) => dataset.saved);
if (location.hash.startsWith(DISCARDED)) resolved.push(decodeURIComponent(location.hash.slice(DISCARDED.length)));

// Removes rejected entries whose round has been saved or discarded on its page.
async function removeResolved() {
  if (!resolved.length) return;
  for (const entry of await allEntries()) {
    if (entry.stuck && resolved.some((key) => isKeyOf(key, entry))) await removeEntry(entry.order);
  }
  if (location.hash.startsWith(DISCARDED)) history.replaceState(history.state, "", location.pathname + location.search);
}

// key: "<session id>/<round>/…"
function isKeyOf(key, { table, number }) {
  const [session, round] = key.split("/");
  return table.endsWith(session) && Number(round) === number;
}

async function start() {
  await removeResolved();
  await banner.show();
  showPending();
  if (banner.entries.length || banner.isOffline) await banner.try();
}

// Adds pending changes to the page of a table, or to its score sheet.
function showPending() {
  const isWanted = (banner.entries.length || banner.isOffline) && document.querySelector("[data-sheet]");
  if (isWanted) import("./board.js").then(({ draw }) => draw(), () => {});
  if (document.querySelector("[data-waiting-sheet]")) import("./sheet.js").then(({ draw }) => draw(), () => {});
}

document.addEventListener("server-lost", showPending);
addEventListener("offline", showPending);

// Caches the page again after its board has changed.
let timer = 0;
document.addEventListener("board-changed", () => {
  clearTimeout(timer);
  const cache = () => workers.controller?.postMessage({ keep: location.pathname });
  if (!banner.isOffline) timer = setTimeout(cache, RECACHE_AFTER);
});

// The worker also caches this page if it was loaded without a worker, or by the previous one.
async function registerWorker() {
  const { worker } = document.querySelector("[data-worker]").dataset;
  const message = { keep: location.pathname, hadWorker: Boolean(workers.controller) };
  if (message.hadWorker) workers.addEventListener("controllerchange", () => workers.controller.postMessage(message));
  try {
    await workers.register(worker, { updateViaCache: "none" });
  } catch {
    return;
  }
  const { active } = await workers.ready;
  const [navigation] = performance.getEntriesByType("navigation");
  if (!navigation?.workerStart) active.postMessage(message);
}

start();
registerWorker();
