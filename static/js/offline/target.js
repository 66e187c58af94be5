// A game that ends when a total reaches a target, or that eliminates sides there: how far everybody is, the picture of
// it and the end, as game/scoring/targets.py and views/table/road.py do. Loaded by board.js. views/words/targets.py
// describes the texts of the page.

import { element } from "../elements.js";
import { formatNumber } from "../figures.js";
import { fill } from "../messages.js";
import { looksOf, shape } from "./drawing.js";
import { gainsOf, isOver, standings } from "./score-sheet.js";

const LEAST_ROUNDS = 2; // before the gains so far say anything about the next one
const [START, END, GROUND] = [16, 277, 58]; // of the road
const [WIDTH, HEIGHT] = [323, 76];
const [RADIUS, STEP, MOST_STACKED] = [13, 22, 4]; // of discs

// What a side lacks to the target, at least 0; null for a side that has left or is eliminated.
export function distance(rules, { rank, eliminated, total }) {
  return rank === null || eliminated ? null : Math.max(0, targetOf(rules) - total);
}

// The key of the text about the next round: "last" if it may end the game, judging by the largest gain so far, "tie" if
// it is played because of a tie at the target; "" otherwise.
export function hintOf(sheet) {
  const { rules, rounds } = sheet;
  if (isOver(sheet)) return "";
  const missing = standings(sheet).map((side) => distance(rules, side)).filter((points) => points !== null);
  if (rules.first_to !== null && rules.tie === "play_on" && missing.includes(0)) return "tie";
  if (rounds.length < LEAST_ROUNDS) return "";
  const gains = rounds.flatMap((played) => [...gainsOf(rules, played).values()]);
  const largest = gains.length ? Math.max(...gains) : 0;
  const within = missing.filter((points) => points <= largest).length;
  const needed = rules.eliminate_at ? Math.max(1, missing.length - 1) : 1;
  return within >= needed ? "last" : "";
}

// Who has won, and with what total, as nodes: "Cara first to 100, with 104".
export function resultOf(sheet, { target, names }) {
  const leaders = standings(sheet).filter(({ leads }) => leads);
  if (!leaders.length) return []; // all have left
  const namesOf = ({ seats }) => listed(seats.map((seat) => names[seat]), target.and);
  return [`${listed(leaders.map(namesOf), target.and)} `, element("small", "", scoreOf(leaders, target))];
}

// The leaders' score: "first to 100, with 104".
export function scoreOf([first, ...others], { won }) {
  const patterns = others.length ? won.together : first.seats.length > 1 ? won.team : won.alone;
  return fill(patterns[first.total] ?? patterns.other, { total: formatNumber(first.total) });
}

// Draws the picture of everybody on the way. rowOf: the row of a side in the standings.
export function drawRoad(svg, { sheet, known }, rowOf) {
  const { discs, gone, zero, top, sides } = roadOf(sheet);
  const nameOf = (side) => rowOf(side).querySelector(".names").textContent.trim();
  const totals = sides.map((side) => `${nameOf(side)} ${formatNumber(side.total)}`);
  svg.setAttribute("aria-label", fill(known.target.way, { sides: totals.join(", ") }));
  svg.setAttribute("viewBox", `0 ${top} ${WIDTH} ${HEIGHT - top}`);
  svg.querySelector(".gone").setAttribute("d", `M${START} ${GROUND}H${gone}`);
  for (const old of svg.querySelectorAll(".zero, g")) old.remove();
  if (zero !== null) svg.querySelector(".gone").after(shape("path", { class: "zero", d: `M${zero} 46v24` }));
  svg.append(...discs.map((disc) => drawDisc(disc, rowOf(disc.side).querySelector(".disc"))));
}

// From 0, or the lowest total below it, to the target; without sides that left or are eliminated. discs: from the top
// down; more: how many others have no room above a disc.
export function roadOf(sheet) {
  const { rules, rounds } = sheet;
  const sides = standings(sheet).filter(({ rank, eliminated }) => rank !== null && !eliminated);
  const goal = targetOf(rules);
  const low = Math.min(0, ...sides.map(({ total }) => total));
  const xOf = (total) => {
    const share = (Math.min(total, goal) - low) / (goal - low);
    return Math.floor(10 * (START + (END - START) * share) + 0.5) / 10;
  };
  const discs = [];
  for (const side of sides.toSorted((one, other) => one.total - other.total)) {
    stack(discs, { side, x: xOf(side.total), leads: side.leads && rounds.length > 0, more: 0 });
  }
  for (const disc of discs) disc.y = GROUND - STEP * disc.level;
  return {
    sides,
    discs: discs.toSorted((one, other) => other.level - one.level),
    gone: Math.max(START, ...discs.map(({ x }) => x)),
    zero: low < 0 ? xOf(0) : null,
    top: Math.min(0, ...discs.map(({ y }) => y - RADIUS - 2)),
  };
}

// Adds a disc on the lowest free level; without one, counts it at the disc on top.
function stack(discs, disc) {
  const met = new Map(discs.filter(({ x }) => Math.abs(x - disc.x) < 2 * RADIUS).map((other) => [other.level, other]));
  const level = Array.from({ length: MOST_STACKED }).findIndex((_, each) => !met.has(each));
  if (level < 0) met.get(MOST_STACKED - 1).more += 1;
  else discs.push({ ...disc, level });
}

// seat: the disc of the player in the standings, with the same letters.
function drawDisc({ x, y, leads, more }, seat) {
  const looks = looksOf(seat).filter((name) => !more || name.startsWith("colour-"));
  const outline = looks.includes("shape-2")
    ? shape("path", { d: `M${x - 12} ${y - 12}h24v24h-24z` })
    : shape("circle", { cx: x, cy: y, r: RADIUS });
  const letters = shape("text", { x, y: y + 5 }, more ? `+${more + 1}` : seat.textContent);
  return shape("g", { class: [...looks, ...(leads ? ["leads"] : [])].join(" ") }, outline, letters);
}

function targetOf(rules) {
  return rules.eliminate_at ?? rules.first_to;
}

// "a", "a and b", "a, b and c".
function listed(parts, pattern) {
  const [last, ...others] = parts.toReversed();
  return others.length ? fill(pattern, { first: others.toReversed().join(", "), last }) : last;
}
