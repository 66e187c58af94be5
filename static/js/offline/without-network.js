// Playing on without a network, where the browser allows it (https or localhost): a worker caches the
// pages, the outbox stores what is saved meanwhile.

import { banner } from "./connection-banner.js";
import { drop, everything } from "./outbox.js";

const A_MOMENT = 1000;
const { serviceWorker: workers } = navigator;
const GAVE_UP = "#gave-up="; // so the choice of two versions leads back, where one's own is not wanted
const settled = [...document.querySelectorAll("[data-saved]")].map(({ dataset }) => dataset.saved);
if (location.hash.startsWith(GAVE_UP)) settled.push(decodeURIComponent(location.hash.slice(GAVE_UP.length)));

// Removes a stuck entry that its page has saved or discarded.
async function settle() {
  if (!settled.length) return;
  for (const entry of await everything()) {
    if (entry.stuck && settled.some((key) => isOf(key, entry))) await drop(entry.order);
  }
  if (location.hash.startsWith(GAVE_UP)) history.replaceState(history.state, "", location.pathname + location.search);
}

function isOf(key, { table, number }) {
  const [session, of] = key.split("/");
  return table.endsWith(session) && Number(of) === number;
}

async function begin() {
  await settle();
  await banner.show();
  countIn();
  if (banner.entries.length || banner.isAway) await banner.try();
}

// What a table’s page does without the server.
function countIn() {
  const isWanted = (banner.entries.length || banner.isAway) && document.querySelector("[data-sheet]");
  if (isWanted) import("./board.js").then(({ draw }) => draw(), () => {});
  if (document.querySelector("[data-waiting-sheet]")) import("./sheet.js").then(({ draw }) => draw(), () => {});
}

for (const lost of ["server-lost", "offline"]) (lost === "offline" ? window : document).addEventListener(lost, countIn);

// Once the board has changed, its page is cached again.
let timer = 0;
document.addEventListener("board-changed", () => {
  clearTimeout(timer);
  const keep = () => workers.controller?.postMessage({ keep: location.pathname });
  if (!banner.isAway) timer = setTimeout(keep, A_MOMENT);
});

// Lets the worker cache a page that was loaded without it, or by the previous one.
async function takeWorker() {
  const { worker } = document.querySelector("[data-worker]").dataset;
  const keep = { keep: location.pathname, hadWorker: Boolean(workers.controller) };
  if (keep.hadWorker) workers.addEventListener("controllerchange", () => workers.controller.postMessage(keep));
  try {
    await workers.register(worker, { updateViaCache: "none" });
  } catch {
    return;
  }
  const { active } = await workers.ready;
  const [arrival] = performance.getEntriesByType("navigation");
  if (!arrival?.workerStart) active.postMessage(keep);
}

begin();
takeWorker();
