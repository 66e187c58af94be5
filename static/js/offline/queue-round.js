// Puts a round that cannot be sent now into the outbox; the table page then shows it as pending. Used by other modules.

import { dropDraft } from "../pad/drafts.js";
import { addEntry, entriesOf, newId } from "./outbox.js";
import { changeShown, isCorrection, shownOfChange } from "./shown.js";
import { activeEntries } from "./waiting-rounds.js";

const KNOWN = "turn8:known-changes";
const MAX_KNOWN = 100;
const NOT_COMPARED = new Set(["change_id", "shown", "accepted"]);

// Whether another change of this table has to be sent first.
export async function hasEarlierEntries(form) {
  const [first] = await entriesOf(form.dataset.outbox);
  const isSameRound = first?.stuck && first.number === Number(form.dataset.number);
  return Boolean(first) && !isSameRound;
}

// False without storage: then the page must keep the input.
export function queueRound(form, submitter) {
  return queue(form, submitter).then(() => true, () => false);
}

async function queue(form, submitter) {
  const { outbox: table, number, title, draft } = form.dataset;
  const fields = new Map(new FormData(form, submitter));
  fields.delete("csrf_token");
  const change = newId();
  const isSaved = (entry) => entry.number === Number(number) && entry.kind !== "undo";
  const saved = activeEntries(await entriesOf(table)).findLast(isSaved);
  if (saved && contentOf(saved.fields) === contentOf(fields)) return dropDraft(draft); // nothing is different
  // A version of another page stays: the server asks which of the two is right, as it does with two phones.
  if (saved && isKnownHere(saved.change)) fields.set("shown", shownOfChange(saved.change));
  fields.set("change_id", change);
  setKnownHere(change);
  const kind = isCorrection(fields) ? "correct" : "save";
  const action = form.getAttribute("action");
  await addEntry({ change, table, number: Number(number), title, kind, action, fields: [...fields], draft });
  dropDraft(draft); // only now: adding the entry may have failed
  navigator.storage?.persist?.(); // protects the outbox where the phone's storage is low
}

// Changes that were saved in this tab, or opened for a correction: what is saved next replaces them.
export function setKnownHere(change) {
  sessionStorage.setItem(KNOWN, [...knownHere(), change].slice(-MAX_KNOWN).join(" "));
}

function isKnownHere(change) {
  return knownHere().includes(change);
}

function knownHere() {
  return (sessionStorage.getItem(KNOWN) ?? "").split(" ").filter(Boolean);
}

// Queues the undo of a pending change, or of the server's last change.
export async function queueUndo(table, undone) {
  if ((await entriesOf(table)).some((entry) => entry.of === undone)) return; // a double tap
  const change = newId();
  const action = `${table}/changes/${undone}/undo`;
  const fields = [["change_id", change]];
  await addEntry({ change, table, number: 0, title: "", kind: "undo", action, fields, draft: "", of: undone });
}

// Without the fields that differ each time a form is sent.
function contentOf(fields) {
  return JSON.stringify([...fields].filter(([name]) => !NOT_COMPARED.has(name)));
}
