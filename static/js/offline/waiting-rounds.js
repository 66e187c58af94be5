// Applies pending changes to a table. Used by other modules. sheet: the facts of the page (score-sheet.js), and in
// `last` the last change, if it saved the last round. entries: outbox.js.

import { typedSum } from "../pad/hand-text.js";
import { hasRoundWinner, nextDeal, playing, pointsOf } from "./score-sheet.js";
import { shownIn } from "./shown.js";

const NO_PLAYER = "none";

// Without undone entries and the entries that undo them.
export function activeEntries(entries) {
  const undone = new Set(entries.map((entry) => entry.of));
  return entries.filter(({ change, kind, of }) => {
    const undoesEntry = kind === "undo" && entries.some((entry) => entry.change === of);
    return !undoesEntry && !undone.has(change);
  });
}

// The resulting sheet, the numbers of pending rounds, and the change that the undo button undoes. isBehind: the page is
// older than the pads, and lacks rounds before a pending one.
export function applyEntries(sheet, entries) {
  const pending = new Set();
  let result = sheet;
  let isBehind = false;
  for (const entry of activeEntries(entries)) {
    if (entry.kind === "undo") {
      if (entry.of !== sheet.last?.change) continue;
      result = { ...result, rounds: result.rounds.slice(0, -1), chosen: null };
    } else if (entry.number > result.rounds.length + 1) {
      isBehind = true;
    } else {
      const index = entry.number - 1;
      const played = roundOf(new Map(entry.fields), result, index);
      result = { ...result, rounds: result.rounds.toSpliced(index, 1, played), chosen: null };
      pending.add(entry.number);
    }
  }
  const own = activeEntries(entries).filter(({ kind }) => kind !== "undo").at(-1);
  const isLastUndone = entries.some(({ kind, of }) => kind === "undo" && of === sheet.last?.change);
  return { sheet: result, pending, isBehind, undoable: own ?? (isLastUndone ? null : sheet.last) };
}

// A round from its form; values still as rendered are replaced by the table's current ones.
export function roundOf(fields, sheet, index) {
  const { rules } = sheet;
  const deal = nextDeal({ ...sheet, rounds: sheet.rounds.slice(0, index) });
  const asShown = fields.get("dealer") === shownIn(fields).dealer;
  const out = hasRoundWinner(rules) ? outOf(fields) : null;
  const factor = factorOf("round", "multiplier", fields, rules);
  return {
    dealer: (asShown && deal.dealer) || fields.get("dealer"),
    hand_size: Number(fields.get("hand_size")) || deal.handSize,
    out,
    hands: playing(sheet, index + 1).map(({ id }) => ({ seat: id, ...handOf(id, fields, rules, { out, factor }) })),
  };
}

function outOf(fields) {
  const out = fields.get("out") ?? NO_PLAYER;
  return out === NO_PLAYER ? null : out;
}

// factor: that of the multipliers of the round.
function handOf(seat, fields, rules, { out, factor }) {
  if (seat === out) return { points: pointsOf({}, rules), cards: 0 };
  const { points, cards } = entered(seat, fields, rules);
  return { points: points && points * factor * factorOf("hand", `multiplier-${seat}`, fields, rules), cards };
}

// A hand before multipliers.
function entered(seat, fields, rules) {
  const typed = (fields.get(`points-${seat}`) ?? "").trim();
  const counts = Object.keys(rules.points).map((key) => [key, (fields.get(`cards-${seat}-${key}`) ?? "").trim()]);
  const cards = Object.fromEntries(counts.map(([key, count]) => [key, Number(count)]).filter(([, count]) => count > 0));
  const cardCount = Object.values(cards).reduce((sum, count) => sum + count, 0);
  if (typed && !cardCount) return { points: typedSum(typed, rules.negative), cards: null };
  if (!typed && counts.every(([, count]) => count === "")) return { points: null, cards: null };
  return { points: pointsOf(cards, rules), cards: cardCount };
}

// The product of the multipliers of a hand or a round that are ticked. name: of their fields, without the key.
function factorOf(kind, name, fields, { multipliers = {} }) {
  return Object.entries(multipliers)
    .filter(([key, { of }]) => of === kind && fields.get(`${name}-${key}`) === "on")
    .reduce((product, [, { factor }]) => product * factor, 1);
}
