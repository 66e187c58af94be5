// One seat's hand on the pad. The form's fields are the state; keys and tray show them. Used by other modules.

import { button, element } from "../elements.js";
import { formatNumber } from "../figures.js";
import { fill } from "../messages.js";
import { cardsInFigures, handInWords, typedSum, withoutLastSign } from "./hand-text.js";

const MAX_PER_CLASS = 999;
const VIBRATION = 10; // milliseconds
const MAX_SIDE_BY_SIDE = 6;

export class Hand {
  constructor(step, template, texts) {
    this.step = step;
    this.texts = texts;
    this.id = step.dataset.step;
    this.name = step.dataset.name;
    this.isOut = false;
    this.isTyped = false;
    this.tapOrder = []; // keys of the classes of the cards, in the order of the taps
    this.counts = new Map([...step.querySelectorAll("[data-class]")].map((field) => [field.dataset.class, field]));
    this.typed = step.querySelector("[data-typed] input"); // none where rounds won are counted
    this.isNegative = Boolean(step.querySelector("[data-negative]"));
    this.multipliers = [...step.querySelectorAll("[data-multiplier]")];
    this.ofRound = []; // checkboxes like those, of the whole round
    this.#build(template);
    for (const field of this.counts.values()) {
      if (!/^\d{0,4}$/.test(field.value.trim())) field.value = ""; // the pad cannot show or correct it
    }
    this.#restoreTapOrder();
  }

  get tally() {
    return this.keys.map((key) => ({ key, count: Number(this.counts.get(key.key).value) }));
  }

  get cards() {
    return this.isTyped ? [] : this.tally.filter(({ count }) => count > 0);
  }

  get isEntered() {
    if (this.isTyped) return this.points !== null;
    return [...this.counts.values()].some((field) => field.value.trim() !== "");
  }

  // null while nothing (or no sum) is typed, and where cards have no points.
  get points() {
    const points = this.pointsBefore;
    return points && points * this.factor;
  }

  // Before multipliers.
  get pointsBefore() {
    if (this.isTyped) return typedSum(this.typed.value, this.isNegative);
    if (this.keys.some((key) => key.points === null)) return null;
    return this.cards.reduce((sum, { key, count }) => sum + key.points * count, 0);
  }

  // The multipliers that apply.
  get applied() {
    return [...this.multipliers, ...this.ofRound].filter(({ checked }) => checked);
  }

  get factor() {
    return this.applied.reduce((product, { dataset }) => product * dataset.factor, 1);
  }

  // The number to show: points, or cards where they have none; null while nothing is entered.
  get sum() {
    if (!this.isEntered) return null;
    return this.points ?? this.cards.reduce((sum, { count }) => sum + count, 0);
  }

  // Where only rounds won are counted, hands need not be counted.
  get isOptional() {
    return !this.typed;
  }

  // Whether it has to be entered, or corrected, before the round can be saved.
  get isMissing() {
    return !this.isOut && ((!this.isEntered && !this.isOptional) || Boolean(this.step.querySelector(".wrong")));
  }

  get hasOnlyPoints() {
    return Boolean(this.typed?.value.trim()) && !this.tally.some(({ count }) => count > 0);
  }

  get text() {
    if (this.texts.place && this.isEntered) return fill(this.texts.place, { name: this.name, count: this.sum });
    return handInWords(this, this.texts);
  }

  get shortText() {
    const isSum = this.isTyped && /\d\s*[+−–-]/.test(this.typed.value);
    const parts = [isSum ? withoutLastSign(this.typed.value) : cardsInFigures(this.cards)];
    parts.push(...this.applied.map(({ dataset }) => `×${dataset.factor}: ${dataset.reason}`));
    return parts.filter(Boolean).join(" · ");
  }

  // A hand that is out keeps its counts, in case of a mistaken tap, but its fields are not sent.
  set out(isOut) {
    this.isOut = isOut;
    this.#updateDisabled();
  }

  // Switches between typed points and counted cards. Only the fields in use are sent; the others keep their values.
  setTyped(isTyped) {
    this.isTyped = Boolean((isTyped || !this.counts.size) && this.typed);
    this.typed?.closest("[data-typed]").toggleAttribute("hidden", !this.isTyped);
    this.tray.element.hidden = this.pad.hidden = this.isTyped;
    if (this.isTyped) this.digits ??= this.#loadDigits();
    this.digits?.then((digits) => (digits.hidden = !this.isTyped), () => (this.typed.inputMode = "text"));
    this.#updateDisabled();
    this.show();
  }

  switchMode() {
    this.setTyped(!this.isTyped);
    this.focus();
    this.#dispatchInput(this.typed);
  }

