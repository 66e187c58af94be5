// The outbox: changes saved without a network, sent in their order once the server answers. Every
// change has an id by which the server recognises it. A rejected change is stuck, and later changes of
// its table wait behind it until the player has looked at it.
//
// An entry: {order, change, table, number, title, kind, action, fields, draft, of, stuck}. change: its
// id; table and action: addresses; number: of its round, and its title on the page ("Round 8"); kind:
// "save", "correct" or "undo" (then `of` is the change that is undone); fields: pairs of name and value, as in the
// form; stuck: the status of the rejection, 0 before.

const STORE = "outbox";
const TIMEOUT = 15000;
const TAKEN = 204;
const GONE = 404;
const LATER = new Set([408, 425, 429]);

let opened = null;

// Empty where the browser has no storage.
export async function everything() {
  return store("readonly").then((box) => done(box.getAll()), () => []);
}

export async function of(table) {
  return (await everything()).filter((entry) => entry.table === table);
}

// Resolves once it is on the disk: a battery may be empty the next moment.
export async function put(entry) {
  const box = await store("readwrite");
  box.put({ stuck: 0, ...entry });
  await finished(box.transaction);
}

export async function drop(order) {
  const box = await store("readwrite");
  box.delete(order);
  await finished(box.transaction);
}

export function newId() {
  return crypto.randomUUID();
}

// Resolves to "sent", "away" or "stuck"; "busy" while another page is sending.
export function sendWaiting() {
  if (!navigator.locks) return sendAll();
  const only = { ifAvailable: true };
  return navigator.locks.request("turn8:outbox", only, (lock) => (lock ? sendAll() : "busy"));
}

// Opens the server's own page of a rejected change, with all its input.
export async function look(entry) {
  const token = await tokenFor(entry.table);
  if (token === null) return location.assign(entry.table); // the page says why
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
    for (const entry of await everything()) {
      if (stuck.has(entry.table)) continue;
      if (!tokens.has(entry.table)) tokens.set(entry.table, await tokenFor(entry.table));
      const status = await send(entry, tokens.get(entry.table));
      if (status === TAKEN) await drop(entry.order);
      else {
        stuck.add(entry.table);
        await refuse(entry.order, status);
      }
    }
  } catch {
    return "away";
  }
  return stuck.size ? "stuck" : "sent";
}

async function send(entry, token) {
  if (token === null) return GONE;
  const body = new URLSearchParams([...entry.fields, ["csrf_token", token]]);
  const headers = { "X-Outbox": "1" };
  return statusOf(await fetch(entry.action, { method: "POST", body, headers, signal: AbortSignal.timeout(TIMEOUT) }));
}

// null where this phone may not save any more.
async function tokenFor(table) {
  const options = { headers: { "X-Keep": "1" }, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) };
  const answer = await fetch(table, options);
  if (statusOf(answer) >= 400) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("[name=csrf_token]")?.value ?? null;
}

function statusOf(answer) {
  if (answer.status >= 500 || LATER.has(answer.status)) throw new Error(answer.status);
  return answer.status;
}

// Marks an entry as rejected, unless it was discarded meanwhile. Pending corrections of it are merged
// into it, so that the page asks about one round once. (Exported for open pages of the previous version.)
export async function refuse(order, stuck) {
  const box = await store("readwrite");
  const reading = box.getAll();
  reading.onsuccess = () => {
    const refused = reading.result.find((entry) => entry.order === order);
    if (!refused) return;
    const corrected = correctionsOf(refused, reading.result);
    for (const { entry, undo } of corrected) for (const old of [entry, undo]) if (old) box.delete(old.order);
    const last = corrected.findLast(({ undo }) => !undo)?.entry ?? refused;
    box.put({ ...refused, stuck, fields: sentAs(refused, last.fields) });
  };
  await finished(box.transaction);
}

// In their order, each with the entry that undoes it, if any.
function correctionsOf(refused, entries) {
  const changes = new Set([refused.change]);
  const found = [];
  for (const entry of entries) {
    if (!changes.has(new Map(entry.fields).get("seen"))) continue;
    changes.add(entry.change);
    found.push({ entry, undo: entries.find(({ of }) => of === entry.change) });
  }
  return found;
}

// These fields with change_id and seen of the entry.
function sentAs(entry, fields) {
  const as = new Map(fields);
  const before = new Map(entry.fields);
  for (const name of ["change_id", "seen"]) as.set(name, before.get(name));
  return [...as];
}

// A phone that slept may have lost its connection to the database: then it is reopened.
async function store(mode) {
  try {
    return await begun(mode);
  } catch {
    opened = null;
    return begun(mode);
  }
}

async function begun(mode) {
  opened ??= open();
  return (await opened).transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
}

function open() {
  const opening = indexedDB.open("turn8", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
  return done(opening);
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}
