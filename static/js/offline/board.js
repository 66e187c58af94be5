// Adds pending changes of this phone to the table page: totals, ranks, next deal, and undo. Runs
// again whenever the board is replaced.

import { button, element } from "../elements.js";
import { fill, textsOf } from "../messages.js";
import { writeDraft } from "../pad/drafts.js";
import { banner } from "./connection-banner.js";
import { newId, of } from "./outbox.js";
import { queueUndo } from "./queue-round.js";
import { isOver, nextDeal, standings } from "./score-sheet.js";
import { withWaiting } from "./waiting-rounds.js";

const [WIDTH, HEIGHT, MARGIN] = [64, 24, 2]; // of a line, as in views/table/standings.py
const table = location.pathname;
const nowAt = (selector) => document.querySelector(selector);

export async function draw() {
  const holder = nowAt("[data-sheet]");
  const entries = holder ? await of(table) : [];
  if (!entries.length && !banner.isAway) return;
  const known = JSON.parse(holder.dataset.sheet);
  const result = withWaiting(known, entries);
  const board = { ...result, known, entries, say: textsOf(nowAt("[data-waiting]")), deal: nextDeal(result.sheet) };
  if (board.isBehind) board.deal.number = Math.max(...entries.map(({ number }) => number)) + 1;
  else if (entries.length) {
    drawRows(board);
    drawDeal(board);
  }
  drawAction(board);
  if (entries.length || known.last) drawToast(board);
}

function drawRows({ sheet, known, waits, say, deal }) {
  const list = nowAt(".standings");
  const sides = standings(sheet);
  const ceiling = Math.max(0, ...sides.flatMap((side) => side.history));
  const isWaiting = waits.has(sheet.rounds.length);
  for (const side of sides) {
    const row = [...list.children].find((each) => each.dataset.seats === side.seats.join(" "));
    if (!row) continue;
    list.append(row);
    row.classList.toggle("lead", side.leads && sheet.rounds.length > 0);
    const rank = sheet.rounds.length && side.rank ? [element("span", "unseen", `${say.rank} `), String(side.rank)] : [];
    row.querySelector(".rank").replaceChildren(...rank);
    row.querySelector(".total").firstChild.textContent = side.total;
    const under = row.querySelector(".under");
    for (const old of under.querySelectorAll("small, .tag")) old.remove();
    const isDealing = side.seats.includes(deal.dealer) && !isOver(sheet);
    if (isDealing) under.prepend(element("span", "tag", dealsOf(side, deal, known, say)));
    if (isWaiting && side.change !== null) under.prepend(element("small", "", noteOf(side, sheet, say)));
    row.querySelector("polyline")?.setAttribute("points", line(side.history, ceiling));
  }
}

function dealsOf(side, deal, known, say) {
  return side.seats.length > 1 ? fill(say.dealer, { name: known.names[deal.dealer] }) : say.deals;
}

function noteOf(side, sheet, say) {
  if (side.seats.includes(sheet.rounds.at(-1).out)) return say.outWaits;
  if (sheet.rules.tally === "wins") return say.waits;
  return fill(say.changeWaits, { change: `${side.change < 0 ? "−" : "+"}${Math.abs(side.change)}` });
}

function line(history, ceiling) {
  if (history.length < 2 || ceiling <= 0) return "";
  const step = WIDTH / (history.length - 1);
  const height = (total) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * total) / ceiling;
  return history.map((total, place) => `${(place * step).toFixed(1)},${height(total).toFixed(1)}`).join(" ");
}

function drawDeal({ sheet, known, say, deal }) {
  const panel = nowAt(".felt.deal, .cloth.deal"); // the second name: pages cached before it was renamed
  const [dealer, leader] = [known.names[deal.dealer], known.names[deal.leader]];
  const ahead = known.ahead[deal.number];
  const [decks, who, starts] = panel.querySelectorAll("p");
  panel.querySelector("b").textContent = isOver(sheet) ? "" : deal.handSize;
  decks.textContent = ahead && !isOver(sheet) ? ahead.decks : "";
  who.textContent = isOver(sheet) ? say.over : dealer ? fill(say.dealer, { name: dealer }) : say.cut;
  starts.textContent = isOver(sheet) ? say.overThen : dealer ? fill(say.leader, { name: leader }) : say.cutThen;
  const bars = [...panel.querySelectorAll("rect")];
  const now = bars.findIndex((bar) => bar.classList.contains("now")) + sheet.rounds.length - known.rounds.length;
  for (const [place, bar] of bars.entries()) bar.setAttribute("class", place < now ? "done" : place > now ? "" : "now");
  const place = nowAt(".top p");
  const before = known.ahead[known.rounds.length + 1]?.progress;
  if (ahead && before) place.textContent = place.textContent.replace(before, ahead.progress);
  const hint = nowAt("section .hint");
  if (!hint) return;
  hint.hidden = !ahead || !dealer || isOver(sheet);
  const parts = (known.hints[ahead?.hint] ?? []).flatMap(([lead, text]) => {
    const sentence = ` ${fill(text, { dealer, leader })} `;
    return lead ? [element("b", "", lead), sentence] : [sentence];
  });
  hint.replaceChildren(...parts);
}

function drawAction({ sheet, known, say, deal }) {
  const main = nowAt(".dock .main");
  if (!main) return;
  const isPlayed = isOver(sheet);
  const named = known.ahead[deal.number]?.dealer;
  // The address names the dealer where the cached pad has another.
  const dealer = deal.dealer && deal.dealer !== named ? `#dealer=${deal.dealer}` : "";
  main.hidden = isPlayed;
  main.href = padOf(deal.number, known) + dealer;
  const text = fill(say.score, { number: deal.number });
  if (main.textContent.trim() !== text) main.textContent = text; // it may be under a finger
}

function drawToast({ known, entries, undoable, say, waits }) {
  nowAt(".toast")?.remove();
  if (!undoable) return;
  const entry = entries.find(({ change }) => change === undoable.change);
  const toast = element("div", "toast");
  toast.classList.add("row", "two");
  toast.append(element("p", "", fill(entry ? say.kept : say.saved, { number: undoable.number })));
  if (entry && waits.has(entry.number)) toast.append(act(say.correct, () => correct(entry, known)));
  toast.append(act(say.takeBack, () => takeBack(undoable.change)));
  nowAt(".bar").prepend(toast);
}

async function takeBack(change) {
  await queueUndo(table, change);
  location.reload();
}

// The pad finds the round as one that is half entered.
function correct(entry, known) {
  const fields = { ...Object.fromEntries(entry.fields), seen: entry.change };
  delete fields.change_id;
  const typed = Object.keys(known.names).filter((seat) => fields[`points-${seat}`]);
  writeDraft(entry.draft, { fields, typed, step: "review", change: newId() });
  location.assign(entry.draft.endsWith("/new") ? padOf(entry.number, known) : `${table}/rounds/${entry.number}`);
}

// An empty one, also where the server still has the round that is taken back here.
function padOf(number, { rounds }) {
  return `${table}/rounds/${number}${number <= rounds.length ? "?anew" : ""}`;
}

function act(text, carryOut) {
  const made = button("", text);
  made.addEventListener("click", carryOut, { once: true });
  return made;
}

document.addEventListener("board-changed", draw);