  // For a keyboard: the field while points are typed.
  focus() {
    (this.isTyped ? this.typed : this.heading).focus({ preventScroll: true });
  }

  show() {
    this.output.textContent = this.sum === null ? "–" : formatNumber(this.sum);
    this.output.classList.toggle("none", this.sum === null);
    this.output.classList.toggle("below", this.sum < 0);
    this.tray.show(this.tally);
    this.note.textContent = this.isEntered ? "" : this.texts.missing;
    for (const { key, count } of this.tally) key.show(count, this.counts.get(key.key).value.trim() !== "");
    for (const times of this.times) times.textContent = this.factor > 1 ? `×${this.factor}` : "";
    for (const key of this.step.querySelectorAll("[data-times]")) {
      key.setAttribute("aria-pressed", String(this.#multiplierOf(key).checked));
    }
  }

  // Removes the server's error message, as the player is correcting the hand.
  clearError() {
    this.step.querySelector(".wrong")?.remove();
    this.typed?.removeAttribute("aria-describedby");
    this.typed?.removeAttribute("aria-invalid");
  }

  #build(template) {
    const parts = template.content.cloneNode(true);
    this.heading = parts.querySelector(".pad-name");
    this.heading.textContent = this.name;
    this.heading.tabIndex = -1;
    this.output = parts.querySelector(".sum");
    this.pad = parts.querySelector(".pad");
    this.note = parts.querySelector("[data-tray-note]");
    this.tray = new Tray(parts.querySelector("[data-tray]"), this.texts.takeOne);
    this.keys = [...this.pad.querySelectorAll("[data-key]")].map((button) => new PadKey(button));
    this.pad.addEventListener("click", (event) => this.#onKey(event.target.closest("button")));
    this.tray.element.addEventListener("click", (event) => {
      const card = event.target.closest("[data-card]")?.dataset.card;
      if (card) this.#removeCard(card);
    });

    this.#removeFromErrorList();
    const legend = this.step.querySelector("legend");
    legend.className = "unseen"; // the pad's head shows the name
    legend.after(parts.querySelector(".pad-head"));
    this.step.append(parts);
    this.#buildTimes();
    this.step.dataset.live = "";
    this.step.querySelector("[data-counts]")?.setAttribute("hidden", "");
    this.typed?.addEventListener("change", () => (this.typed.value = withoutLastSign(this.typed.value)));
  }

  // A promise of the keys for typed points.
  async #loadDigits() {
    this.typed.inputMode = "none"; // no keyboard of the phone over these keys
    const { TypedKeys } = await import("./typed-keys.js");
    const digits = new TypedKeys(this.typed, document.querySelector("[data-digits]"));
    this.step.append(...digits.elements);
    digits.pad.addEventListener("click", (event) => this.#onKey(event.target.closest("button")));
    this.show();
    return digits;
  }

  // The trays show by what the hand is multiplied.
  #buildTimes() {
    this.times = [element("span", "times"), element("span", "times")];
    this.tray.element.append(this.times[0]);
    this.typed?.after(this.times[1]);
    for (const { parentElement } of this.multipliers) parentElement.hidden = true; // keys replace them
  }

  #multiplierOf(key) {
    return this.multipliers.find(({ dataset }) => dataset.multiplier === key.dataset.times);
  }

  // The step shows its error itself, so the list of errors above the form omits it.
  #removeFromErrorList() {
    const listed = document.querySelector(`[data-errors] a[href="#${this.step.id}"]`)?.closest("p");
    const list = listed?.parentElement;
    listed?.remove();
    if (list?.childElementCount === 0) list.remove();
  }

  #onKey(button) {
    if (!button) return;
    if (document.documentElement.dataset.vibrate !== "off") navigator.vibrate?.(VIBRATION);
    if (button.dataset.times) this.#multiplierOf(button).click();
    else if (button.dataset.key) this.#addCard(button.dataset.key);
    else if (button.dataset.count) this.#onChip(button);
    else if ("undo" in button.dataset) this.#removeCard(this.tapOrder.at(-1));
  }

  #addCard(key) {
    this.tapOrder.push(key);
    this.#setCount(key, Math.min(MAX_PER_CLASS, Number(this.counts.get(key).value) + 1));
  }

  // A chip sets the number of cards. "0" counts as entered, an empty field does not.
  #onChip(chip) {
    const key = chip.dataset.of;
    const count = Number(chip.dataset.count);
    this.tapOrder = [...this.tapOrder.filter((each) => each !== key), ...Array(count).fill(key)];
    this.#setCount(key, count);
  }

  #removeCard(key) {
    if (key) {
      this.tapOrder.splice(this.tapOrder.lastIndexOf(key), 1);
      this.#setCount(key, Number(this.counts.get(key).value) - 1 || "");
    } else {
      for (const each of this.counts.keys()) this.#setCount(each, ""); // only zeros are left
    }
  }

  #setCount(key, count) {
    const field = this.counts.get(key);
    field.value = count;
    this.#dispatchInput(field);
  }

  #dispatchInput(field) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #updateDisabled() {
    if (this.typed) this.typed.disabled = this.isOut || !this.isTyped;
    for (const field of this.counts.values()) field.disabled = this.isOut || this.isTyped;
    for (const field of this.multipliers) field.disabled = this.isOut;
  }

  // The order of taps is not stored: after a reload it is the order of the pad.
  #restoreTapOrder() {
    this.tapOrder = this.tally.flatMap(({ key, count }) => Array(count).fill(key.key));
  }
}

