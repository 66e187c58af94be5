// Drops the draft of a round the server has confirmed, and offers the one that is still half entered.

import { dropDraft, dropSaved, dropStaleDrafts, readDraft } from "./drafts.js";

for (const { dataset } of document.querySelectorAll("[data-saved]")) dropSaved(dataset.saved);
dropStaleDrafts();

document.addEventListener("click", (event) => {
  const giveUp = event.target.closest("[data-drop-draft]");
  if (giveUp) dropDraft(giveUp.dataset.dropDraft);
});

function offer() {
  for (const place of document.querySelectorAll("[data-offer-draft]")) {
    place.hidden = !readDraft(place.dataset.offerDraft);
  }
}

offer();
document.addEventListener("board-changed", offer);
window.addEventListener("pageshow", offer); // back from the pad, where something was entered
