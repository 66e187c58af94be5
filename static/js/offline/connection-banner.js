// The banner at the top of a page: no network, pending changes, rejected changes. It retries.

import { fill, textsOf } from "../messages.js";
import { drop, everything, look, sendWaiting } from "./outbox.js";

const FIRST_AGAIN = 2000;
const LAST_AGAIN = 30000;
const TIMEOUT = 4000;
const page = document.documentElement;
const GAVE_WAY = "turn8:gave-way";
const COUNTED_IN = "[data-sheet], [data-waiting-sheet]"; // board.js and sheet.js count in what waits
// Pages where nothing may move: a pad, which has messages of its own, and the choice between two versions.
const STILL = "[data-pad], [data-drop-draft]";
const OPEN = CSS.supports("selector(:popover-open)") ? ":popover-open" : "dialog[open]";
const GONE = [403, 404, 410];
const A_DAY = 24 * 3600 * 1000;

class ConnectionBanner {
  constructor(place) {
    this.place = place;
    this.say = textsOf(place);
    this.since = Number(page.dataset.kept) || Date.now(); // the page is as of then
    this.isAway = "kept" in page.dataset || !navigator.onLine;
    this.again = FIRST_AGAIN;
    this.entries = [];
    this.#listen();
  }

  part(name) {
    return this.place.querySelector(`[data-strip-${name}]`);
  }

  async show() {
    this.entries = await everything();
    const stuck = this.entries.find((entry) => entry.stuck);
    const { what, then } = stuck ? this.#refused(stuck) : this.#waiting();
    const { activeElement } = document;
    this.place.hidden = !what || document.querySelector(STILL) !== null;
    for (const [name, text] of Object.entries({ what, then })) {
      if (this.part(name).textContent !== text) this.part(name).textContent = text;
    }
    this.part("try").hidden = Boolean(stuck) || !what;
    this.part("look").hidden = this.part("drop").hidden = !stuck;
    const isFocusLost = this.place.contains(activeElement) && activeElement.closest("[hidden]");
    if (isFocusLost) document.getElementById("main").focus();
    if (this.armed && this.armed !== stuck?.order) this.part("drop").textContent = this.say.drop;
    this.armed = this.armed === stuck?.order ? this.armed : 0;
  }

  // Checks the connection; then sends pending changes, and replaces a cached page by the server's.
  // One attempt at a time: concurrent calls share it.
  try() {
    clearTimeout(this.timer);
    this.trying ??= this.#tryOnce().finally(() => (this.trying = null));
    return this.trying;
  }

  async #tryOnce() {
    const had = this.entries.length;
    const wasAway = this.isAway;
    this.isAway = !(await answers(this.place.dataset.strip));
    if (wasAway && !this.isAway) dispatchEvent(new Event("online")); // the board waits longer before it looks again
    const outcome = !this.isAway && had ? await sendWaiting() : "";
    this.isAway ||= outcome === "away";
    const isDone = !this.isAway && outcome !== "busy";
    if (isDone) this.again = FIRST_AGAIN;
    // Otherwise a button would appear for a moment only.
    if (isDone && !this.isHolding && (await this.#givesWay(had))) return;
    await this.show();
    if (!isDone) this.#later();
  }

  // To the server's own page; not from a stored pad. A server that shows no page is left alone for a while.
  async #givesWay(had) {
    if (!("kept" in page.dataset)) {
      return document.querySelector(COUNTED_IN) && (await everything()).length < had && this.#reloads();
    }
    if (document.querySelector("[data-pad]")) return false;
    if (Date.now() - Number(sessionStorage.getItem(GAVE_WAY)) < LAST_AGAIN) return this.#later();
    sessionStorage.setItem(GAVE_WAY, Date.now());
    return this.#reloads();
  }

