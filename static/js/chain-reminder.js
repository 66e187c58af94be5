// Ended on a 2? Then the next player draws before counting: the question waits in the tray of the hand that is
// counted first, and the answer stands at the top of the hand of whoever draws.

import { fill } from "./says.js";

export class ChainReminder {
  constructor(form, say, openQuestion) {
    this.form = form;
    this.say = say;
    this.box = form.querySelector("[data-chain]"); // none in most variants
    if (this.box) this.question = this.#button(openQuestion);
  }

  show(hands, first) {
    if (!this.box) return;
    const { chain_cards: cards, chain_drawer: drawer } = this.form.elements;
    const count = Number(cards.value) * Number(this.box.dataset.draws) || 0;
    for (const hand of hands) {
      const hint = hand.step.querySelector("[data-chain-hint]") ?? this.#hint(hand);
      hint.hidden = !count || drawer.value !== hand.id;
      hint.textContent = fill(this.say.chain, { name: hand.name, count });
    }
    const isAsked = !cards.value.trim() && !first.isEntered && hands.some((hand) => hand.isOut);
    this.question.hidden = !isAsked;
    if (isAsked) first.tray.place.append(this.question);
    first.note.hidden = isAsked;
  }

  #hint(hand) {
    const hint = document.createElement("p");
    hint.className = "hint";
    hint.dataset.chainHint = "";
    hand.step.querySelector(".pad-head").before(hint);
    return hint;
  }

  #button(openQuestion) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = this.box.querySelector("label").textContent;
    button.addEventListener("click", () => {
      openQuestion();
      this.box.querySelector("input").focus();
    });
    return button;
  }
}
