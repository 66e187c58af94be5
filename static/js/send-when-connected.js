// Sends a form only when the server answers. A form sent without a connection would leave the page for the
// browser's error page; here it stays, says so, and goes by itself as soon as there is a connection.

import { textsOf } from "./says.js";

const PATIENCE = 4000;
const AGAIN_AFTER = 5000;
const LOST_AFTER = 15000; // a sent form that led nowhere may be sent again; the server takes it once

for (const form of document.querySelectorAll("[data-send-when-connected]")) attach(form);

function attach(form) {
  let state = "idle"; // idle → asking → waiting → asking … → going
  let submitter = null;
  let timer = 0;
  const notice = form.querySelector("[data-notice]");
  const say = textsOf(form);

  async function ask() {
    clearTimeout(timer);
    state = "asking";
    const answered = await serverAnswers(form.dataset.sendWhenConnected);
    if (state !== "asking") return; // given up meanwhile
    if (answered) return go();
    state = "waiting";
    notify(say.waiting);
    if (!document.hidden) timer = setTimeout(ask, AGAIN_AFTER);
  }

  function go() {
    state = "going";
    form.requestSubmit(submitter);
  }

  function giveUp() {
    if (state === "asking" || state === "waiting") notify("");
    clearTimeout(timer);
    state = "idle";
  }

  function notify(text) {
    if (!notice) return;
    notice.textContent = text;
    notice.hidden = !text;
  }

  form.addEventListener("submit", (event) => {
    if (state === "going") {
      state = "gone";
      timer = setTimeout(giveUp, LOST_AFTER);
      return;
    }
    event.preventDefault();
    if (state === "asking" || state === "gone") return; // a double tap
    submitter = event.submitter;
    ask();
  });
  // Whoever goes on typing has not finished: nothing is sent behind their back.
  form.addEventListener("input", giveUp);
  const retry = () => state === "waiting" && !document.hidden && ask();
  addEventListener("online", retry);
  document.addEventListener("visibilitychange", retry);
  addEventListener("pageshow", (event) => event.persisted && giveUp());
}

async function serverAnswers(address) {
  try {
    const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) };
    return (await fetch(address, options)).ok;
  } catch {
    return false;
  }
}
