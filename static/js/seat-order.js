// Who sits where, arranged without a round trip: add, take off, move, drag, shuffle. The server does the same for
// the same buttons where this module does not run.

import { dragByGrip } from "./drag-rows.js";
import { FirstDealer } from "./first-dealer.js";
import { RememberedNames } from "./remembered-names.js";
import { fill, liveRegion, textsOf } from "./says.js";

const USUAL_SEATS = 4;

class SeatOrder {
  constructor(form) {
    this.form = form;
    this.say = textsOf(form);
    this.most = Number(form.dataset.most);
    this.list = form.querySelector("[data-seats]");
    this.blank = this.rows[0].cloneNode(true);
    this.dealers = new FirstDealer(form.querySelector("[data-dealers]"), this.rows);
    this.remembered = new RememberedNames(form.querySelector("[data-remembered]"));
    this.news = liveRegion(form);

    form.addEventListener("click", (event) => this.#arrange(event));
    form.addEventListener("keydown", (event) => this.#enter(event));
    this.list.addEventListener("input", () => this.renumber());
    dragByGrip(this.list, { onMoved: () => this.renumber(), onDropped: (row) => this.#announce(row) });
    this.renumber();
  }

  get rows() {
    return [...this.list.querySelectorAll("[data-seat-row]")];
  }

  // Names of fields, labels and buttons follow the seats' places.
  renumber() {
    const { rows } = this;
    rows.forEach((row, place) => this.#number(row, place, rows.length - 1));
    const isFull = rows.length >= this.most;
    this.form.querySelector("[data-add]").disabled = isFull;
    this.dealers.follow(rows, (place) => fill(this.say.player, { number: place + 1 }));
    this.remembered.offer(rows.map(nameOf), { isFull: isFull && rows.every(nameOf) });
  }

  #number(row, place, last) {
    const number = place + 1;
    const name = nameOf(row) || this.say.seat;
    const field = nameField(row);
    field.id = `name-${place}`;
    field.placeholder = fill(this.say.player, { number });
    const label = row.querySelector(".field label");
    label.htmlFor = field.id;
    label.textContent = fill(this.say.name, { number });
    const wrong = row.querySelector(".wrong");
    if (wrong) wrong.id = `e-name-${place}`;
    if (wrong) field.setAttribute("aria-describedby", wrong.id);
    const team = row.querySelector(".team .unseen");
    if (team) team.textContent = fill(this.say.team, { number });
    const words = { up: this.say.up, down: this.say.down, drop: this.say.drop };
    for (const button of row.querySelectorAll("[data-move]")) {
      const { move } = button.dataset;
      button.value = `${move}:${place}`;
      button.disabled = (move === "up" && place === 0) || (move === "down" && place === last);
      button.querySelector(".unseen").textContent = fill(words[move], { name });
    }
  }

  #arrange(event) {
    const button = event.target.closest("button[name=arrange]");
    if (!button) return;
    event.preventDefault();
    const row = button.closest("[data-seat-row]");
    if ("add" in button.dataset) this.#add("")?.focus();
    else if ("shuffle" in button.dataset) this.#shuffle();
    else if (button.dataset.move === "drop") this.#drop(row);
    else if (button.dataset.move) this.#move(row, button);
    else if (this.#seat(button.textContent.trim())) this.remembered.focusNear(button);
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
    if (this.rows.length >= this.most) return null;
    const row = this.blank.cloneNode(true);
    row.querySelector(".wrong")?.remove();
    const field = nameField(row);
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
    field.defaultValue = "";
    field.value = name;
    const team = row.querySelector("select");
    if (team) team.selectedIndex = this.rows.length % 2;
    row.querySelector("[data-grip]").hidden = false;
    this.list.append(row);
    this.renumber();
    if (name) this.#announce(row);
    return field;
  }

  #drop(row) {
    const place = this.rows.indexOf(row);
    this.remembered.giveBack(nameField(row));
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
    (button.disabled ? row.querySelector("[data-move]:not(:disabled)") : button).focus();
    this.#announce(row);
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

function nameField(row) {
  return row.querySelector("input[name=name]");
}

function nameOf(row) {
  return nameField(row).value.trim();
}

for (const form of document.querySelectorAll("[data-seat-order]")) new SeatOrder(form);
