// Adds, removes, moves and shuffles the seats of a new game, and draws the first dealer; without this module the server
// does it for the same buttons. Attached by data-seat-order.

import { fill, liveRegion, textsOf } from "./messages.js";

const MIN_ROWS = 4;
const COLOURS = 8;

class SeatOrder {
  constructor(form) {
    this.form = form;
    this.texts = textsOf(form);
    this.maxSeats = Number(form.dataset.most);
    this.list = form.querySelector("[data-seats]");
    for (const row of this.rows) showGrip(row);
    this.template = this.rows[0].cloneNode(true);
    this.knownPlayers = new KnownPlayers(form.querySelector("[data-known]"));
    this.status = liveRegion(form);

    form.addEventListener("click", (event) => this.#onClick(event));
    form.addEventListener("keydown", (event) => this.#onKeydown(event));
    this.list.addEventListener("input", () => this.update());
    dragByGrip(this.list, {
      onMoved: () => this.update(),
      onDropped: (row) => this.#announce(row),
      onTapped: (row) => this.#showMoves(row),
    });
    this.update();
  }

  get rows() {
    return [...this.list.querySelectorAll("[data-seat-row]")];
  }

  // Renames fields, labels and buttons after the positions of their rows.
  update() {
    const { rows } = this;
    const last = rows.length - 1;
    for (const [index, row] of rows.entries()) {
      updateRow(row, { index, last, texts: this.texts, colour: this.knownPlayers.colourOf(nameOf(row)) });
    }
    const isFull = rows.length >= this.maxSeats;
    this.form.querySelector("[data-add]").disabled = isFull;
    this.knownPlayers.showUnseated(rows.map(nameOf), { isFull: isFull && rows.every(nameOf) });
  }

  #onClick(event) {
    const button = event.target.closest("button[name=arrange]");
    if (!button || button.hasAttribute("formaction")) return;
    event.preventDefault();
    const row = button.closest("[data-seat-row]");
    button.closest("[popover]")?.hidePopover?.();
    if ("add" in button.dataset) this.#add("")?.focus();
    else if ("draw" in button.dataset) this.#draw();
    else if ("shuffle" in button.dataset) this.#shuffle();
    else if (button.dataset.move === "drop") this.#remove(row);
    else if (button.dataset.move) this.#move(row, button);
    else if (this.#seatPlayer(button.value.slice("add:".length))) this.knownPlayers.focusNextTo(button);
  }

  // Fills the name into the first empty row, or into a new one.
  #seatPlayer(name) {
    const empty = this.rows.find((row) => !nameOf(row));
    if (!empty) return this.#add(name);
    nameField(empty).value = name;
    this.update();
    this.#announce(empty);
    return nameField(empty);
  }

  #add(name) {
    const { rows } = this;
    if (rows.length >= this.maxSeats) return null;
    const row = this.template.cloneNode(true);
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
    this.update();
    if (name) this.#announce(row);
    return field;
  }

  #remove(row) {
    const index = this.rows.indexOf(row);
    row.remove();
    if (this.rows.length < Math.min(MIN_ROWS, this.maxSeats)) this.#add("");
    this.update();
    const next = this.rows[Math.min(index, this.rows.length - 1)];
    next.querySelector("[data-move=drop]").focus();
  }

  #move(row, button) {
    if (button.dataset.move === "up") row.previousElementSibling.before(row);
    else row.nextElementSibling.after(row);
    this.update();
    // At the end of the list the button is disabled: the other one gets the focus.
    (button.disabled ? row.querySelector("[data-moves] :enabled") : button).focus();
    this.#announce(row);
  }

  // For players who cannot drag: a tap on the grip shows the row's two arrows.
  #showMoves(row) {
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
    this.status.textContent = dealer.getAttribute("aria-label");
  }

  #shuffle() {
    const named = this.rows.filter(nameOf);
    const empty = this.rows.filter((row) => !nameOf(row));
    for (let last = named.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [named[last], named[other]] = [named[other], named[last]];
    }
    this.list.append(...named, ...empty);
    this.update();
    this.status.textContent = named.map((row, index) => `${nameOf(row)} ${index + 1}`).join(", ");
  }

  // Moves to the next row: Enter would start the game before all players are named.
  #onKeydown(event) {
    if (event.key !== "Enter" || event.target.name !== "name") return;
    event.preventDefault();
    const next = event.target.closest("[data-seat-row]").nextElementSibling;
    if (next) nameField(next).focus();
    else if (event.target.value.trim()) this.#add("")?.focus();
  }

  #announce(row) {
    this.status.textContent = `${nameOf(row)} ${this.rows.indexOf(row) + 1}`;
  }
}