// The key of a class of cards: its points, name and count, and its chips in some variants.
class PadKey {
  constructor(button) {
    const { key, label, one, many, points } = button.dataset;
    Object.assign(this, { key, label, one, many });
    this.points = points === "" ? null : Number(points);
    this.isCostly = button.matches(".costly, .hot"); // the second name: pages cached before it was renamed
    this.badge = button.querySelector("em");
    this.chips = [...(button.closest(".class-row")?.querySelectorAll("[data-count]") ?? [])];
    for (const chip of this.chips) chip.dataset.of = key;
  }

  // `isEntered`: a 0 that was entered is not the same as an empty field.
  show(count, isEntered) {
    this.badge.hidden = count === 0;
    this.badge.textContent = count;
    for (const chip of this.chips) {
      chip.setAttribute("aria-pressed", String(isEntered && Number(chip.dataset.count) === count));
    }
  }
}

// The cards counted so far, in the order of the pad; a tap removes one. Elements of other cards stay, so that only a
// new card is animated. More cards than fit in one line are stacked by class: a second line would move the keys.
class Tray {
  constructor(element, removeLabel) {
    this.element = element;
    this.element.tabIndex = -1;
    this.removeLabel = removeLabel;
  }

  // `tally`: every class of the pad with its count, {key, count}.
  show(tally) {
    const focused = this.#minis().indexOf(document.activeElement);
    const isStacked = tally.reduce((sum, { count }) => sum + count, 0) > MAX_SIDE_BY_SIDE;
    let last = null;
    for (const { key, count } of tally) {
      last = this.#showClass({ key, count, minisWanted: isStacked ? Math.min(count, 1) : count, last });
    }
    if (focused >= 0 && !this.element.contains(document.activeElement)) {
      (this.#minis()[Math.max(0, focused - 1)] ?? this.element).focus({ preventScroll: true });
    }
  }

  #showClass({ key, count, minisWanted, last }) {
    const minis = this.#minis().filter((mini) => mini.dataset.card === key.key);
    while (minis.length > minisWanted) minis.pop().remove();
    while (minis.length < minisWanted) {
      const mini = this.#mini(key);
      const before = minis.at(-1) ?? last;
      if (before) before.after(mini);
      else this.element.prepend(mini);
      minis.push(mini);
    }
    const label = count > minisWanted ? `${key.label} ×${count}` : key.label;
    for (const mini of minis) {
      if (mini.textContent === label) continue;
      mini.textContent = label;
      mini.setAttribute("aria-label", fill(this.removeLabel, { card: label }));
    }
    return minis.at(-1) ?? last;
  }

  #mini(key) {
    const mini = button(key.isCostly ? "mini costly" : "mini");
    mini.dataset.card = key.key;
    return mini;
  }

  #minis() {
    return [...this.element.querySelectorAll("[data-card]")];
  }
}

// The button in the pad's head that switches between tapping cards and typing points.
export class TypeButton {
  // currentHand: a function that returns the open hand, or undefined.
  constructor(texts, currentHand) {
    this.texts = texts;
    this.currentHand = currentHand;
    this.button = document.querySelector("[data-type]"); // none where rounds won are counted
    this.button?.addEventListener("click", () => {
      currentHand().switchMode();
      this.show();
    });
  }

  show() {
    if (!this.button) return;
    const hand = this.currentHand();
    this.button.hidden = !hand;
    this.button.lastElementChild.textContent = hand?.isTyped ? this.texts.tap : this.texts.type;
    this.button.setAttribute("aria-label", hand?.isTyped ? this.texts.tapWhat : this.texts.typeWhat);
  }
}
