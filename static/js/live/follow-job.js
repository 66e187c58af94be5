// How far a job is, while the page is visible; when it has ended, the page as it is then.

import { keepLooking, leave, newerThan } from "./polling.js";

const place = document.querySelector("[data-job]");
let tag = null;

if (place) keepLooking(look, { every: 1500, afterError: 6000 });

async function look() {
  const newer = await newerThan(tag);
  if (!newer) return;
  if (!newer.body.querySelector("progress")) return leave();
  place.replaceChildren(...newer.body.childNodes);
  tag = newer.tag;
}
