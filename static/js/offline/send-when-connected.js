// Sends a form only when the server answers. Without a connection the browser would replace the page by its error page;
// with this module the form stays with a message, and is sent once there is a connection. Attached by
// data-send-when-connected.

import { textsOf } from "../messages.js";
import { isServerUp } from "../server.js";

const RETRY_AFTER = 5000;
const RESEND_AFTER = 15000; // without a response; the server executes a repeated form once

for (const form of document.querySelectorAll("[data-send-when-connected]")) attach(form);

function attach(form) {
  let state = "idle"; // idle → checking → waiting → checking … → sending → sent; checking again if there is no response
  let submitter = null;
  let timer = 0;
  const notice = form.querySelector("[data-notice]");
  const texts = textsOf(form);

  async function check() {
    clearTimeout(timer);
    state = "checking";
    const outbox = await outboxFor(form);
    const canSend = !(await outbox?.hasEarlierEntries(form)) && (await isServerUp(form.dataset.sendWhenConnected));
    if (state !== "checking") return; // cancelled meanwhile
    if (canSend) return send();
    if (await outbox?.queueRound(form, submitter)) return location.assign(form.dataset.outbox);
    state = "waiting";
    notify(isSecureContext ? texts.waiting : texts.waitingPlainly);
    if (!document.hidden) timer = setTimeout(check, RETRY_AFTER);
  }

  function send() {
    state = "sending";
    form.requestSubmit(submitter);
  }

  function cancel() {
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
      timer = setTimeout(check, RESEND_AFTER);
      return;
    }
    event.preventDefault();
    if (state === "checking" || state === "sent") return; // a double tap
    submitter = event.submitter;
    check();
  });
  // A player who continues typing has not finished.
  form.addEventListener("input", cancel);
  const retry = () => state === "waiting" && !document.hidden && check();
  addEventListener("online", retry);
  document.addEventListener("visibilitychange", retry);
  addEventListener("pageshow", (event) => event.persisted && cancel());
}

// The module that queues a form that cannot be sent; null where the table's page is not cached.
function outboxFor(form) {
  const isCached = form.dataset.outbox && navigator.serviceWorker?.controller;
  return isCached ? import("./queue-round.js").catch(() => null) : null;
}