// The buttons with the players of the group: each is shown while no seat has its name.
class KnownPlayers {
  constructor(container) {
    this.chips = [...container.querySelectorAll("[data-colour]")];
  }

  showUnseated(names, { isFull }) {
    const used = new Set(names.map(normalized));
    for (const chip of this.chips) {
      chip.hidden = used.has(nameOfChip(chip));
      chip.disabled = isFull;
    }
  }

  // The colour of a player of the group, also if the name is typed.
  colourOf(name) {
    return this.chips.find((chip) => nameOfChip(chip) === normalized(name))?.dataset.colour;
  }

  // Focuses the chip nearest to a hidden one.
  focusNextTo(chip) {
    const index = this.chips.indexOf(chip);
    const near = [...this.chips.slice(index), ...this.chips.slice(0, index).reverse()];
    near.find((each) => !each.hidden)?.focus();
  }
}

function nameOfChip(chip) {
  return normalized(chip.value.slice("add:".length));
}

function normalized(name) {
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

// The row can be dragged now; its two arrows are hidden until the grip is tapped.
function showGrip(row) {
  row.querySelector("[data-grip]").hidden = false;
  row.querySelector("[data-moves]").hidden = true;
}

// Sets ids, labels and disc after name and position. colour: of a player of the group; the row has one for new players.
function updateRow(row, { index, last, texts, colour }) {
  const name = nameOf(row);
  const disc = row.querySelector(".disc");
  disc.textContent = initials(name);
  disc.className = `disc colour-${colour ?? row.dataset.colour}`;
  updateFields(row, index, texts);
  updateButtons(row, { index, last, texts, name: name || texts.seat });
}

function updateFields(row, index, texts) {
  const number = index + 1;
  const field = nameField(row);
  field.id = `name-${index}`;
  field.placeholder = fill(texts.player, { number });
  const label = row.querySelector(".field label");
  label.htmlFor = field.id;
  label.textContent = fill(texts.name, { number });
  const wrong = row.querySelector(".wrong");
  if (wrong) wrong.id = `e-name-${index}`;
  if (wrong) field.setAttribute("aria-describedby", wrong.id);
  const team = row.querySelector(".team .unseen");
  if (team) team.textContent = fill(texts.team, { number });
}

function updateButtons(row, { index, last, texts, name }) {
  const dealer = dealerOf(row);
  dealer.value = index;
  dealer.setAttribute("aria-label", fill(texts.dealer, { name }));
  row.querySelector("[data-grip] .unseen").textContent = fill(texts.grip, { name });
  const labels = { up: texts.up, down: texts.down, drop: texts.drop };
  for (const button of row.querySelectorAll("[data-move]")) {
    const { move } = button.dataset;
    button.value = `${move}:${index}`;
    button.disabled = (move === "up" && index === 0) || (move === "down" && index === last);
    button.querySelector(".unseen").textContent = fill(labels[move], { name });
  }
}

// The first letters of the first two words, as in templates.
function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  return words.map((word) => [...word][0].toLocaleUpperCase()).slice(0, 2).join("");
}

// Drags rows by their grip, with a finger or a mouse. The dragged element itself is not moved in the document, its
// neighbours are: a moved element would lose the pointer. Calls onTapped after a tap without movement.
function dragByGrip(list, { onMoved, onDropped, onTapped }) {
  let row = null;
  let hasMoved = false;

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip || !event.isPrimary) return;
    event.preventDefault(); // otherwise text would be selected
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
