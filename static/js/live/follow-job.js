// Shows the progress of a job while the page is visible, and reloads the page when the job has ended. Attached by
// data-job.

import { fetchIfChanged, navigate, poll } from "./polling.js";

const job = document.querySelector("[data-job]");
let tag = null;

if (job) poll(update, { every: 1500, afterError: 6000 });

async function update() {
  const changed = await fetchIfChanged(tag);
  if (!changed) return;
  if (!changed.body.querySelector("progress")) return navigate();
  job.replaceChildren(...changed.body.childNodes);
  tag = changed.tag;
}
