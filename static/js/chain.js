// Ended on a 2? Then somebody draws before counting. Asked beside who is out, and in the tray of the first hand; the
// answer stands above the hand of whoever draws, and in the review.

import { fill } from "./says.js";

export class Chain {
  constructor(form, say, openQuestion) {
    this.say = say;
    this.box = form.querySelector("[data-chain]"); // none in most variants
    if (!this.box) return;
    this.cards = form.elements.chain_cards;
    this.drawers = [...form.querySelectorAll("[name=chain_drawer]")];
    this.how = this.box.querySelector("[data-chain-said]").textContent;
    this.asked = this.box.querySelector("[data-chain-asked]").textContent;
    this.box.open = this.isDrawn;
    this.isChosen = Boolean(this.drawer); // else the next player in turn draws
    this.question = this.#button(openQuestion);
    this.#listen();
  }

  get isDrawn() {
    return Boolean(this.box) && Number(this.cards.value) > 0;
  }

  // The chip of whoever draws.
  get drawer() {
    return this.drawers.find((each) => each.checked && !each.disabled);
  }

  // Where nobody went out there is no chain, and the server says so.
  get lacksDrawer() {
    return this.isDrawn && this.isOut && !this.drawer;
  }

  // Who draws how many; "" while nobody is known to.
  get words() {
    return this.#wordsIn(this.say.chain);
  }

  // The same once all hands are counted.
  get wordsAfter() {
    return this.#wordsIn(this.say.chainDrawn);
  }

  #wordsIn(sentence) {
    if (!this.isDrawn || !this.drawer) return "";
    const count = Number(this.cards.value) * Number(this.box.dataset.draws);
    return fill(sentence, { name: this.drawer.closest("label").querySelector(".name").textContent, count });
  }

  // `hands` stand in the order they are counted, so the first is next in turn.
  show(hands, first) {
    if (!this.box) return;
    const out = hands.find((hand) => hand.isOut);
    this.isOut = Boolean(out);
    for (const each of this.drawers) {
      each.disabled = each.value === out?.id;
      each.closest("label").hidden = each.disabled;
      if (!this.isChosen) each.checked = this.isDrawn && Boolean(out) && each.value === first.id;
    }
    for (const hand of hands) {
      const hint = hand.step.querySelector("[data-chain-hint]") ?? this.#hint(hand);
      hint.hidden = !this.words || this.drawer.value !== hand.id;
      hint.textContent = this.words;
    }
    this.box.querySelector("[data-chain-said]").textContent = this.words || this.how;
    const isAsked = !this.cards.value.trim() && !first.isEntered && this.isOut;
    this.question.hidden = !isAsked;
    if (isAsked) first.tray.place.append(this.question);
    first.note.hidden = isAsked;
  }

  #listen() {
    for (const button of this.box.querySelectorAll("[data-chain-step]")) {
      button.hidden = false;
      button.addEventListener("click", () => this.#write(Number(this.cards.value) + Number(button.dataset.chainStep)));
    }
    for (const each of this.drawers) each.addEventListener("input", () => (this.isChosen = true));
    this.box.querySelector("summary").addEventListener("click", (event) => {
      event.preventDefault();
      this.#write(this.box.open ? 0 : 1);
    });
  }

  // No card is no chain: the question closes, and nobody draws.
  #write(count) {
    this.cards.value = count > 0 ? count : "";
    this.box.open = count > 0;
    if (count <= 0) this.isChosen = false;
    this.cards.dispatchEvent(new Event("input", { bubbles: true }));
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
    button.className = "chip";
    button.textContent = this.asked;
    button.addEventListener("click", () => {
      openQuestion();
      if (!this.isDrawn) this.#write(1); // a text field in focus would open the phone's keyboard over the question
    });
    return button;
  }
}
