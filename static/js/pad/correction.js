// Shows the effect of a correction on the totals, and enables saving once a field has changed. Attached by
// data-correction.

import { element } from "../elements.js";
import { formatNumber } from "../figures.js";
import { fill, textsOf } from "../messages.js";
import { standings } from "../offline/score-sheet.js";
import { roundOf } from "../offline/waiting-rounds.js";
import { differs } from "./drafts.js";

class Correction {
  constructor(form) {
    this.form = form;
    this.texts = textsOf(form);
    this.sheet = JSON.parse(form.dataset.correction); // views/offline/board_json.py, and names
    this.index = Number(form.dataset.number) - 1;
    this.save = document.querySelector("[data-pad-bar] [data-save]");
    this.title = form.querySelector("#review");
    this.effect = form.querySelector("[data-effect]");
    this.question = [this.title?.textContent, this.effect.textContent];
    form.addEventListener("pad-shown", () => this.show());
    this.show();
  }

  // A page that was sent shows the typed values as its own.
  get isChanged() {
    const isCompared = ({ name, type, checked }) => name && type !== "hidden" && (type !== "radio" || checked);
    return "showsSentInput" in this.form.dataset || [...this.form.elements].some((field) => isCompared(field) && differs(field));
  }

  show() {
    const { texts, isChanged } = this;
    const played = roundOf(new Map(new FormData(this.form)), this.sheet, this.index);
    this.save.disabled = !isChanged;
    if (!this.form.querySelector("[data-warnings]")) this.save.textContent = this.#saveLabel(played);
    const shown = isChanged ? [texts.rightNow, this.#effectText(played)] : this.question;
    if (this.title) this.title.textContent = shown[0];
    this.effect.textContent = shown[1];
    for (const line of this.form.querySelectorAll("[data-review] [data-open-step]")) this.#markChange(line, played);
  }

  #saveLabel(played) {
    const step = this.form.querySelector(".step.hand:not([hidden])");
    const hand = step && played.hands.find(({ seat }) => seat === step.dataset.step);
    if (hand) return fill(this.texts.saveHand, { sum: sumOf(hand) ?? "–" });
    return this.isChanged ? this.texts.saveCorrection : this.texts.unchanged;
  }

  // "Eva-Lena: 304 becomes 263, place 6 becomes 5."
  #effectText(played) {
    const after = standings({ ...this.sheet, rounds: this.sheet.rounds.toSpliced(this.index, 1, played) });
    const changed = standings(this.sheet).flatMap((before) => {
      const now = after.find(({ seats }) => seats.join() === before.seats.join());
      if (now.total === before.total) return [];
      const sentence = now.rank === before.rank || !now.rank ? this.texts.becomes : this.texts.becomesAndRank;
      const name = before.seats.map((seat) => this.sheet.names[seat]).join(this.texts.and);
      const totals = { before: formatNumber(before.total), after: formatNumber(now.total) };
      return fill(sentence, { name, ...totals, one: before.rank, two: now.rank });
    });
    return changed.join(" ");
  }

  #markChange(line, played) {
    const ofSeat = ({ seat }) => seat === line.dataset.openStep;
    const [before, now] = [this.sheet.rounds[this.index], played].map(({ hands }) => sumOf(hands.find(ofSeat)));
    const sum = line.querySelector("b");
    const isChanged = before !== now && now !== null;
    line.classList.toggle("changed", isChanged);
    sum.querySelector("s")?.remove();
    if (!isChanged) return;
    sum.prepend(element("s", "", before ?? "–"), " ");
  }
}

// Points, or cards where they have none.
function sumOf(hand) {
  return hand?.points ?? hand?.cards ?? null;
}

for (const form of document.querySelectorAll("[data-correction]")) new Correction(form);
