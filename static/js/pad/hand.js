// One seat's hand. The fields of the plain form are the state; keys and tray are drawn from them.

import { button } from "../elements.js";
import { fill } from "../messages.js";
import { cardsInFigures, handInWords, typedSum, withoutLastPlus } from "./hand-text.js";

const MOST_OF_A_CLASS = 999;
const A_TAP = 10; // milliseconds that the phone vibrates
const MOST_SIDE_BY_SIDE = 6;

export class Hand {
  constructor(step, template, say) {
    this.step = step;
    this.say = say;
    this.id = step.dataset.step;
    this.name = step.dataset.name;
    this.isOut = false;
    this.isTyped = false;
    this.tapped = []; // keys of the classes, in the order the cards were tapped
    this.counts = new Map([...step.querySelectorAll("[data-class]")].map((field) => [field.dataset.class, field]));
    this.typed = step.querySelector("[data-typed] input"); // none where rounds won are counted
    this.#build(template);
    for (const field of this.counts.values()) {
      if (!/^\d{0,4}$/.test(field.value.trim())) field.value = ""; // it could not be seen, nor mended, on the pad
    }
    this.#retrace();
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
    if (this.isTyped) return typedSum(this.typed.value);
    if (this.keys.some((key) => key.points === null)) return null;
    return this.cards.reduce((sum, { key, count }) => sum + key.points * count, 0);
  }

  // The number to show: points, or cards where they have none; null while nothing is entered.
  get sum() {
    if (!this.isEntered) return null;
    return this.points ?? this.cards.reduce((sum, { count }) => sum + count, 0);
  }

  // Where only rounds won are counted, the cards left are a courtesy.
  get isOptional() {
    return !this.typed;
  }

  get isOnlyTyped() {
    return Boolean(this.typed?.value.trim()) && !this.tally.some(({ count }) => count > 0);
  }

  get words() {
    return handInWords(this, this.say);
  }

  get figures() {
    return this.isTyped && this.typed.value.includes("+") ? this.typed.value : cardsInFigures(this.cards);
  }

  // A hand that is out keeps what was counted for it, should the finger have slipped, but sends nothing.
  set out(isOut) {
    this.isOut = isOut;
    this.#sendOneWay();
  }

  // Of the two ways only the one in use is sent; the other keeps what it holds.
  type(isTyped) {
    this.isTyped = Boolean(isTyped && this.typed);
    this.typed?.closest("[data-typed]").toggleAttribute("hidden", !this.isTyped);
    this.tray.place.hidden = this.pad.hidden = this.isTyped;
    this.#sendOneWay();
    this.show();
  }

  switchWay() {
    this.type(!this.isTyped);
    (this.isTyped ? this.typed : this.heading).focus({ preventScroll: true });
    this.#tell(this.typed);
  }

  show() {
    this.output.textContent = this.sum ?? "–";
    this.output.classList.toggle("none", this.sum === null);
    this.tray.show(this.tally);
    this.note.textContent = this.isEntered ? "" : this.say.missing;
    for (const { key, count } of this.tally) key.show(count, this.counts.get(key.key).value.trim() !== "");
  }

  // What the server found wrong is being mended.
  forgetWrong() {
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
    this.tray = new Tray(parts.querySelector("[data-tray]"), this.say.takeOne);
    this.keys = [...this.pad.querySelectorAll("[data-key]")].map((button) => new PadKey(button));
    this.pad.addEventListener("click", (event) => this.#press(event.target.closest("button")));
    this.tray.place.addEventListener("click", (event) => {
      const card = event.target.closest("[data-card]")?.dataset.card;
      if (card) this.#takeBack(card);
    });

    this.#takeOffList();
    const legend = this.step.querySelector("legend");
    legend.className = "unseen"; // the head says it to the eye
    legend.after(parts.querySelector(".pad-head"));
    this.step.append(parts);
    this.step.dataset.live = "";
    this.step.querySelector("[data-counts]").hidden = true;
    this.typed?.addEventListener("change", () => (this.typed.value = withoutLastPlus(this.typed.value)));
  }

  // What is wrong with it stands in the step itself; the list above the plain form does not repeat it.
  #takeOffList() {
    const listed = document.querySelector(`[data-errors] a[href="#${this.step.id}"]`)?.closest("p");
    const list = listed?.parentElement;
    listed?.remove();
    if (list?.childElementCount === 0) list.remove();
  }

