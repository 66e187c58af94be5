// Adds pending changes of this phone to the score sheet: its rounds, marked as pending, and the totals after them.

import { element } from "../elements.js";
import { textsOf } from "../messages.js";
import { of } from "./outbox.js";
import { standings } from "./score-sheet.js";
import { withWaiting } from "./waiting-rounds.js";

export async function draw() {
  const holder = document.querySelector("[data-waiting-sheet]");
  const entries = await of(holder.dataset.table);
  if (!entries.length) return;
  const { sheet, waits, isBehind } = withWaiting(JSON.parse(holder.dataset.waitingSheet), entries);
  if (isBehind) return; // the banner says how many there are
  const nothing = document.querySelector("[data-nothing]");
  if (nothing && waits.size) nothing.replaceWith(nothing.nextElementSibling.content);
  const table = document.querySelector(".round-sheet");
  if (table) fillIn(table, sheet, waits, textsOf(holder));
}

function fillIn(table, sheet, waits, say) {
  const seats = [...table.querySelectorAll("thead [data-seat]")].map((column) => column.dataset.seat);
  const sides = standings(sheet);
  const sideOf = (seat) => sides.find((side) => side.seats.includes(seat));
  for (const row of table.querySelectorAll("[data-round]")) {
    if (row.dataset.round > sheet.rounds.length || waits.has(Number(row.dataset.round))) row.remove();
  }
  sheet.rounds.forEach((played, place) => {
    const row = table.querySelector(`[data-round="${place + 1}"]`) ?? waiting(place + 1, played, { seats, sheet, say });
    if (!row.isConnected) put(row, table.tBodies[0]);
    writeTotals(row, seats.map((seat) => sideOf(seat).history[place + 1]));
  });
  writeTotals(table.tFoot.rows[0], seats.map((seat) => sideOf(seat).total));
}

// Before the first round that comes after it.
function put(row, body) {
  const later = [...body.rows].find((each) => Number(each.dataset.round) > row.dataset.round);
  body.insertBefore(row, later ?? null);
}

function writeTotals(row, totals) {
  row.querySelectorAll("td b").forEach((total, place) => (total.textContent = totals[place]));
}

function waiting(number, played, { seats, sheet, say }) {
  const row = element("tr");
  row.dataset.round = number;
  const head = element("th", "", `${number} `, element("small", "", say.waits));
  head.scope = "row";
  row.append(head, ...seats.map((seat) => cell(seat, played, sheet.rules, say)));
  return row;
}

function cell(seat, { hands, out }, { tally }, say) {
  const hand = hands.find((each) => each.seat === seat);
  if (!hand) return element("td", "", `${say.absent} `, element("b"));
  if (seat === out) return element("td", "out", `${say.out} `, element("b"));
  const count = tally === "wins" ? hand.cards || "·" : `+${hand.points ?? 0}`;
  return element("td", "", `${count} `, element("b"));
}
