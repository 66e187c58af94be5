// Shows the offer to continue a partly entered round (data-offer-draft), discards its draft (data-drop-draft), and
// deletes the draft of a saved round (data-saved).

import { dropDraft, dropSaved, dropStaleDrafts, readDraft } from "./drafts.js";

for (const { dataset } of document.querySelectorAll("[data-saved]")) dropSaved(dataset.saved);
dropStaleDrafts();

document.addEventListener("click", (event) => {
  const discard = event.target.closest("[data-drop-draft]");
  if (discard) dropDraft(discard.dataset.dropDraft);
});

function showOffers() {
  for (const offer of document.querySelectorAll("[data-offer-draft]")) {
    offer.hidden = !readDraft(offer.dataset.offerDraft);
  }
}

showOffers();
document.addEventListener("board-changed", showOffers);
window.addEventListener("pageshow", showOffers); // after going back from the pad
