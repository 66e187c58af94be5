// Card values as rows of cards with one value: tap a card and then a row, or drag it there. The number fields of the
// ranks are the state, and stay for phones without a script. Attached by data-value-rows.

import { button, element } from "./elements.js";
import { fill, textsOf } from "./messages.js";

const FAR = 8; // pixels before a touch is a drag

class ValueRows {
  constructor(holder) {
    this.texts = textsOf(holder);
    this.fields = [...holder.querySelectorAll("[name^='value-']")];
    this.labels = new Map(this.fields.map((field) => [field, field.closest("label").textContent.trim()]));
    this.form = holder.closest("form");
    this.held = null; // the field of the card that is lifted
    this.note = element("p", "note");
    this.note.setAttribute("role", "status");
    this.list = element("ul", "value-rows");
    holder.querySelector(".rank-values").hidden = true;
    holder.querySelector("[data-plain-note]").hidden = true;
    holder.append(this.list, this.note);
    this.rows = this.#rowsOfFields();
    this.form.addEventListener("change", ({ target }) => ["deck_size", "jokers"].includes(target.name) && this.show());
    this.show();
  }

  // Fields of ranks that the chosen deck has.
  get inDeck() {
    const lowest = { 52: 2, 36: 6, 32: 7 }[this.form.elements.deck_size.value];
    const hasJokers = Number(this.form.elements.jokers.value) > 0;
    return this.fields.filter((field) => {
      const rank = rankOf(field);
      return rank === "JK" ? hasJokers : !(Number(rank) < lowest);
    });
  }

  show() {
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    const shown = new Set(this.inDeck);
    const rows = this.rows.filter(({ fields }) => fields.some((field) => shown.has(field)));
    this.list.replaceChildren(...rows.map((row) => this.#row(row, shown)), this.#newRow());
    this.note.textContent = this.held ? fill(this.texts.lifted, { card: this.labels.get(this.held) }) : this.texts.tap;
    if (focused) this.list.querySelector(`[data-focus="${focused}"]`)?.focus({ preventScroll: true });
  }

  // row: {worth, fields}; worth: a number as text, "" for cards that are only counted, "own" for their own number.
  put(field, row) {
    for (const other of this.rows) other.fields = other.fields.filter((each) => each !== field);
    row.fields.push(field);
    row.fields.sort((one, other) => this.fields.indexOf(one) - this.fields.indexOf(other));
    this.rows = this.rows.filter(({ fields }) => fields.length);
    this.held = null;
    this.#store();
  }

  #rowsOfFields() {
    const rows = new Map();
    for (const field of this.fields) {
      const worth = field.value.trim() === rankOf(field) ? "own" : field.value.trim();
      if (!rows.has(worth)) rows.set(worth, { worth, fields: [] });
      rows.get(worth).fields.push(field);
    }
    const order = ({ worth }) => (worth === "own" ? -Infinity : worth === "" ? -1e6 : Number(worth));
    return [...rows.values()].sort((one, other) => order(other) - order(one));
  }

  #store() {
    for (const { worth, fields } of this.rows) {
      for (const field of fields) field.value = worth === "own" ? rankOf(field) : worth;
    }
    this.show();
    this.form.dispatchEvent(new Event("input"));
  }

  #row(row, shown) {
    const tray = element("div", "row-tray");
    tray.append(...row.fields.filter((field) => shown.has(field)).map((field) => this.#card(field)));
    if (this.held && this.#accepts(row)) tray.append(this.#target(row));
    const item = element("li", "", tray, row.worth === "own" ? element("b", "worth", this.texts.own) : this.#worth(row));
    item.classList.toggle("into", Boolean(this.held) && this.#accepts(row));
    item.row = row;
    return item;
  }

  #newRow() {
    const row = { worth: "0", fields: [], isNew: true };
    const tray = element("div", "row-tray", this.held ? this.#target(row) : element("p", "", this.texts.newValue));
    tray.classList.add("empty");
    const item = element("li", this.held ? "into" : "", tray, element("b", "worth", "+"));
    item.row = row;
    return item;
  }

  #accepts(row) {
    return !row.fields.includes(this.held) && (row.worth !== "own" || /^\d+$/.test(rankOf(this.held)));
  }

  #card(field) {
    const card = button("rank-card", this.labels.get(field));
    card.dataset.focus = field.name;
    card.setAttribute("aria-pressed", String(this.held === field));
    card.addEventListener("click", () => {
      this.held = this.held === field ? null : field;
      this.show();
    });
    card.addEventListener("pointerdown", (event) => this.#drag(event, card, field));
    return card;
  }

  #target(row) {
    const card = this.labels.get(this.held);
    const target = button("row-target", fill(row.isNew ? this.texts.newHere : this.texts.here, { card }));
    target.addEventListener("click", () => this.#drop(this.held, row));
    return target;
  }

  #drop(field, row) {
    if (row.isNew) this.rows.unshift(row);
    const isNew = row.isNew;
    delete row.isNew;
    this.put(field, row);
    if (isNew) this.list.querySelector(`[data-focus="worth-${field.name}"]`)?.select();
  }

  #worth(row) {
    const input = element("input", "worth");
    input.value = row.worth;
    input.inputMode = "text";
    input.maxLength = 5;
    input.placeholder = this.texts.none;
    input.dataset.focus = `worth-${row.fields[0]?.name}`;
    input.setAttribute("aria-label", fill(this.texts.worth, { cards: row.fields.map((f) => this.labels.get(f)).join(" ") }));
    input.addEventListener("input", (event) => {
      event.stopPropagation();
      row.worth = input.value.trim().replace("−", "-");
      for (const field of row.fields) field.value = row.worth;
      this.form.dispatchEvent(new Event("input"));
    });
    return input;
  }

  #drag(down, card, field) {
    const move = (event) => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!card.classList.contains("dragged") && Math.hypot(x, y) < FAR) return;
      card.classList.add("dragged");
      card.style.translate = `${x}px ${y}px`;
    };
    const up = (event) => {
      card.removeEventListener("pointermove", move);
      if (!card.classList.contains("dragged")) return;
      card.classList.remove("dragged");
      card.style.translate = "";
      const row = document.elementsFromPoint(event.clientX, event.clientY).find(({ row: found }) => found)?.row;
      this.held = field;
      if (row && this.#accepts(row)) this.#drop(field, row);
      this.held = null;
      this.show();
      card.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
    };
    card.setPointerCapture(down.pointerId);
    card.addEventListener("pointermove", move);
    card.addEventListener("pointerup", up, { once: true });
    card.addEventListener("pointercancel", () => card.removeEventListener("pointermove", move), { once: true });
  }
}

function rankOf(field) {
  return field.name.slice("value-".length);
}

for (const holder of document.querySelectorAll("[data-value-rows]")) new ValueRows(holder);
