// The chain at the end of a round: how many cards, and which player draws for them before counting. The pad has the
// question beside who is out and in the tray of the first hand; it shows the answer above the hand of the player who
// draws, and in the review. Used by the pad; on the page that declares who is out, attached by data-say-out.

import { button, element } from "../elements.js";
import { fill } from "../messages.js";

export class Chain {
  constructor(form, texts, openQuestion) {
    this.texts = texts;
    this.box = form.querySelector("[data-chain]"); // none in most variants
    if (!this.box) return;
    this.cards = form.elements.chain_cards;
    this.drawers = [...form.querySelectorAll("[name=chain_drawer]")];
    this.explanation = this.box.querySelector("[data-chain-said]").textContent;
    this.questionText = this.box.querySelector("[data-chain-asked]").textContent;
    this.box.open = this.isDrawn;
    this.isCompared = Boolean(this.drawer); // otherwise the next player in turn draws
    this.question = this.#questionButton(openQuestion);
    this.#listen();
  }

  get isDrawn() {
    return Boolean(this.box) && Number(this.cards.value) > 0;
  }

  // The input of the player who draws.
  get drawer() {
    return this.drawers.find((each) => each.checked && !each.disabled);
  }

  // Where no player went out there is no chain, and the server rejects one.
  get lacksDrawer() {
    return this.isDrawn && this.isOut && !this.drawer;
  }

  // The player who draws and how many cards; "" while unknown.
  get text() {
    return this.#textFrom(this.texts.chain);
  }

  // The same once all hands are counted.
  get textAfter() {
    return this.#textFrom(this.texts.chainDrawn);
  }

  #textFrom(pattern) {
    if (!this.isDrawn || !this.drawer) return "";
    const count = Number(this.cards.value) * Number(this.box.dataset.draws);
    return fill(pattern, { name: this.drawer.closest("label").querySelector(".name").textContent, count });
  }

  // `hands` are in counting order, so the first is next in turn.
  show(hands, first) {
    if (!this.box) return;
    const out = hands.find((hand) => hand.isOut);
    this.isOut = Boolean(out);
    for (const each of this.drawers) {
      each.disabled = each.value === out?.id;
      each.closest("label").hidden = each.disabled;
      if (!this.isCompared) each.checked = this.isDrawn && Boolean(out) && each.value === first.id;
    }
    for (const hand of hands) {
      const hint = hand.step.querySelector("[data-chain-hint]") ?? this.#hint(hand);
      hint.hidden = !this.text || this.drawer.value !== hand.id;
      hint.textContent = this.text;
    }
    this.box.querySelector("[data-chain-said]").textContent = this.text || this.explanation;
    const isOpen = !this.cards.value.trim() && !first.isEntered && this.isOut;
    this.question.hidden = !isOpen;
    if (isOpen) first.tray.element.append(this.question);
    first.note.hidden = isOpen;
  }

  #listen() {
    attachStepper(this.box, this.cards, (count) => this.#setCount(count));
    for (const each of this.drawers) each.addEventListener("input", () => (this.isCompared = true));
  }

  #setCount(count) {
    writeCount(this.box, this.cards, count);
    if (count <= 0) this.isCompared = false; // no player draws
    this.cards.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #hint(hand) {
    const hint = element("p", "hint");
    hint.dataset.chainHint = "";
    hand.step.querySelector(".pad-head").before(hint);
    return hint;
  }

  #questionButton(openQuestion) {
    const chip = button("chip", this.questionText);
    chip.addEventListener("click", () => {
      openQuestion();
      if (!this.isDrawn) this.#setCount(1); // focus in the text field would open the phone's keyboard over the question
    });
    return chip;
  }
}

// Shows the buttons for one card more or less. setCount: called with the new number of cards.
function attachStepper(box, cards, setCount) {
  for (const step of box.querySelectorAll("[data-chain-step]")) {
    step.hidden = false;
    step.addEventListener("click", () => setCount(Number(cards.value) + Number(step.dataset.chainStep)));
  }
  box.querySelector("summary").addEventListener("click", (event) => {
    event.preventDefault();
    setCount(box.open ? 0 : 1);
  });
}

// Closes the question at 0.
function writeCount(box, cards, count) {
  cards.value = count > 0 ? count : "";
  box.open = count > 0;
}

for (const form of document.querySelectorAll("[data-say-out]")) {
  const box = form.querySelector("[data-chain]");
  const cards = form.elements.chain_cards;
  if (box) attachStepper(box, cards, (count) => writeCount(box, cards, count));
}
