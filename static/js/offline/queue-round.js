// Puts a round that cannot be sent now into the outbox; its table then adds it.

import { dropDraft } from "../pad/drafts.js";
import { newId, of, put } from "./outbox.js";
import { inForce } from "./waiting-rounds.js";

const NOT_COMPARED = new Set(["change_id", "seen", "accepted", "counted"]);

// Whether another change of this table has to be sent before.
export async function mustWait(form) {
  const [first] = await of(form.dataset.outbox);
  const isItself = first?.stuck && first.number === Number(form.dataset.number);
  return Boolean(first) && !isItself;
}

// False without storage: then the page itself must keep the input.
export function keepRound(form, submitter) {
  return keep(form, submitter).then(() => true, () => false);
}

async function keep(form, submitter) {
  const { outbox: table, number, title, draft } = form.dataset;
  const fields = new Map(new FormData(form, submitter));
  fields.delete("csrf_token");
  const change = newId();
  const saved = inForce(await of(table)).findLast((entry) => entry.number === Number(number) && entry.kind !== "undo");
  if (saved && contentOf(saved.fields) === contentOf(fields)) return dropDraft(draft); // corrected to what it was
  if (saved) fields.set("seen", saved.change);
  fields.set("change_id", change);
  const kind = fields.get("seen") ? "correct" : "save";
  const action = form.getAttribute("action");
  await put({ change, table, number: Number(number), title, kind, action, fields: [...fields], draft });
  dropDraft(draft); // only now: the outbox may have refused
  navigator.storage?.persist?.(); // so that a phone short of room throws away something else
}

// Queues the undo of a pending change, or of the server's last change.
export async function queueUndo(table, undone) {
  if ((await of(table)).some((entry) => entry.of === undone)) return; // a second tap
  const change = newId();
  const action = `${table}/changes/${undone}/undo`;
  const fields = [["change_id", change]];
  await put({ change, table, number: 0, title: "", kind: "undo", action, fields, draft: "", of: undone });
}

// Without the fields that differ each time a form is sent.
function contentOf(fields) {
  return JSON.stringify([...fields].filter(([name]) => !NOT_COMPARED.has(name)));
}
