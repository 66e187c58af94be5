// The board follows the table: while the page is visible it asks for its live part every few seconds, and only a
// new version costs more than a 304. Nothing is swapped under a finger, and never a form somebody has begun.

const EVERY = 3000;
const AFTER_ERROR = 15000;
const PATIENCE = 10000;

const board = document.querySelector("[data-follow]");
const bar = document.querySelector("[data-follow-bar]"); // apart from the board, which scrolls above it
const parts = [board, bar];
const news = document.getElementById("news");
let tag = null; // of the version shown; unknown until the first answer
let timer = 0;
let asking = false;
let touched = false;
let pressed = false;

if (board) {
  board.addEventListener("input", () => (touched = true));
  for (const part of parts) part.addEventListener("pointerdown", () => (pressed = true));
  // The click comes after the finger has left: wait until it is through.
  for (const over of ["pointerup", "pointercancel"]) {
    addEventListener(over, () => setTimeout(() => (pressed = false), 400));
  }
  document.addEventListener("visibilitychange", ask);
  // A page out of the browser’s memory holds a form that has been used: fetch it anew.
  addEventListener("pageshow", (event) => (event.persisted ? location.reload() : ask()));
  addEventListener("online", ask);
}

async function ask() {
  clearTimeout(timer);
  if (asking || document.hidden) return;
  asking = true;
  let wait = EVERY;
  try {
    await look();
  } catch {
    wait = AFTER_ERROR;
  }
  asking = false;
  if (!document.hidden) timer = setTimeout(ask, wait);
}

async function look() {
  const headers = { "X-Fragment": "1", ...(tag && { "If-None-Match": tag }) };
  // no-store: with a cache in between, a 304 would look like a 200 with the old text
  const answer = await fetch(location.pathname, {
    headers,
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.status === 304) return;
  if (answer.status === 404 || answer.status === 403 || answer.redirected) return location.reload();
  if (!answer.ok) throw new Error(answer.status);
  const fresh = partsOf(await answer.text());
  if (stateOf(fresh.board) !== board.dataset.state) return location.reload();
  if (textOf(fresh.board) !== textOf(board) || textOf(fresh.bar) !== textOf(bar)) {
    if (isBusy()) return; // the tag stays the old one, so the next tick brings it again
    swap(fresh);
  }
  tag = answer.headers.get("ETag");
}

function partsOf(text) {
  const { body } = new DOMParser().parseFromString(text, "text/html");
  const below = document.createElement("div");
  below.append(...body.querySelectorAll(":scope > .bar"));
  return { board: body, bar: below };
}

function stateOf(part) {
  return part.querySelector("[data-share]") ? "finished" : "playing";
}

// What a part says, without what differs in every answer (tokens, ids of changes) or what this page adds to it.
function textOf(part) {
  const copy = part.cloneNode(true);
  for (const field of copy.querySelectorAll("input[type=hidden]")) field.removeAttribute("value");
  for (const place of copy.querySelectorAll("[hidden], [data-offer-draft]")) place.removeAttribute("hidden");
  for (const said of copy.querySelectorAll("[role=status]")) said.textContent = "";
  return copy.innerHTML.trim();
}

function isBusy() {
  return touched || pressed || board.querySelector("details[open], textarea:focus") !== null;
}

function swap(fresh) {
  const way = wayTo(document.activeElement);
  const scrolled = [document.scrollingElement, board.closest(".page")].map((place) => [place, place.scrollTop]);
  board.replaceChildren(...fresh.board.childNodes);
  bar.replaceChildren(...fresh.bar.childNodes);
  if (way) parts.flatMap((part) => [...part.querySelectorAll(way.tag)]).find(way.fits)?.focus({ preventScroll: true });
  for (const [place, top] of scrolled) place.scrollTo({ top, behavior: "instant" });
  tell();
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

function tell() {
  const { news: happened, progress } = board.querySelector("main")?.dataset ?? {};
  news.textContent = [happened, progress].filter(Boolean).join(". ");
}
