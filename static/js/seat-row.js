// One seat's row: names of its fields, its labels and its face follow who sits there and at which place.

import { fill } from "./says.js";

export function nameField(row) {
  return row.querySelector("input[name=name]");
}

export function nameOf(row) {
  return nameField(row).value.trim();
}

export function dealerOf(row) {
  return row.querySelector("input[name=first_dealer]");
}

// From now on the row is dragged; its two arrows wait under the grip.
export function takeGrip(row) {
  row.querySelector("[data-grip]").hidden = false;
  row.querySelector("[data-moves]").hidden = true;
}

// colour: that of a player whom the group knows; the chair has one for somebody new.
export function numberRow(row, { place, last, say, colour }) {
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
