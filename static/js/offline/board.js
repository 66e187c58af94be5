// Adds pending changes of this phone to the table page: totals, ranks, next deal, and undo; repeats this when the board
// is replaced. Attached by data-sheet, loaded by without-network.js.

import { button, element } from "../elements.js";
import { formatNumber } from "../figures.js";
import { fill, textsOf } from "../messages.js";
import { dropDraft, writeDraft } from "../pad/drafts.js";
import { banner } from "./connection-banner.js";
import { looksOf, shape } from "./drawing.js";
import { entriesOf, newId, removeEntry } from "./outbox.js";
import { drawProgress } from "./progress.js";
import { queueUndo, setKnownHere } from "./queue-round.js";
import { isOutNoted, noteOf } from "./row-notes.js";
import { isOver, isPlayedOut, nextDeal, playing, standings } from "./score-sheet.js";
import { shownOfChange } from "./shown.js";
import { applyEntries } from "./waiting-rounds.js";

const [WIDTH, HEIGHT, MARGIN] = [64, 24, 2]; // of a line of totals, as in views/table/standings.py
const LEAST_ROUNDS = 3; // that a line is drawn of
const table = location.pathname;
const query = (selector) => document.querySelector(selector);

export async function draw() {
  const holder = query("[data-sheet]");
  const entries = holder ? await entriesOf(table) : [];
  if (!entries.length && !banner.isOffline) return;
  const known = JSON.parse(holder.dataset.sheet);
  const target = known.target && (await import("./target.js")); // games that end at a total, or eliminate
  const result = applyEntries(known, entries);
  const texts = textsOf(query("[data-waiting]"));
  const board = { ...result, known, target, entries, texts, deal: nextDeal(result.sheet) };
  if (board.isBehind) board.deal.number = Math.max(...entries.map(({ number }) => number)) + 1;
  else if (entries.length) {
    drawRows(board);
    drawDeal(board);
  }
  drawAction(board);
  if (entries.length || known.last) drawToast(board);
}

function drawRows(board) {
  const { sheet, known, target, texts, deal } = board;
  const sides = standings(sheet);
  const totals = [0, ...sides.flatMap((side) => side.history)];
  const range = { least: Math.min(...totals), most: Math.max(...totals) };
  for (const side of sides) {
    const row = rowOf(side);
    if (!row) continue;
    row.parentElement.append(row);
    row.classList.toggle("lead", side.leads && sheet.rounds.length > 0);
    row.classList.toggle("absent", side.rank === null || Boolean(side.eliminated));
    const hasRank = sheet.rounds.length > 0 && side.rank;
    const rank = hasRank ? [element("span", "unseen", `${texts.rank} `), String(side.rank)] : [];
    row.querySelector(".rank").replaceChildren(...rank);
    const [total, unit] = row.querySelector(".total").childNodes;
    total.textContent = formatNumber(side.total);
    if (texts.unit) unit.textContent = ` ${side.total === 1 ? texts.unit : texts.units}`;
    const under = row.querySelector(".under");
    for (const old of under.querySelectorAll(".tag:not(.you), .spark")) old.remove();
    if (side.rank !== null) drawNote(under, side, board);
    const isDealing = side.seats.includes(deal.dealer) && !isOver(sheet);
    if (isDealing) under.append(element("span", "tag", dealerLabel(side, deal, known, texts)));
    under.append(...lineOf(side.history, range, row.querySelector(".disc")));
  }
  const road = query(".deal .road");
  if (target && road) target.drawRoad(road, board, rowOf);
}

function rowOf({ seats }) {
  return query(`.standing[data-seats="${seats.join(" ")}"]`);
}

function drawNote(under, side, board) {
  const { sheet, texts, pending } = board;
  under.querySelector("small")?.remove();
  if (!texts.satOut) return; // a page cached before it had the texts of notes
  const note = noteOf(side, board);
  const decisive = side.eliminated ?? (side.change === null ? 0 : sheet.rounds.length); // the round of the note
  const waits = note ? fill(texts.changeWaits, { change: note }) : texts.waits;
  const text = pending.has(decisive) ? waits : note;
  if (text) under.prepend(element("small", "", ...(isOutNoted(side, sheet) ? [checkMark(), " "] : []), text));
}

function checkMark() {
  return query("[data-waiting] template").content.querySelector(".icon").cloneNode(true);
}

function dealerLabel(side, deal, known, texts) {
  return side.seats.length > 1 ? fill(texts.dealer, { name: known.names[deal.dealer] }) : texts.deals;
}

// The line of a side's totals, if there is one. least, most: the range of all totals, which includes 0. disc: of the
// player in the row.
function lineOf(history, { least, most }, disc) {
  if (history.length <= LEAST_ROUNDS || most === least) return [];
  const step = WIDTH / (history.length - 1);
  const height = (total) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (total - least)) / (most - least);
  const points = history.map((total, index) => `${(index * step).toFixed(1)},${height(total).toFixed(1)}`).join(" ");
  const zero = least < 0 ? [shape("path", { class: "zero", d: `M0 ${height(0).toFixed(1)}h${WIDTH}` })] : [];
  const parts = [...zero, shape("polyline", { points })];
  const looks = ["spark", ...looksOf(disc)].join(" ");
  return [shape("svg", { class: looks, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, ...parts)];
}

