// Applies pending changes to a table. `sheet`: the page's facts (score-sheet.js), and in
// `last` the last change, if it saved the last round. Entries: outbox.js.

import { typedSum } from "../pad/hand-text.js";
import { nextDeal, plays, pointsOf } from "./score-sheet.js";

const NOBODY = "none";

// Without entries that were undone, and without their undo.
export function inForce(entries) {
  const undone = new Set(entries.map((entry) => entry.of));
  return entries.filter(({ change, kind, of }) => {
    const isOwn = kind === "undo" && entries.some((entry) => entry.change === of);
    return !isOwn && !undone.has(change);
  });
}

// The resulting sheet, the numbers of pending rounds, and what "take back" would undo here; isBehind: the page
// is older than the pads, and lacks rounds before a pending one.
export function withWaiting(sheet, entries) {
  const waits = new Set();
  let after = sheet;
  let isBehind = false;
  for (const entry of inForce(entries)) {
    if (entry.kind === "undo") {
      if (entry.of !== sheet.last?.change) continue;
      after = { ...after, rounds: after.rounds.slice(0, -1), chosen: null };
    } else if (entry.number > after.rounds.length + 1) {
      isBehind = true;
    } else {
      const place = entry.number - 1;
      const played = roundOf(new Map(entry.fields), after, place);
      after = { ...after, rounds: after.rounds.toSpliced(place, 1, played), chosen: null };
      waits.add(entry.number);
    }
  }
  const own = inForce(entries).filter(({ kind }) => kind !== "undo").at(-1);
  const isTouched = entries.some(({ kind, of }) => kind === "undo" && of === sheet.last?.change);
  return { sheet: after, waits, isBehind, undoable: own ?? (isTouched ? null : sheet.last) };
}

// A round from its form; values still as rendered are replaced by the table's current ones.
export function roundOf(fields, sheet, place) {
  const before = { ...sheet, rounds: sheet.rounds.slice(0, place) };
  const deal = nextDeal(before);
  const asShown = fields.get("dealer") === fields.get("shown_dealer");
  const out = fields.get("out") === NOBODY ? null : fields.get("out");
  const playing = sheet.seats.filter((seat) => plays(seat, place + 1));
  return {
    dealer: (asShown && deal.dealer) || fields.get("dealer"),
    hand_size: Number(fields.get("hand_size")) || deal.handSize,
    out,
    hands: playing.map(({ id }) => ({ seat: id, ...handOf(id, fields, sheet.rules, id === out) })),
  };
}

function handOf(seat, fields, rules, isOut) {
  if (isOut) return { points: pointsOf({}, rules), cards: 0 };
  const typed = (fields.get(`points-${seat}`) ?? "").trim();
  const counts = Object.keys(rules.points).map((key) => [key, (fields.get(`cards-${seat}-${key}`) ?? "").trim()]);
  const cards = Object.fromEntries(counts.map(([key, count]) => [key, Number(count)]).filter(([, count]) => count > 0));
  const left = Object.values(cards).reduce((sum, count) => sum + count, 0);
  if (typed && !left) return { points: typedSum(typed), cards: null };
  if (!typed && counts.every(([, count]) => count === "")) return { points: null, cards: null };
  return { points: pointsOf(cards, rules), cards: left };
}
