// A game that ends when a total reaches a target, or that eliminates sides there. Loaded by board.js. views/wording/
// targets.py describes the texts of the page.

import { element } from "../elements.js";
import { formatNumber } from "../figures.js";
import { fill } from "../messages.js";
import { standings } from "./score-sheet.js";

// Who has won, and with what total, as nodes: "Cara first to 100, with 104".
export function resultOf(sheet, { target, names }) {
  const leaders = standings(sheet).filter(({ leads }) => leads);
  const namesOf = ({ seats }) => listed(seats.map((seat) => names[seat]), target.and);
  return [`${listed(leaders.map(namesOf), target.and)} `, element("small", "", scoreOf(leaders, target))];
}

// The leaders' score: "first to 100, with 104".
export function scoreOf([first, ...others], { won }) {
  const patterns = others.length ? won.together : first.seats.length > 1 ? won.team : won.alone;
  return fill(patterns[first.total] ?? patterns.other, { total: formatNumber(first.total) });
}

// "a", "a and b", "a, b and c".
function listed(parts, pattern) {
  const [last, ...others] = parts.toReversed();
  return others.length ? fill(pattern, { first: others.toReversed().join(", "), last }) : last;
}
