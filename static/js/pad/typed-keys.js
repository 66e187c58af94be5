// The keys for typed points: digits, "+" and "±", and chips with the points that this game had most. They write into the
// field, which a keyboard may write into, too. A chip completes an empty term, or replaces that of another chip, but never
// digits that were typed. Loaded by hand.js.

const TERM = /^(.*?)([+−–-]?)(\d*)$/; // what stands before the term being typed, its sign, its digits
const MINUS = "−";

export class TypedKeys {
  constructor(field, template) {
    const parts = template.content.cloneNode(true);
    this.field = field;
    this.valueFromChip = null; // while nothing is typed after it
    this.quick = parts.querySelector(".quick");
    this.pad = parts.querySelector(".pad");
    this.elements = [this.quick, this.pad];
    const deleteKey = parts.querySelector("[data-delete]");
    field.parentElement.append(deleteKey);
    for (const element of [deleteKey, ...this.elements]) {
      element.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
      element.addEventListener("click", (event) => this.#onKey(event.target.closest("button")));
    }
    field.addEventListener("input", () => this.#showChips());
    this.#showChips();
  }

  set hidden(isHidden) {
    for (const element of this.elements) element.hidden = isHidden;
    this.quick.hidden ||= this.quick.childElementCount === 0;
  }

  // What is typed before the term that a chip would complete.
  get valueBefore() {
    return this.#parts().before;
  }

  // The chips keep their place, so that the keys do not move under a finger.
  #showChips() {
    this.quick.classList.toggle("typing", !this.#canTakeChip());
  }

  #canTakeChip() {
    return this.#parts().digits === "" || this.field.value === this.valueFromChip;
  }

  #parts() {
    const value = this.field.value.replace(/\s/g, "");
    const [, before, sign, digits] = TERM.exec(value) ?? ["", value, "", ""];
    return { value, before, sign, digits };
  }

  #onKey(key) {
    const value = key && this.#valueAfter(key.dataset);
    if (value === null || value === undefined) return;
    this.valueFromChip = key.dataset.figure ? value : null;
    this.field.value = value;
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #valueAfter({ digit, place, figure, delete: isDelete, turn, plus }) {
    const { value, before, sign, digits } = this.#parts();
    if (digit) return value + digit;
    if (place) return place;
    if (isDelete !== undefined) return value.slice(0, -1);
    if (turn !== undefined) return before + (/[−–-]/.test(sign) ? (before ? "+" : "") : MINUS) + digits;
    if (plus !== undefined) return digits ? `${value}+` : before && `${before}+`;
    if (figure) return this.#canTakeChip() ? this.#withFigure(figure) : null;
    return null;
  }

  // A minus sign that was typed for an empty term is that of the figure.
  #withFigure(figure) {
    const { before, sign, digits } = this.#parts();
    if (figure.startsWith(MINUS)) return before + figure;
    if (!digits && /[−–-]/.test(sign)) return before + MINUS + figure;
    return before + (before ? "+" : "") + figure;
  }
}
