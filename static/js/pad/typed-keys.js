// The keys for typed points: digits, "+" and "±", and the points that this game had most. They write into the field,
// which a keyboard may write into, too. Loaded by hand.js.

const TERM = /^(.*?)([+−–-]?)(\d*)$/; // what stands before the term being typed, its sign, its digits
const MINUS = "−";

export class TypedKeys {
  constructor(field, template) {
    const parts = template.content.cloneNode(true);
    this.field = field;
    this.quick = parts.querySelector(".quick");
    this.pad = parts.querySelector(".pad");
    this.elements = [this.quick, this.pad];
    const deleteKey = parts.querySelector("[data-delete]");
    field.parentElement.append(deleteKey);
    for (const element of [deleteKey, ...this.elements]) {
      element.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
      element.addEventListener("click", (event) => this.#onKey(event.target.closest("button")));
    }
  }

  set hidden(isHidden) {
    for (const element of this.elements) element.hidden = isHidden;
    this.quick.hidden ||= this.quick.childElementCount === 0;
  }

  #onKey(key) {
    const value = key && this.#valueAfter(key.dataset);
    if (value === null || value === undefined) return;
    this.field.value = value;
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #valueAfter({ digit, place, figure, delete: isDelete, turn, plus }) {
    const value = this.field.value.replace(/\s/g, "");
    const [, before, sign, digits] = TERM.exec(value) ?? ["", value, "", ""];
    if (digit) return value + digit;
    if (place) return place;
    if (isDelete !== undefined) return value.slice(0, -1);
    if (turn !== undefined) return before + (/[−–-]/.test(sign) ? (before ? "+" : "") : MINUS) + digits;
    if (plus !== undefined) return digits ? `${value}+` : before && `${before}+`;
    if (figure) return before + (before && !figure.startsWith(MINUS) ? "+" : "") + figure;
    return null;
  }
}
