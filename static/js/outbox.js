// What this phone has saved without a network: changes in their order, each sent once the server is there again.
//
// An entry: {order, change, table, number, title, kind, action, fields, draft, of, stuck}. change: the id it is carried
// out by; table and action: addresses; number: of its round, and the title that it has on the page ("Round 8"); kind:
// "save", "correct" or "undo" (then `of` is the change it takes back); fields: pairs of name and value, as the form has
// them; stuck: the status by which the server refused it, 0 before.

const STORE = "outbox";

let opened = null;

// A browser that keeps nothing has nothing that waits.
export async function everything() {
  return store("readonly").then((box) => done(box.getAll()), () => []);
}

export async function of(table) {
  return (await everything()).filter((entry) => entry.table === table);
}

// On the disk before it resolves: a battery may be empty the next moment.
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

// A phone that slept may have lost its connection to the database: then it is opened once more.
export async function store(mode) {
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
  const asked = indexedDB.open("turn8", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
  return done(asked);
}

function done(asked) {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

export function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}
