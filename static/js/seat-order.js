// Adds, removes, moves and draws seats; without this module the server does it for the same buttons.

import { fill, liveRegion, textsOf } from "./messages.js";

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

  // For players who cannot drag: a grip that is tapped shows the row's two arrows.
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

// The players this group knows, one tap away: a name is offered while nobody at the table has it.
class RememberedNames {
  constructor(place) {
    this.chips = [...place.querySelectorAll("[data-colour]")];
  }

  offer(names, { isFull }) {
    const used = new Set(names.map(folded));
    for (const chip of this.chips) {
      chip.hidden = used.has(nameOn(chip));
      chip.disabled = isFull;
    }
  }

  // What belongs to a player of the group, no matter who types the name.
  colourOf(name) {
    return this.chips.find((chip) => nameOn(chip) === folded(name))?.dataset.colour;
  }

  // The tapped chip is gone: the next one takes the focus.
  focusNear(chip) {
    const place = this.chips.indexOf(chip);
    const near = [...this.chips.slice(place), ...this.chips.slice(0, place).reverse()];
    near.find((each) => !each.hidden)?.focus();
  }
}

function nameOn(chip) {
  return folded(chip.value.slice("add:".length));
}

function folded(name) {
  return name.trim().toLocaleLowerCase();
}

function nameField(row) {
  return row.querySelector("input[name=name]");
}

function nameOf(row) {
  return nameField(row).value.trim();
}

function dealerOf(row) {
  return row.querySelector("input[name=first_dealer]");
}

// From now on the row is dragged; its two arrows wait under the grip.
function takeGrip(row) {
  row.querySelector("[data-grip]").hidden = false;
  row.querySelector("[data-moves]").hidden = true;
}

// Names of its fields, its labels and its face follow who sits there and at which place. colour: that of a player whom
// the group knows; the chair has one for a new player.
function numberRow(row, { place, last, say, colour }) {
  const name = nameOf(row);
  const disc = row.querySelector(".disc");
  disc.textContent = initials(name);
  disc.className = `disc who-${colour ?? row.dataset.colour}`;
  numberFields(row, place, say);
  nameButtons(row, { place, last, say, name: name || say.seat });
}

function numberFields(row, place, say) {
  const number = place + 1;
  const field = nameField(row);
  field.id = `name-${place}`;
  field.placeholder = fill(say.player, { number });
  const label = row.querySelector(".field label");
  label.htmlFor = field.id;
  label.textContent = fill(say.name, { number });
  const wrong = row.querySelector(".wrong");
  if (wrong) wrong.id = `e-name-${place}`;
  if (wrong) field.setAttribute("aria-describedby", wrong.id);
  const team = row.querySelector(".team .unseen");
  if (team) team.textContent = fill(say.team, { number });
}

function nameButtons(row, { place, last, say, name }) {
  const dealer = dealerOf(row);
  dealer.value = place;
  dealer.setAttribute("aria-label", fill(say.dealer, { name }));
  row.querySelector("[data-grip] .unseen").textContent = fill(say.grip, { name });
  const words = { up: say.up, down: say.down, drop: say.drop };
  for (const button of row.querySelectorAll("[data-move]")) {
    const { move } = button.dataset;
    button.value = `${move}:${place}`;
    button.disabled = (move === "up" && place === 0) || (move === "down" && place === last);
    button.querySelector(".unseen").textContent = fill(words[move], { name });
  }
}

// As on every disc: the first letters of the first two words.
function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  return words.map((word) => [...word][0].toLocaleUpperCase()).slice(0, 2).join("");
}

// Rows that are dragged by their grip, with a finger or a mouse. The row under the finger stays where it is in the
// page, its neighbours change sides: a moved element would lose the pointer. A grip that is only tapped says so.
function dragByGrip(list, { onMoved, onDropped, onTapped }) {
  let row = null;
  let hasMoved = false;

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip || !event.isPrimary) return;
    event.preventDefault(); // no text is selected
    row = grip.parentElement;
    hasMoved = false;
    row.classList.add("dragging");
    grip.setPointerCapture(event.pointerId);
  });

  list.addEventListener("pointermove", (event) => {
    if (!row || !moveTo(row, event.clientY)) return;
    hasMoved = true;
    onMoved();
  });

  const drop = () => {
    if (!row) return;
    row.classList.remove("dragging");
    if (hasMoved) onDropped(row);
    row = null;
  };
  list.addEventListener("pointerup", drop);
  list.addEventListener("pointercancel", drop);

  list.addEventListener("click", (event) => {
    const grip = event.target.closest("[data-grip]");
    const fromKeyboard = event.detail === 0;
    if (grip && (fromKeyboard || !hasMoved)) onTapped(grip.parentElement);
  });
}

function moveTo(row, y) {
  const [above, below] = [row.previousElementSibling, row.nextElementSibling];
  const isHigher = above && y < middle(above);
  const isLower = below && y > middle(below);
  if (isHigher) row.after(above);
  if (isLower) row.before(below);
  return isHigher || isLower ? moveTo(row, y) || true : false;
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return box.top + box.height / 2;
}

for (const form of document.querySelectorAll("[data-seat-order]")) new SeatOrder(form);
