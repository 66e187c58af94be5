// Polls the live part of a visible page and replaces it, but not during a tap or while a form is edited. Opens the pad
// where a hand is to be counted. Attached by data-follow and data-follow-bar.

import { reloadIfRestored } from "../server.js";
import { fetchIfChanged, navigate, poll } from "./polling.js";

const board = document.querySelector("[data-follow]");
// a separate element, as the board scrolls above it; a TV has none
const bar = document.querySelector("[data-follow-bar]") ?? document.createElement("div");
const parts = [board, bar];
const status = document.getElementById("news");
const EVERY = 3000;
const SOON = 1000; // while hands are being counted
const OPEN = `details[open], textarea:focus${CSS.supports("selector(:popover-open)") ? ", :popover-open" : ""}`;
const state = board && stateOf(board);
let tag = null; // of the version shown; unknown until the first response
let isEdited = false;
let isPressed = false;

if (board) {
  board.addEventListener("input", () => (isEdited = true));
  for (const part of parts) part.addEventListener("pointerdown", () => (isPressed = true));
  // The click event follows pointerup.
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => setTimeout(() => (isPressed = false), 400));
  }
  // From the back-forward cache the page has a form that was already sent.
  reloadIfRestored();
  poll(update, { every: EVERY, afterError: 15000 });
}

async function update() {
  const changed = await fetchIfChanged(tag);
  if (changed) show(changed);
  return board.querySelector("[data-soon]") ? SOON : EVERY;
}

function show(changed) {
  const fetched = partsOf(changed.body);
  if (stateOf(fetched.board) !== state) return openPage(fetched.board.querySelector("[data-go]"));
  if (textOf(fetched.board) !== textOf(board) || textOf(fetched.bar) !== textOf(bar)) {
    if (isBusy()) return; // the tag stays the old one, so the next poll fetches this version
    replace(fetched);
  }
  tag = changed.tag;
}

// Reloads the page, or opens the pad that the fetched part names, if the player is not busy.
function openPage(pad) {
  if (!pad || !isBusy()) navigate(pad?.dataset.go);
}

function partsOf(body) {
  const fetchedBar = document.createElement("div");
  fetchedBar.append(...body.querySelectorAll(":scope > .bar"));
  return { board: body, bar: fetchedBar };
}

// Another state needs another page: the rest of the page depends on it.
function stateOf(part) {
  return part.querySelector("[data-state]")?.dataset.state;
}

// The part's HTML without what differs in every response (tokens, ids of changes) or is added by this page.
function textOf(part) {
  const copy = part.cloneNode(true);
  for (const field of copy.querySelectorAll("input[type=hidden]")) field.removeAttribute("value");
  for (const each of copy.querySelectorAll("[hidden], [data-offer-draft]")) each.removeAttribute("hidden");
  for (const each of copy.querySelectorAll("[role=status]")) each.textContent = "";
  return copy.innerHTML.trim();
}

function isBusy() {
  return isEdited || isPressed || board.querySelector(OPEN) !== null;
}

function replace(fetched) {
  const focused = locatorOf(document.activeElement);
  const scrolled = [document.scrollingElement, board.closest(".page")].map((each) => [each, each.scrollTop]);
  board.replaceChildren(...fetched.board.childNodes);
  bar.replaceChildren(...fetched.bar.childNodes);
  if (focused) {
    const candidates = parts.flatMap((part) => [...part.querySelectorAll(focused.tag)]);
    candidates.find(focused.matches)?.focus({ preventScroll: true });
  }
  for (const [each, top] of scrolled) each.scrollTo({ top, behavior: "instant" });
  announce();
  document.dispatchEvent(new CustomEvent("board-changed"));
}

// Finds an element of these parts again after they are replaced: by its id, or by its address and text.
function locatorOf(element) {
  if (!parts.some((part) => part.contains(element))) return null;
  const keyOf = (each) => each.id || each.getAttribute("href") || each.getAttribute("formaction") || "";
  const key = keyOf(element);
  const text = element.textContent;
  const matches = (each) => keyOf(each) === key && (each.id || each.href || each.textContent === text);
  return { tag: element.tagName, matches };
}

function announce() {
  const { news, progress } = board.querySelector("[data-state]")?.dataset ?? {};
  status.textContent = [news, progress].filter(Boolean).join(". ");
}
