// Sends what waits in the outbox, in its order, each once: every change has an id by which the server knows it again.
// What the server refuses is stuck, and whatever that table saved after it waits behind it, until somebody has looked.

import { drop, everything } from "./outbox.js";

const PATIENCE = 15000;
const TAKEN = 204;
const GONE = 404;
const LATER = new Set([408, 425, 429]);

// Resolves to "sent", "away" or "stuck"; "busy" where another page is at it.
export function sendWaiting() {
  if (!navigator.locks) return sendAll();
  const only = { ifAvailable: true };
  return navigator.locks.request("turn8:outbox", only, (lock) => (lock ? sendAll() : "busy"));
}

// What was refused is looked at on the server’s own page, with everything in it that was typed.
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
        await (await import("./refused.js")).refuse(entry.order, status);
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
  return statusOf(await fetch(entry.action, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) }));
}

// null where this phone may not save there any more.
async function tokenFor(table) {
  const asked = { headers: { "X-Keep": "1" }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) };
  const answer = await fetch(table, asked);
  if (statusOf(answer) >= 400) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("[name=csrf_token]")?.value ?? null;
}

function statusOf(answer) {
  if (answer.status >= 500 || LATER.has(answer.status)) throw new Error(answer.status);
  return answer.status;
}
