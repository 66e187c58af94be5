// What the standings say about a side, as StandingsRow.note of views/table/standings.py does. Used by board.js.

import { formatNumber, signed } from "../figures.js";
import { fill } from "../messages.js";
import { isOver, playing, sharingWith } from "./score-sheet.js";

// A text; "" for nothing. side: one that has not left.
export function noteOf(side, board) {
  const { sheet, known, texts } = board;
  const seats = sheet.seats.filter(({ id }) => side.seats.includes(id));
  if (side.eliminated) return fill(known.target.eliminated, { number: side.eliminated });
  const before = predecessorOf(seats, sheet);
  if (before) return fill(texts.playsOn, { name: known.names[before] });
  if (!sheet.rounds.length) return seats.some(({ start }) => start) ? startOf(seats, texts) : "";
  const missing = missingOf(side, board);
  return [lastOf(side, seats, missing, board), missing].filter(Boolean).join(", ");
}

// Whether the note says that a player of the side ended the last round; a gain is said instead.
export function isOutNoted(side, { rules, rounds }) {
  return side.seats.includes(rounds.at(-1)?.out) && !side.eliminated && !(rules.collects && side.change);
}

// What the last round was for the side: "out", "+13".
function lastOf(side, seats, missing, { sheet, known, texts }) {
  const { rules, rounds } = sheet;
  if (isOutNoted(side, sheet)) {
    return side.seats.length > 1 ? `${known.names[rounds.at(-1).out]} ${texts.out}` : texts.out;
  }
  if (side.change === null) {
    return seats.some(({ joined }) => joined > rounds.length) ? startOf(seats, texts) : texts.satOut;
  }
  if (rules.tally === "wins" || (missing && !side.change)) return "";
  const isPlace = rules.tally === "places" && side.seats.length === 1;
  return isPlace ? fill(texts.place, { number: String(side.change) }) : signed(side.change);
}

// "17 to go"; "" without a target.
function missingOf(side, { sheet, known, target }) {
  const points = target && !isOver(sheet) ? target.distance(sheet.rules, side) : 0;
  return points ? fill(known.target.missing, { points: formatNumber(points) }) : "";
}

function startOf(seats, texts) {
  return fill(texts.starts, { points: formatNumber(seats.reduce((sum, { start }) => sum + start, 0)) });
}

// The seat that one of these seats has taken over for the next round.
function predecessorOf(seats, sheet) {
  for (const seat of seats) {
    const sharing = sharingWith(seat, sheet.seats).map(({ id }) => id);
    if (sharing.length === 1) continue;
    const holders = [...sheet.rounds, null].map((_, index) => {
      return playing(sheet, index + 1).find(({ id }) => sharing.includes(id))?.id;
    });
    const before = holders.slice(0, -1).findLast(Boolean);
    if (before && before !== seat.id && holders.at(-1) === seat.id) return before;
  }
  return null;
}