function drawDeal({ sheet, known, target, texts, deal }) {
  const panel = query(".felt.deal, .cloth.deal"); // the second name: pages cached before it was renamed
  const isFinished = isOver(sheet);
  const [dealer, leader] = [known.names[deal.dealer], known.names[deal.leader]];
  const ahead = known.ahead[isFinished ? deal.number - 1 : deal.number];
  const [decks, dealerLine, leaderLine] = panel.querySelectorAll("p");
  panel.querySelector("b").textContent = isFinished ? "" : deal.handSize || "";
  decks.textContent = ahead && !isFinished ? ahead.decks : "";
  dealerLine.textContent = isFinished ? texts.over : dealer ? fill(texts.dealer, { name: dealer }) : texts.cut;
  if (isFinished && target && !isPlayedOut(sheet)) dealerLine.replaceChildren(...target.resultOf(sheet, known));
  leaderLine.textContent = isFinished ? texts.overThen : dealer ? fill(texts.leader, { name: leader }) : texts.cutThen;
  const bars = [...panel.querySelectorAll("rect")];
  panel.dataset.now ??= bars.findIndex((bar) => bar.classList.contains("now")); // before this function moves it
  const current = Number(panel.dataset.now) + sheet.rounds.length - known.rounds.length;
  for (const [index, bar] of bars.entries()) {
    bar.setAttribute("class", index < current ? "done" : index > current ? "todo" : "now");
  }
  panel.querySelector("[data-misdeals]")?.toggleAttribute("hidden", sheet.rounds.length !== known.rounds.length);
  panel.querySelector(".tag:not([data-misdeals])")?.remove();
  const tag = target && known.target[target.hintOf(sheet)];
  if (tag) leaderLine.parentElement.append(element("p", "tag", tag));
  drawProgress(known, sheet);
  const hint = query("section .hint");
  if (!hint) return;
  hint.hidden = !ahead || !dealer || isFinished;
  const parts = (known.hints[ahead?.hint] ?? []).flatMap(([lead, text]) => {
    const sentence = ` ${fill(text, { dealer, leader })} `;
    return lead ? [element("b", "", lead), sentence] : [sentence];
  });
  hint.replaceChildren(...parts);
}

function drawAction(board) {
  const { sheet, known, texts, deal } = board;
  const main = query(".dock .main");
  if (!main) return;
  const isFinished = isOver(sheet);
  const named = known.ahead[deal.number]?.dealer;
  main.hidden = isFinished;
  main.href = padAddress(deal.number, board, deal.dealer !== named && deal.dealer);
  const text = fill(texts.score, { number: deal.number });
  if (main.textContent.trim() !== text) main.textContent = text; // only if different: the player may be tapping it
}

function drawToast(board) {
  const { entries, undoable, texts, pending } = board;
  query(".toast")?.remove();
  const last = entries.at(-1);
  if (last?.kind === "undo") return drawPutBack(last, board);
  if (!undoable) return;
  const entry = entries.find(({ change }) => change === undoable.change);
  const toast = element("div", "toast");
  toast.classList.add("row", "two");
  toast.append(element("p", "", fill(entry ? texts.kept : texts.saved, { number: undoable.number })));
  if (entry && pending.has(entry.number)) toast.append(toastButton(texts.correct, () => correct(entry, board)));
  toast.append(toastButton(texts.takeBack, () => undo(undoable.change, entry, board)));
  query(".bar").prepend(toast);
}

// Where "Take back" was, so that a second tap takes back nothing more.
function drawPutBack(undo, { entries, known, texts }) {
  const undone = [...entries, known.last].find((each) => each?.change === undo.of); // none once it has been sent
  if (!undone || !texts.putBack) return; // a page cached before it had the text
  const toast = element("div", "toast", element("p", "", fill(texts.takenBack, { number: undone.number })));
  toast.append(toastButton(texts.putBack, () => putBack(undo)));
  query(".bar").prepend(toast);
}

// The hands of a pending round that is new are its draft from now on: its pad has them again.
async function undo(change, entry, board) {
  await queueUndo(table, change);
  if (entry?.kind === "save") storeAsDraft(entry, board);
  location.reload();
}

async function putBack({ order, of }) {
  const entry = (await entriesOf(table)).find(({ change }) => change === of);
  await removeEntry(order);
  if (entry) dropDraft(entry.draft);
  location.reload();
}

// Opens the pad with the pending round as its draft.
function correct(entry, board) {
  storeAsDraft(entry, board, { shown: shownOfChange(entry.change) });
  setKnownHere(entry.change);
  location.assign(entry.draft.endsWith("/new") ? padAddress(entry.number, board) : `${table}/rounds/${entry.number}`);
}

// changes: fields that differ from those that were sent.
function storeAsDraft({ fields: sent, draft }, { known }, changes = {}) {
  const fields = { ...Object.fromEntries(sent), ...changes };
  delete fields.change_id;
  const typed = Object.keys(known.names).filter((seat) => fields[`points-${seat}`]);
  writeDraft(draft, { fields, typed, step: "review", change: newId() });
}

// The empty pad (`anew`) where the server still has a round that is undone on this phone. The hash names what the
// cached pad does not know: another dealer, and who is eliminated.
function padAddress(number, { sheet, known }, dealer) {
  const seatsOf = ({ rounds, ...state }) => playing({ ...state, rounds: rounds.slice(0, number - 1) }, number);
  const here = seatsOf(sheet).map(({ id }) => id);
  const without = seatsOf(known).map(({ id }) => id).filter((seat) => !here.includes(seat)).join(" ");
  const hash = String(new URLSearchParams(Object.entries({ dealer, without }).filter(([, value]) => value)));
  return `${table}/rounds/${number}${number <= known.rounds.length ? "?anew" : ""}${hash && `#${hash}`}`;
}

function toastButton(text, action) {
  const created = button("", text);
  created.addEventListener("click", action, { once: true });
  return created;
}

document.addEventListener("board-changed", draw);
