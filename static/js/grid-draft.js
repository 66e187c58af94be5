// A half-typed sheet stays on this phone until the server has it.

import { RoundDraft } from "./round-draft.js";

function attach(form) {
  const draft = new RoundDraft(form);
  const keep = () => draft.keep({});
  if (draft.restore()) offerToStartOver(form, draft);
  if (draft.wasSent) keep();
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
}

function offerToStartOver(form, draft) {
  const notice = form.querySelector("[data-notice]");
  const over = document.createElement("button");
  over.type = "button";
  over.className = "button";
  over.textContent = form.dataset.sayStartOver;
  over.addEventListener("click", () => {
    draft.drop();
    location.reload();
  });
  notice.replaceChildren(form.dataset.sayRestored, over);
  notice.hidden = false;
  form.dispatchEvent(new Event("change"));
}

for (const form of document.querySelectorAll("[data-grid]")) attach(form);
