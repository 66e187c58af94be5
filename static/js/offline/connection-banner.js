// The banner at the top of a page: no network, pending changes, rejected changes. Retries the connection, and sends the
// pending changes. Attached by data-strip, loaded by without-network.js.

import { fill, textsOf } from "../messages.js";
import { isServerUp } from "../server.js";
import { allEntries, openRejected, removeEntry, sendPending } from "./outbox.js";

const MIN_RETRY_DELAY = 2000;
const MAX_RETRY_DELAY = 30000;
const page = document.documentElement;
const RELOADED_AT = "turn8:gave-way";
const WITH_PENDING = "[data-sheet], [data-waiting-sheet]"; // board.js and sheet.js show pending changes
// Pages without a banner: a pad, which has its own messages, and the choice between two versions.
const WITHOUT_BANNER = "[data-pad], [data-drop-draft]";
const OPEN = CSS.supports("selector(:popover-open)") ? ":popover-open" : "dialog[open]";
const REMOVED = [403, 404, 410];
const DAY = 24 * 3600 * 1000;

class ConnectionBanner {
  constructor(element) {
    this.element = element;
    this.texts = textsOf(element);
    this.since = Number(page.dataset.kept) || Date.now(); // the time of the page's content
    this.isOffline = "kept" in page.dataset || !navigator.onLine;
    this.retryDelay = MIN_RETRY_DELAY;
    this.entries = [];
    this.#listen();
  }

  part(name) {
    return this.element.querySelector(`[data-strip-${name}]`);
  }

  async show() {
    this.entries = await allEntries();
    const stuck = this.entries.find((entry) => entry.stuck);
    const { what, then } = stuck ? this.#rejectedText(stuck) : this.#pendingText();
    const { activeElement } = document;
    this.element.hidden = !what || document.querySelector(WITHOUT_BANNER) !== null;
    for (const [name, text] of Object.entries({ what, then })) {
      if (this.part(name).textContent !== text) this.part(name).textContent = text;
    }
    this.part("try").hidden = Boolean(stuck) || !what;
    this.part("look").hidden = this.part("drop").hidden = !stuck;
    const isFocusLost = this.element.contains(activeElement) && activeElement.closest("[hidden]");
    if (isFocusLost) document.getElementById("main").focus();
    if (this.confirming && this.confirming !== stuck?.order) this.part("drop").textContent = this.texts.drop;
    this.confirming = this.confirming === stuck?.order ? this.confirming : 0;
  }

  // Checks the connection; then sends pending changes, and replaces a cached page by the server's.
  // Concurrent calls share one attempt.
  try() {
    clearTimeout(this.timer);
    this.attempt ??= this.#check().finally(() => (this.attempt = null));
    return this.attempt;
  }

  async #check() {
    const entryCount = this.entries.length;
    const wasOffline = this.isOffline;
    this.isOffline = !(await isServerUp());
    if (wasOffline && !this.isOffline) dispatchEvent(new Event("online")); // the board's own retry is later
    const outcome = !this.isOffline && entryCount ? await sendPending() : "";
    this.isOffline ||= outcome === "offline";
    const isSettled = !this.isOffline && outcome !== "busy";
    if (isSettled) this.retryDelay = MIN_RETRY_DELAY;
    // Not shown before a reload: a button would appear for a moment only.
    if (isSettled && !this.isHoldingForm && (await this.#replacePage(entryCount))) return;
    await this.show();
    if (!isSettled) this.#scheduleRetry();
  }

  // Reloads a cached page, but not a pad; and a page whose pending changes were sent. Waits between reloads of a cached
  // page, as the server may still fail. Returns whether the page reloads.
  async #replacePage(entryCount) {
    if (!("kept" in page.dataset)) {
      return document.querySelector(WITH_PENDING) && (await allEntries()).length < entryCount && this.#reload();
    }
    if (document.querySelector("[data-pad]")) return false;
    const elapsed = Date.now() - Number(sessionStorage.getItem(RELOADED_AT));
    // Below zero the phone's clock was set back.
    if (elapsed >= 0 && elapsed < MAX_RETRY_DELAY) return this.#scheduleRetry();
    sessionStorage.setItem(RELOADED_AT, Date.now());
    return this.#reload();
  }

