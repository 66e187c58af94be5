// Polls the live part of a visible page. Replaces nothing during a tap, nor a form that has been
// edited. Where a hand is to be counted, navigates to its pad.

import { keepLooking, leave, newerThan } from "./polling.js";

const board = document.querySelector("[data-follow]");
// apart from the board, which scrolls above it; a TV has none
const bar = document.querySelector("[data-follow-bar]") ?? document.createElement("div");
const parts = [board, bar];
const news = document.getElementById("news");
const EVERY = 3000;
const SOON = 1000; // while hands come in
const OPEN = `details[open], textarea:focus${CSS.supports("selector(:popover-open)") ? ", :popover-open" : ""}`;
const state = board && stateOf(board);
let tag = null; // of the version shown; unknown until the first answer
let touched = false;
let pressed = false;

if (board) {
  board.addEventListener("input", () => (touched = true));
  for (const part of parts) part.addEventListener("pointerdown", () => (pressed = true));
  // The click comes after the finger has left.
  for (const over of ["pointerup", "pointercancel"]) {
    addEventListener(over, () => setTimeout(() => (pressed = false), 400));
  }
  // Out of the browser’s memory it holds a form that has been used.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  keepLooking(look, { every: EVERY, afterError: 15000 });
}

async function look() {
  const newer = await newerThan(tag);
  if (newer) show(newer);
  return board.querySelector("[data-soon]") ? SOON : EVERY;
}

function show(newer) {
  const fresh = partsOf(newer.body);
  if (stateOf(fresh.board) !== state) return giveWay(fresh.board.querySelector("[data-go]"));
  if (textOf(fresh.board) !== textOf(board) || textOf(fresh.bar) !== textOf(bar)) {
    if (isBusy()) return; // the tag stays the old one, so the next tick brings it again
    swap(fresh);
  }
  tag = newer.tag;
}

function giveWay(to) {
  if (!to || !isBusy()) leave(to?.dataset.go);
}

function partsOf(body) {
  const below = document.createElement("div");
  below.append(...body.querySelectorAll(":scope > .bar"));
  return { board: body, bar: below };
}

// Another state needs another page: the surroundings of the part depend on it.
function stateOf(part) {
  return part.querySelector("[data-state]")?.dataset.state;
}

// The part's text without what differs in every response (tokens, ids of changes) or what this page adds to it.
function textOf(part) {
  const copy = part.cloneNode(true);
  for (const field of copy.querySelectorAll("input[type=hidden]")) field.removeAttribute("value");
  for (const place of copy.querySelectorAll("[hidden], [data-offer-draft]")) place.removeAttribute("hidden");
  for (const status of copy.querySelectorAll("[role=status]")) status.textContent = "";
  return copy.innerHTML.trim();
}

function isBusy() {
  return touched || pressed || board.querySelector(OPEN) !== null;
}

function swap(fresh) {
  const way = wayTo(document.activeElement);
  const scrolled = [document.scrollingElement, board.closest(".page")].map((place) => [place, place.scrollTop]);
  board.replaceChildren(...fresh.board.childNodes);
  bar.replaceChildren(...fresh.bar.childNodes);
  if (way) parts.flatMap((part) => [...part.querySelectorAll(way.tag)]).find(way.fits)?.focus({ preventScroll: true });
  for (const [place, top] of scrolled) place.scrollTo({ top, behavior: "instant" });
  announce();
  document.dispatchEvent(new CustomEvent("board-changed"));
}

// How to find the focused element again: by its id, or by where it leads.
function wayTo(element) {
  if (!parts.some((part) => part.contains(element))) return null;
  const leads = (each) => each.id || each.getAttribute("href") || each.getAttribute("formaction") || "";
  const wanted = leads(element);
  const wording = element.textContent;
  const fits = (each) => leads(each) === wanted && (each.id || each.href || each.textContent === wording);
  return { tag: element.tagName, fits };
}

function announce() {
  const { news: happened, progress } = board.querySelector("[data-state]")?.dataset ?? {};
  news.textContent = [happened, progress].filter(Boolean).join(". ");
}
