// What the server has refused, in the outbox.

import { finished, store } from "./outbox.js";

// Refused by this status; no longer there where somebody has given it up meanwhile. What corrected it on this phone goes
// into it: about one round is asked once.
export async function refuse(order, stuck) {
  const box = await store("readwrite");
  const asked = box.getAll();
  asked.onsuccess = () => {
    const refused = asked.result.find((entry) => entry.order === order);
    if (!refused) return;
    const corrected = correctionsOf(refused, asked.result);
    for (const { entry, undo } of corrected) for (const gone of [entry, undo]) if (gone) box.delete(gone.order);
    const last = corrected.findLast(({ undo }) => !undo)?.entry ?? refused;
    box.put({ ...refused, stuck, fields: sentAs(refused, last.fields) });
  };
  await finished(box.transaction);
}

// In their order, each with what took it back where something did.
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

// These fields as those of that change.
function sentAs(entry, fields) {
  const as = new Map(fields);
  const before = new Map(entry.fields);
  for (const name of ["change_id", "seen"]) as.set(name, before.get(name));
  return [...as];
}
