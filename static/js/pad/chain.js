// Ended on a 2? Then a player draws before counting. The pad asks beside who is out, and in the tray of the first hand;
// the answer stands above the hand of the player who draws, and in the review. The page that declares who is out asks,
// too.

import { button, element } from "../elements.js";
import { fill } from "../messages.js";

export class Chain {
  constructor(form, say, openQuestion) {
    this.say = say;
    this.box = form.querySelector("[data-chain]"); // none in most variants
    if (!this.box) return;
    this.cards = form.elements.chain_cards;
    this.drawers = [...form.querySelectorAll("[name=chain_drawer]")];
    this.explanation = this.box.querySelector("[data-chain-said]").textContent;
    this.questionText = this.box.querySelector("[data-chain-asked]").textContent;
    this.box.open = this.isDrawn;
    this.isChosen = Boolean(this.drawer); // else the next player in turn draws
    this.question = this.#button(openQuestion);
    this.#listen();
  }

  get isDrawn() {
    return Boolean(this.box) && Number(this.cards.value) > 0;
  }

  // The chip of the player who draws.
  get drawer() {
    return this.drawers.find((each) => each.checked && !each.disabled);
  }

  // Where no player went out there is no chain, and the server rejects one.
  get lacksDrawer() {
    return this.isDrawn && this.isOut && !this.drawer;
  }

  // Who draws how many; "" while that is not known.
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

  // `hands` are in counting order, so the first is next in turn.
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
    this.box.querySelector("[data-chain-said]").textContent = this.words || this.explanation;
    const isOpen = !this.cards.value.trim() && !first.isEntered && this.isOut;
    this.question.hidden = !isOpen;
    if (isOpen) first.tray.place.append(this.question);
    first.note.hidden = isOpen;
  }

  #listen() {
    listenToSteps(this.box, this.cards, (count) => this.#write(count));
    for (const each of this.drawers) each.addEventListener("input", () => (this.isChosen = true));
  }

  #write(count) {
    writeCount(this.box, this.cards, count);
    if (count <= 0) this.isChosen = false; // nobody draws
    this.cards.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #hint(hand) {
    const hint = element("p", "hint");
    hint.dataset.chainHint = "";
    hand.step.querySelector(".pad-head").before(hint);
    return hint;
  }

  #button(openQuestion) {
    const chip = button("chip", this.questionText);
    chip.addEventListener("click", () => {
      openQuestion();
      if (!this.isDrawn) this.#write(1); // a text field in focus would open the phone's keyboard over the question
    });
    return chip;
  }
}

// write: called with the new number of cards.
function listenToSteps(box, cards, write) {
  for (const step of box.querySelectorAll("[data-chain-step]")) {
    step.hidden = false;
    step.addEventListener("click", () => write(Number(cards.value) + Number(step.dataset.chainStep)));
  }
  box.querySelector("summary").addEventListener("click", (event) => {
    event.preventDefault();
    write(box.open ? 0 : 1);
  });
}

// No card is no chain: the question closes.
function writeCount(box, cards, count) {
  cards.value = count > 0 ? count : "";
  box.open = count > 0;
}

for (const form of document.querySelectorAll("[data-say-out]")) {
  const box = form.querySelector("[data-chain]");
  const cards = form.elements.chain_cards;
  if (box) listenToSteps(box, cards, (count) => writeCount(box, cards, count));
}
