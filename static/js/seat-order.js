// Adds, removes, moves and draws seats; without this module the server does it for the same buttons.

import { dragByGrip } from "./drag-rows.js";
import { RememberedNames } from "./remembered-names.js";
import { liveRegion, textsOf } from "./says.js";
import { dealerOf, nameField, nameOf, numberRow, takeGrip } from "./seat-row.js";

const USUAL_SEATS = 4;
const COLOURS = 8;

class SeatOrder {
  constructor(form) {
    this.form = form;
    this.say = textsOf(form);
    this.most = Number(form.dataset.most);
    this.list = form.querySelector("[data-seats]");
    for (const row of this.rows) takeGrip(row);
    this.blank = this.rows[0].cloneNode(true);
    this.remembered = new RememberedNames(form.querySelector("[data-known]"));
    this.news = liveRegion(form);

    form.addEventListener("click", (event) => this.#arrange(event));
    form.addEventListener("keydown", (event) => this.#enter(event));
    this.list.addEventListener("input", () => this.renumber());
    dragByGrip(this.list, {
      onMoved: () => this.renumber(),
      onDropped: (row) => this.#announce(row),
      onTapped: (row) => this.#unfold(row),
    });
    this.renumber();
  }

  get rows() {
    return [...this.list.querySelectorAll("[data-seat-row]")];
  }

  // Names of fields, labels and buttons follow the seats' places.
  renumber() {
    const { rows } = this;
    const last = rows.length - 1;
    for (const [place, row] of rows.entries()) {
      numberRow(row, { place, last, say: this.say, colour: this.remembered.colourOf(nameOf(row)) });
    }
    const isFull = rows.length >= this.most;
    this.form.querySelector("[data-add]").disabled = isFull;
    this.remembered.offer(rows.map(nameOf), { isFull: isFull && rows.every(nameOf) });
  }

  #arrange(event) {
    const button = event.target.closest("button[name=arrange]");
    if (!button || button.hasAttribute("formaction")) return;
    event.preventDefault();
    const row = button.closest("[data-seat-row]");
    button.closest("[popover]")?.hidePopover?.();
    if ("add" in button.dataset) this.#add("")?.focus();
    else if ("draw" in button.dataset) this.#draw();
    else if ("shuffle" in button.dataset) this.#shuffle();
    else if (button.dataset.move === "drop") this.#drop(row);
    else if (button.dataset.move) this.#move(row, button);
    else if (this.#seat(button.value.slice("add:".length))) this.remembered.focusNear(button);
  }

  // A name goes to the first empty chair, or to a new one.
  #seat(name) {
    const empty = this.rows.find((row) => !nameOf(row));
    if (!empty) return this.#add(name);
    nameField(empty).value = name;
    this.renumber();
    this.#announce(empty);
    return nameField(empty);
  }

  #add(name) {
    const { rows } = this;
    if (rows.length >= this.most) return null;
    const row = this.blank.cloneNode(true);
    row.querySelector(".wrong")?.remove();
    row.dataset.colour = (rows.at(-1).dataset.colour % COLOURS) + 1;
    const field = nameField(row);
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
    field.value = name;
    dealerOf(row).checked = false;
    const team = row.querySelector("select");
    if (team) team.selectedIndex = rows.length % 2;
    this.list.append(row);
    this.renumber();
    if (name) this.#announce(row);
    return field;
  }

  #drop(row) {
    const place = this.rows.indexOf(row);
    row.remove();
    if (this.rows.length < Math.min(USUAL_SEATS, this.most)) this.#add("");
    this.renumber();
    const next = this.rows[Math.min(place, this.rows.length - 1)];
    next.querySelector("[data-move=drop]").focus();
  }

  #move(row, button) {
    if (button.dataset.move === "up") row.previousElementSibling.before(row);
    else row.nextElementSibling.after(row);
    this.renumber();
    // At the end of the list the button is of no more use: its neighbour goes on.
    (button.disabled ? row.querySelector("[data-moves] :enabled") : button).focus();
    this.#announce(row);
  }

  // For whoever cannot drag: a grip that is tapped shows the row's two arrows.
  #unfold(row) {
    for (const each of this.rows) {
      const moves = each.querySelector("[data-moves]");
      moves.hidden = each !== row || !moves.hidden;
      each.querySelector("[data-grip]").setAttribute("aria-expanded", String(!moves.hidden));
    }
  }

  #draw() {
    const named = this.rows.filter(nameOf);
    if (!named.length) return;
    const dealer = dealerOf(named[Math.floor(Math.random() * named.length)]);
    dealer.checked = true;
    this.news.textContent = dealer.getAttribute("aria-label");
  }

  #shuffle() {
    const named = this.rows.filter(nameOf);
    const empty = this.rows.filter((row) => !nameOf(row));
    for (let last = named.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [named[last], named[other]] = [named[other], named[last]];
    }
    this.list.append(...named, ...empty);
    this.renumber();
    this.news.textContent = named.map((row, place) => `${nameOf(row)} ${place + 1}`).join(", ");
  }

  // Enter would deal before everybody is named: it goes to the next chair instead.
  #enter(event) {
    if (event.key !== "Enter" || event.target.name !== "name") return;
    event.preventDefault();
    const next = event.target.closest("[data-seat-row]").nextElementSibling;
    if (next) nameField(next).focus();
    else if (event.target.value.trim()) this.#add("")?.focus();
  }

  #announce(row) {
    this.news.textContent = `${nameOf(row)} ${this.rows.indexOf(row) + 1}`;
  }
}

for (const form of document.querySelectorAll("[data-seat-order]")) new SeatOrder(form);
