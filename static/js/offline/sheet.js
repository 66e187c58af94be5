// Adds pending changes of this phone to the score sheet: its rounds, marked as pending, and the totals, leaders,
// distances and progress after them, as views/words/score_sheet.py does.
// Attached by data-waiting-sheet, loaded by without-network.js.

import { element } from "../elements.js";
import { formatNumber, signed } from "../figures.js";
import { textsOf } from "../messages.js";
import { entriesOf } from "./outbox.js";
import { drawProgress } from "./progress.js";
import { gainsOf, isOver, standings } from "./score-sheet.js";
import { applyEntries } from "./waiting-rounds.js";

export async function draw() {
  const holder = document.querySelector("[data-waiting-sheet]");
  const entries = await entriesOf(holder.dataset.table);
  if (!entries.length) return;
  const known = JSON.parse(holder.dataset.waitingSheet);
  const { sheet, pending, isBehind } = applyEntries(known, entries);
  if (isBehind) return; // the banner shows how many there are
  const empty = document.querySelector("[data-nothing]");
  if (empty && pending.size) empty.replaceWith(empty.nextElementSibling.content);
  const table = document.querySelector(".round-sheet");
  if (table) fillTable(table, sheet, pending, textsOf(holder));
  drawProgress(known, sheet);
}

function fillTable(table, sheet, pending, texts) {
  const seats = [...table.querySelectorAll("thead [data-seat]")].map((column) => column.dataset.seat);
  const sides = standings(sheet);
  const sideOf = (seat) => sides.find((side) => side.seats.includes(seat));
  for (const row of table.querySelectorAll("[data-round]")) {
    if (row.dataset.round > sheet.rounds.length || pending.has(Number(row.dataset.round))) row.remove();
  }
  sheet.rounds.forEach((played, index) => {
    const number = index + 1;
    const row = table.querySelector(`[data-round="${number}"]`) ?? pendingRow(number, played, { seats, sheet, texts });
    if (!row.isConnected) insertRow(row, table.tBodies[0]);
    const before = sidesBeforeAdded(sheet, number) ?? sides;
    setTotals(row, seats.map((seat) => before.find((side) => side.seats.includes(seat)).history[number]));
  });
  setTotals(table.tFoot.rows[0], seats.map((seat) => sideOf(seat).total));
  if (texts.leads) drawLeaders(table, seats.map(sideOf), sheet, texts); // missing in pages cached by an older version
}

// Marks the columns of the leaders, and writes below the totals who leads or has won, and how far the others are behind.
function drawLeaders(table, columns, sheet, texts) {
  const leads = columns.map((side) => side.leads && sheet.rounds.length > 0);
  for (const row of table.querySelectorAll("thead tr, .starts, [data-round], tfoot tr")) {
    [...row.cells].slice(1).forEach((each, index) => each.classList.toggle("leads", leads[index]));
  }
  const best = columns.find((side) => side.leads)?.total ?? 0;
  const leader = isOver(sheet) ? texts.won : texts.leads;
  table.tFoot.querySelectorAll("td > small").forEach((note, index) => {
    const { rank, total } = columns[index];
    const behind = rank !== null && sheet.rounds.length > 0 ? signed(total - best) : "";
    note.textContent = leads[index] ? leader : behind;
  });
}

// The sides without the bonus and penalty points after a round, which have rows of their own; undefined without any.
function sidesBeforeAdded(sheet, number) {
  const isOther = ({ after }) => after !== number;
  if (sheet.seats.every(({ adjustments = [] }) => adjustments.every(isOther))) return undefined;
  const seats = sheet.seats.map((seat) => ({ ...seat, adjustments: seat.adjustments?.filter(isOther) }));
  return standings({ ...sheet, seats });
}

// In the order of the rounds.
function insertRow(row, body) {
  const later = [...body.rows].find((each) => Number(each.dataset.round) > row.dataset.round);
  body.insertBefore(row, later ?? null);
}

function setTotals(row, totals) {
  row.querySelectorAll("td b").forEach((total, index) => (total.textContent = formatNumber(totals[index])));
}

function pendingRow(number, played, { seats, sheet, texts }) {
  const row = element("tr");
  row.dataset.round = number;
  const head = element("th", "", `${number} `, element("small", "", texts.waits));
  head.scope = "row";
  row.append(head, ...seats.map((seat) => cell(seat, played, sheet.rules, texts)));
  return row;
}

function cell(seat, played, rules, texts) {
  const hand = played.hands.find((each) => each.seat === seat);
  if (!hand) return element("td", "", `${texts.absent} `, element("b"));
  const parts = cellParts(hand, played, rules, texts);
  return element("td", seat === played.out ? "out" : "", `${parts.join(" ")} `, element("b"));
}

// "out", "+12", both of a seat that collects, or the cards where wins are counted.
function cellParts({ seat, cards, points }, played, rules, texts) {
  const gain = signed(gainsOf(rules, played).get(seat));
  if (seat === played.out) return rules.collects ? [texts.out, gain] : [texts.out];
  if (rules.tally === "wins") return [cards || "·"];
  return [points === null ? "·" : gain];
}