  #press(button) {
    if (!button) return;
    if (document.documentElement.dataset.vibrate !== "off") navigator.vibrate?.(A_TAP);
    if (button.dataset.key) this.#add(button.dataset.key);
    else if (button.dataset.count) this.#set(button);
    else if ("undo" in button.dataset) this.#takeBack(this.tapped.at(-1));
  }

  #add(key) {
    this.tapped.push(key);
    this.#write(key, Math.min(MOST_OF_A_CLASS, Number(this.counts.get(key).value) + 1));
  }

  // A chip says how many there are, none included: "0" is entered, an empty field is not.
  #set(chip) {
    const key = chip.dataset.of;
    const count = Number(chip.dataset.count);
    this.tapped = [...this.tapped.filter((each) => each !== key), ...Array(count).fill(key)];
    this.#write(key, count);
  }

  #takeBack(key) {
    if (key) {
      this.tapped.splice(this.tapped.lastIndexOf(key), 1);
      this.#write(key, Number(this.counts.get(key).value) - 1 || "");
    } else {
      for (const each of this.counts.keys()) this.#write(each, ""); // only zeros were left
    }
  }

  #write(key, count) {
    const field = this.counts.get(key);
    field.value = count;
    this.#tell(field);
  }

  #tell(field) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #sendOneWay() {
    if (this.typed) this.typed.disabled = this.isOut || !this.isTyped;
    for (const field of this.counts.values()) field.disabled = this.isOut || this.isTyped;
  }

  // Which card was tapped last is known only while the page lives; then the pad's order must do.
  #retrace() {
    this.tapped = this.tally.flatMap(({ key, count }) => Array(count).fill(key.key));
  }
}

// A class of cards: its worth, its name, its count, and the chips of some variants.
class PadKey {
  constructor(button) {
    const { key, label, one, many, points } = button.dataset;
    Object.assign(this, { key, label, one, many });
    this.points = points === "" ? null : Number(points);
    this.isDangerous = button.classList.contains("hot");
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

// The cards counted so far, in the order of the pad; a tap removes one. Cards that stay are not drawn anew, so that
// only a new one lands. More than fit in its line lie in piles: a second line would move the keys.
class Tray {
  constructor(place, takeOne) {
    this.place = place;
    this.place.tabIndex = -1;
    this.takeOne = takeOne;
  }

  // `tally`: every class of the pad with its count, {key, count}.
  show(tally) {
    const focused = this.#minis().indexOf(document.activeElement);
    const inPiles = tally.reduce((sum, { count }) => sum + count, 0) > MOST_SIDE_BY_SIDE;
    let last = null;
    for (const { key, count } of tally) {
      last = this.#showClass({ key, count, minisWanted: inPiles ? Math.min(count, 1) : count, last });
    }
    if (focused >= 0 && !this.place.contains(document.activeElement)) {
      (this.#minis()[Math.max(0, focused - 1)] ?? this.place).focus({ preventScroll: true });
    }
  }

  #showClass({ key, count, minisWanted, last }) {
    const minis = this.#minis().filter((mini) => mini.dataset.card === key.key);
    while (minis.length > minisWanted) minis.pop().remove();
    while (minis.length < minisWanted) {
      const mini = this.#mini(key);
      const before = minis.at(-1) ?? last;
      if (before) before.after(mini);
      else this.place.prepend(mini);
      minis.push(mini);
    }
    const label = count > minisWanted ? `${key.label} ×${count}` : key.label;
    for (const mini of minis) {
      if (mini.textContent === label) continue;
      mini.textContent = label;
      mini.setAttribute("aria-label", fill(this.takeOne, { card: label }));
    }
    return minis.at(-1) ?? last;
  }

  #mini(key) {
    const mini = button(key.isDangerous ? "mini hot" : "mini");
    mini.dataset.card = key.key;
    return mini;
  }

  #minis() {
    return [...this.place.querySelectorAll("[data-card]")];
  }
}

// The button in the pad's head that leads from tapping the cards to typing the points, and back.
export class TypeButton {
  // `handNow` gives the hand that is open, or nothing.
  constructor(say, handNow) {
    this.say = say;
    this.handNow = handNow;
    this.button = document.querySelector("[data-type]"); // none where rounds won are counted
    this.button?.addEventListener("click", () => {
      handNow().switchWay();
      this.show();
    });
  }

  show() {
    if (!this.button) return;
    const hand = this.handNow();
    this.button.hidden = !hand;
    this.button.lastElementChild.textContent = hand?.isTyped ? this.say.tap : this.say.type;
    this.button.setAttribute("aria-label", hand?.isTyped ? this.say.tapWhat : this.say.typeWhat);
  }
}
