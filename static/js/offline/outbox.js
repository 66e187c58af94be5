// The outbox: stores changes that were saved without a network, and sends them in their order once the server answers.
// Used by other modules. The server recognises a change by its id. A rejected change blocks later changes of its table
// until the player has resolved it.
//
// An entry: {order, change, table, number, title, kind, action, fields, draft, of, stuck}. change: its
// id; table and action: addresses; number: of its round, and its title on the page ("Round 8"); kind:
// "save", "correct" or "undo" (then `of` is the undone change); fields: pairs of name and value, as in the
// form; stuck: the status of the rejection, otherwise 0.

import { changeShown } from "./shown.js";

const STORE = "outbox";
const TIMEOUT = 15000;
const SAVED = 204;
const NOT_FOUND = 404;
const TEMPORARY = new Set([408, 425, 429]);

const TAKE_OVER_AFTER = 40000; // more than twice TIMEOUT: an entry takes two requests

let database = null;
let blocked = null; // the first entry when another page was sending: its order, and since when

// In their order; empty where the browser has no storage.
export async function allEntries() {
  return store("readonly").then((box) => resultOf(box.getAll()), () => []);
}

export async function entriesOf(table) {
  return (await allEntries()).filter((entry) => entry.table === table);
}

// Resolves once the entry is on the disk: the battery may run out at any moment.
export async function addEntry(entry) {
  const box = await store("readwrite");
  box.put({ stuck: 0, ...entry });
  await completed(box.transaction);
}

export async function removeEntry(order) {
  const box = await store("readwrite");
  box.delete(order);
  await completed(box.transaction);
}

export function newId() {
  return crypto.randomUUID();
}

// Resolves to "sent", "offline" or "stuck"; "busy" while another page is sending. A page that hangs does not stop the
// others: one that has sent nothing for some time loses the lock. A change that both send is saved once.
export async function sendPending() {
  if (!navigator.locks) return sendAll();
  const outcome = await sendLocked({ ifAvailable: true });
  if (outcome === "busy" && !(await isBlocked())) return outcome;
  blocked = null;
  return outcome === "busy" ? sendLocked({ steal: true }) : outcome;
}

function sendLocked(options) {
  const lost = () => "busy"; // to another page
  return navigator.locks.request("turn8:outbox", options, (lock) => (lock ? sendAll() : "busy")).catch(lost);
}

// Whether another page has had the lock for TAKE_OVER_AFTER without sending the first entry.
async function isBlocked() {
  const order = (await allEntries())[0]?.order;
  if (blocked?.order !== order) blocked = { order, since: performance.now() };
  return performance.now() - blocked.since >= TAKE_OVER_AFTER;
}

// Sends a rejected change as a form, so that the server's page shows the problem with all input.
export async function openRejected(entry) {
  const token = await tokenFor(entry.table);
  if (token === null) return location.assign(entry.table); // the page shows why
  const form = document.createElement("form");
  form.method = "post";
  form.action = entry.action;
  form.hidden = true;
  for (const [name, value] of [...entry.fields, ["csrf_token", token]]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

async function sendAll() {
  const tokens = new Map();
  const stuck = new Set();
  try {
    for (const entry of await allEntries()) {
      if (stuck.has(entry.table)) continue;
      if (!tokens.has(entry.table)) tokens.set(entry.table, await tokenFor(entry.table));
      const status = await send(entry, tokens.get(entry.table));
      if (status === SAVED) await removeEntry(entry.order);
      else {
        stuck.add(entry.table);
        await refuse(entry.order, status);
      }
    }
  } catch {
    return "offline";
  }
  return stuck.size ? "stuck" : "sent";
}

async function send(entry, token) {
  if (token === null) return NOT_FOUND;
  const body = new URLSearchParams([...entry.fields, ["csrf_token", token]]);
  const headers = { "X-Outbox": "1" };
  return statusOf(await fetch(entry.action, { method: "POST", body, headers, signal: AbortSignal.timeout(TIMEOUT) }));
}

// null where this phone has no permission to save.
async function tokenFor(table) {
  const options = { headers: { "X-Keep": "1" }, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) };
  const response = await fetch(table, options);
  if (statusOf(response) >= 400) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.querySelector("[name=csrf_token]")?.value ?? null;
}

function statusOf(response) {
  if (response.status >= 500 || TEMPORARY.has(response.status)) throw new Error(response.status);
  return response.status;
}

// Marks an entry as rejected, unless it was discarded meanwhile. Merges its pending corrections into it, so that the
// player resolves the round once. (Exported for open pages of the previous version.)
export async function refuse(order, stuck) {
  const box = await store("readwrite");
  const reading = box.getAll();
  reading.onsuccess = () => {
    const rejected = reading.result.find((entry) => entry.order === order);
    if (!rejected) return;
    const corrections = correctionsOf(rejected, reading.result);
    for (const { entry, undo } of corrections) for (const old of [entry, undo]) if (old) box.delete(old.order);
    const last = corrections.findLast(({ undo }) => !undo)?.entry ?? rejected;
    box.put({ ...rejected, stuck, fields: withIdsOf(rejected, last.fields) });
  };
  await completed(box.transaction);
}

// The corrections of an entry in their order, each with the entry that undoes it, if any.
function correctionsOf(rejected, entries) {
  const changes = new Set([rejected.change]);
  const found = [];
  for (const entry of entries) {
    if (!changes.has(changeShown(new Map(entry.fields)))) continue;
    changes.add(entry.change);
    found.push({ entry, undo: entries.find(({ of }) => of === entry.change) });
  }
  return found;
}

// These fields with the change_id of the entry and what it showed.
function withIdsOf(entry, fields) {
  const result = new Map(fields);
  const original = new Map(entry.fields);
  for (const name of ["change_id", "shown"]) result.set(name, original.get(name) ?? "");
  return [...result];
}

// Opens the database again where a sleeping phone has closed it.
async function store(mode) {
  try {
    return await begin(mode);
  } catch {
    database = null;
    return begin(mode);
  }
}

async function begin(mode) {
  database ??= open();
  return (await database).transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
}

function open() {
  const opening = indexedDB.open("turn8", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
  return resultOf(opening);
}

function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function completed(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}
