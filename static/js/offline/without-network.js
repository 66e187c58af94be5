// Playing on without a network, where the browser lets a page do so (https, or this very machine): a worker keeps the
// pages, the outbox what is saved meanwhile.

import { banner } from "./connection-banner.js";
import { drop, everything } from "./outbox.js";

const A_MOMENT = 1000;
const { serviceWorker: workers } = navigator;
const GAVE_UP = "#gave-up="; // so the choice of two versions leads back, where one's own is not wanted
const settled = [...document.querySelectorAll("[data-saved]")].map(({ dataset }) => dataset.saved);
if (location.hash.startsWith(GAVE_UP)) settled.push(decodeURIComponent(location.hash.slice(GAVE_UP.length)));

// What was stuck and is saved now by its own page, or given up there, waits no longer.
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

// A table’s page without the server does by itself what it can.
function countIn() {
  const isWanted = (banner.entries.length || banner.isAway) && document.querySelector("[data-sheet]");
  if (isWanted) import("./board.js").then(({ draw }) => draw(), () => {});
  if (document.querySelector("[data-waiting-sheet]")) import("./sheet.js").then(({ draw }) => draw(), () => {});
}

for (const lost of ["server-lost", "offline"]) (lost === "offline" ? window : document).addEventListener(lost, countIn);

// What is kept is what is seen: once the board has changed, its page is kept anew.
let timer = 0;
document.addEventListener("board-changed", () => {
  clearTimeout(timer);
  const keep = () => workers.controller?.postMessage({ keep: location.pathname });
  if (!banner.isAway) timer = setTimeout(keep, A_MOMENT);
});

// What came past the worker, or through the one before it, is kept by it now.
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
