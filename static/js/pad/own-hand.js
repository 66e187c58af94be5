// Turns the form of one hand into its pad: the player counts, and sends the hand to the table. Attached by
// data-own-hand.

import { formatNumber } from "../figures.js";
import { Announcer, fill, textsOf } from "../messages.js";
import { FormDraft } from "./drafts.js";
import { Hand, TypeButton } from "./hand.js";

for (const form of document.querySelectorAll("[data-own-hand]")) attach(form);

function attach(form) {
  const texts = textsOf(form);
  const sendButton = document.querySelector("[data-send]");
  const draft = new FormDraft(form);
  const restored = draft.restore();
  const hand = new Hand(form.querySelector("[data-step]"), form.querySelector("[data-keys]"), texts);
  const typeButton = new TypeButton(texts, () => hand);
  const announcer = new Announcer(form);
  const hasProblem = Boolean(form.querySelector(".problem[role=alert]")); // then the button has the server's text

  hand.setTyped(restored ? restored.typed : hand.hasOnlyPoints);
  show();
  if (restored) draft.offerDiscard(form.querySelector("[data-notice]"), texts);
  form.addEventListener("input", () => {
    hand.clearError();
    draft.store({ typed: hand.isTyped });
    show();
    announcer.announce(() => hand.text);
  });
  document.body.classList.add("counting"); // the page is as high as the screen
  form.dataset.live = ""; // makes it visible
  if (hand.isTyped) hand.focus();

  function show() {
    hand.show();
    typeButton.show();
    if (!sendButton || hasProblem) return;
    sendButton.textContent = hand.sum === null ? texts.sendNothing : fill(texts.send, { sum: formatNumber(hand.sum) });
  }
}
