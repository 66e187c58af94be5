// Sends a form only when the server answers. Without a connection the browser would replace the page by its error
// page; here it stays with a message, and is sent as soon as there is one.

import { textsOf } from "../messages.js";

const TIMEOUT = 4000;
const AGAIN_AFTER = 5000;
const LOST_AFTER = 15000; // a sent form that led nowhere is sent again; the server takes it once

for (const form of document.querySelectorAll("[data-send-when-connected]")) attach(form);

function attach(form) {
  let state = "idle"; // idle → asking → waiting → asking … → sending → sent; then the page is left, or it asks again
  let submitter = null;
  let timer = 0;
  const notice = form.querySelector("[data-notice]");
  const say = textsOf(form);

  async function ask() {
    clearTimeout(timer);
    state = "asking";
    const later = await outboxOf(form);
    const answered = !(await later?.mustWait(form)) && (await serverAnswers(form.dataset.sendWhenConnected));
    if (state !== "asking") return; // given up meanwhile
    if (answered) return go();
    if (await later?.keepRound(form, submitter)) return location.assign(form.dataset.outbox);
    state = "waiting";
    notify(isSecureContext ? say.waiting : say.waitingPlainly);
    if (!document.hidden) timer = setTimeout(ask, AGAIN_AFTER);
  }

  function go() {
    state = "sending";
    form.requestSubmit(submitter);
  }

  function giveUp() {
    if (state !== "idle") notify("");
    clearTimeout(timer);
    state = "idle";
  }

  function notify(text) {
    if (!notice) return;
    notice.textContent = text;
    notice.hidden = !text;
  }

  form.addEventListener("submit", (event) => {
    if (state === "sending") {
      state = "sent";
      timer = setTimeout(ask, LOST_AFTER);
      return;
    }
    event.preventDefault();
    if (state === "asking" || state === "sent") return; // a double tap
    submitter = event.submitter;
    ask();
  });
  // A player who continues typing has not finished.
  form.addEventListener("input", giveUp);
  const retry = () => state === "waiting" && !document.hidden && ask();
  addEventListener("online", retry);
  document.addEventListener("visibilitychange", retry);
  addEventListener("pageshow", (event) => event.persisted && giveUp());
}

// Where the table’s page is cached, a form that cannot be sent is queued.
function outboxOf(form) {
  const isKept = form.dataset.outbox && navigator.serviceWorker?.controller;
  return isKept ? import("./queue-round.js").catch(() => null) : null;
}

async function serverAnswers(address) {
  try {
    const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) };
    return (await fetch(address, options)).ok;
  } catch {
    return false;
  }
}