  // Not while the player chooses or types.
  #reloads() {
    const isTyping = document.activeElement.matches(":is(input, textarea, select)");
    if (isTyping || document.querySelector(OPEN)) return this.#later();
    location.reload();
    return true;
  }

  #later() {
    this.again = Math.min(this.again * 2, LAST_AGAIN);
    this.timer = setTimeout(() => document.hidden || this.try(), this.again);
    return false;
  }

  #waiting() {
    const count = this.entries.length;
    const { say } = this;
    const [one, many] = this.entries.every(({ kind }) => kind === "save")
      ? [say.scoresOne, say.scoresMany]
      : [say.changesOne, say.changesMany];
    const waits = count && fill(count === 1 ? one : many, { count });
    if (!this.isAway) return { what: waits || "", then: waits ? say.sending : "" };
    const since = fill(say.since, { time: timeOf(this.since) });
    if (!waits) return { what: say.offline, then: since };
    const isCounted = document.querySelector(COUNTED_IN) ? "" : say.atTable;
    const then = [count === 1 ? say.goesOne : say.goesMany, isCounted, since].filter(Boolean).join(" ");
    return { what: `${say.offline}. ${waits}`, then };
  }

  #refused({ stuck, title }) {
    const { say } = this;
    const then = GONE.includes(stuck) ? say.goneThen : say.stuckThen;
    const since = this.isAway ? ` ${say.offline}. ${fill(say.since, { time: timeOf(this.since) })}` : "";
    const what = GONE.includes(stuck) ? say.gone : title ? fill(say.stuck, { title }) : say.stuckUndo;
    return { what, then: then + since };
  }

  // Two taps: pending changes are stored nowhere else.
  async #throwAway(button) {
    const stuck = this.entries.find((entry) => entry.stuck);
    if (!stuck) return;
    if (this.armed === stuck.order) {
      await drop(stuck.order);
      return location.reload();
    }
    this.armed = stuck.order;
    button.textContent = this.say.sure;
  }

  async #look() {
    await look(this.entries.find((entry) => entry.stuck)).catch(() => this.#lost());
  }

  #listen() {
    this.part("try").addEventListener("click", () => this.try());
    this.part("look").addEventListener("click", () => this.#look());
    this.part("drop").addEventListener("click", ({ currentTarget }) => this.#throwAway(currentTarget));
    addEventListener("online", () => this.try());
    addEventListener("offline", () => this.#lost());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#lookAgain());
    document.addEventListener("visibilitychange", () => document.hidden || this.#lookAgain());
    document.addEventListener("server-lost", () => this.#lost());
    document.addEventListener("server-seen", () => this.#seen());
    document.addEventListener("submit", (event) => this.#hold(event), true);
  }

  async #lookAgain() {
    await this.show();
    if (this.isAway || this.entries.length) this.try();
  }

  #lost() {
    if (this.isAway) return;
    this.isAway = true;
    this.show();
    this.#later();
  }

  #seen() {
    this.since = Date.now();
    if (this.isAway) this.try();
  }

  // A form that cannot be queued stays on the page with its input.
  async #hold(event) {
    const form = event.target;
    if (!this.isAway || form.method !== "post" || "sendWhenConnected" in form.dataset) return;
    event.preventDefault();
    const { submitter } = event;
    this.isHolding = true;
    await this.try();
    this.isHolding = false;
    if (!this.isAway) return form.requestSubmit(submitter);
    this.place.hidden = false;
    this.part("then").textContent = this.say.needs;
    this.place.scrollIntoView({ block: "nearest" });
  }
}

async function answers(address) {
  try {
    const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) };
    return (await fetch(address, options)).ok;
  } catch {
    return false;
  }
}

function timeOf(moment) {
  const isToday = Date.now() - moment < A_DAY && new Date(moment).getDate() === new Date().getDate();
  const { language } = navigator; // tells the country, too
  const locale = language.startsWith(page.lang) ? language : page.lang;
  const day = isToday ? {} : { weekday: "long", day: "numeric", month: "long" };
  return new Intl.DateTimeFormat(locale, { ...day, hour: "numeric", minute: "2-digit" }).format(moment);
}

export const banner = new ConnectionBanner(document.querySelector("[data-strip]"));
// The banner now holds forms, so those of a stored page can be enabled; see `keep` in service-worker.js.
for (const form of document.querySelectorAll("form[method=dialog]")) form.method = "post";