  // Not while the player chooses or types; then retries later.
  #reload() {
    const isTyping = document.activeElement.matches(":is(input, textarea, select)");
    if (isTyping || document.querySelector(OPEN)) return this.#scheduleRetry();
    location.reload();
    return true;
  }

  #scheduleRetry() {
    this.retryDelay = Math.min(this.retryDelay * 2, MAX_RETRY_DELAY);
    this.timer = setTimeout(() => document.hidden || this.try(), this.retryDelay);
    return false;
  }

  #pendingText() {
    const count = this.entries.length;
    const { texts } = this;
    const [one, many] = this.entries.every(({ kind }) => kind === "save")
      ? [texts.scoresOne, texts.scoresMany]
      : [texts.changesOne, texts.changesMany];
    const pending = count && fill(count === 1 ? one : many, { count });
    if (!this.isOffline) return { what: pending || "", then: pending ? texts.sending : "" };
    const since = fill(texts.since, { time: timeOf(this.since) });
    if (!pending) return { what: texts.offline, then: since };
    const note = document.querySelector(WITH_PENDING) ? "" : texts.atTable;
    const then = [count === 1 ? texts.goesOne : texts.goesMany, note, since].filter(Boolean).join(" ");
    return { what: `${texts.offline}. ${pending}`, then };
  }

  #rejectedText({ stuck, title }) {
    const { texts } = this;
    const then = REMOVED.includes(stuck) ? texts.goneThen : texts.stuckThen;
    const since = this.isOffline ? ` ${texts.offline}. ${fill(texts.since, { time: timeOf(this.since) })}` : "";
    const what = REMOVED.includes(stuck) ? texts.gone : title ? fill(texts.stuck, { title }) : texts.stuckUndo;
    return { what, then: then + since };
  }

  // Needs a second tap: pending changes are stored nowhere else.
  async #discard(button) {
    const stuck = this.entries.find((entry) => entry.stuck);
    if (!stuck) return;
    if (this.confirming === stuck.order) {
      await removeEntry(stuck.order);
      return location.reload();
    }
    this.confirming = stuck.order;
    button.textContent = this.texts.sure;
  }

  async #openRejected() {
    await openRejected(this.entries.find((entry) => entry.stuck)).catch(() => this.#onServerLost());
  }

  #listen() {
    this.part("try").addEventListener("click", () => this.try());
    this.part("look").addEventListener("click", () => this.#openRejected());
    this.part("drop").addEventListener("click", ({ currentTarget }) => this.#discard(currentTarget));
    addEventListener("online", () => this.try());
    addEventListener("offline", () => this.#onServerLost());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#onShown());
    document.addEventListener("visibilitychange", () => document.hidden || this.#onShown());
    document.addEventListener("server-lost", () => this.#onServerLost());
    document.addEventListener("server-seen", () => this.#onServerSeen());
    document.addEventListener("submit", (event) => this.#holdForm(event), true);
  }

  async #onShown() {
    await this.show();
    if (this.isOffline || this.entries.length) this.try();
  }

  #onServerLost() {
    if (this.isOffline) return;
    this.isOffline = true;
    this.show();
    this.#scheduleRetry();
  }

  #onServerSeen() {
    this.since = Date.now();
    if (this.isOffline) this.try();
  }

  // Without a connection, a form that cannot be queued stays on the page with its input.
  async #holdForm(event) {
    const form = event.target;
    if (!this.isOffline || form.method !== "post" || "sendWhenConnected" in form.dataset) return;
    event.preventDefault();
    const { submitter } = event;
    this.isHoldingForm = true;
    await this.try();
    this.isHoldingForm = false;
    if (!this.isOffline) return form.requestSubmit(submitter);
    this.element.hidden = false;
    this.part("then").textContent = this.texts.needs;
    this.element.scrollIntoView({ block: "nearest" });
  }
}

function timeOf(time) {
  const isToday = Math.abs(Date.now() - time) < DAY && new Date(time).getDate() === new Date().getDate();
  const { language } = navigator; // also has the country
  const locale = language.startsWith(page.lang) ? language : page.lang;
  const day = isToday ? {} : { weekday: "long", day: "numeric", month: "long" };
  return new Intl.DateTimeFormat(locale, { ...day, hour: "numeric", minute: "2-digit" }).format(time);
}

export const banner = new ConnectionBanner(document.querySelector("[data-strip]"));
// The banner now holds forms, so those of a stored page can be enabled; see `keep` in service-worker.js.
for (const form of document.querySelectorAll("form[method=dialog]")) form.method = "post";
