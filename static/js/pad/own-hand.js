// Turns the plain fields of one hand into its pad: the player counts, and sends the sum to the table.

import { Speaker, fill, textsOf } from "../messages.js";
import { RoundDraft } from "./drafts.js";
import { Hand, TypeButton } from "./hand.js";

for (const form of document.querySelectorAll("[data-own-hand]")) attach(form);

function attach(form) {
  const say = textsOf(form);
  const send = document.querySelector("[data-send]");
  const draft = new RoundDraft(form);
  const restored = draft.restore();
  const hand = new Hand(form.querySelector("[data-step]"), form.querySelector("[data-keys]"), say);
  const typing = new TypeButton(say, () => hand);
  const speaker = new Speaker(form);
  const isOverruling = Boolean(form.querySelector(".problem[role=alert]"));

  hand.type(restored ? restored.typed : hand.isOnlyTyped);
  show();
  if (restored) draft.offerToStartOver(form.querySelector("[data-notice]"), say);
  form.addEventListener("input", () => {
    hand.forgetWrong();
    draft.keep({ typed: hand.isTyped });
    show();
    speaker.say(() => hand.words);
  });
  document.body.classList.add("counting"); // the page is as high as the screen
  form.dataset.live = ""; // from here on it may be seen

  function show() {
    hand.show();
    typing.show();
    if (!send || isOverruling) return;
    send.textContent = hand.sum === null ? say.sendNothing : fill(say.send, { sum: hand.sum });
  }
}
