// Stores a half-typed sheet on this phone until the server has it.

import { textsOf } from "../messages.js";
import { RoundDraft, readDraft } from "../pad/drafts.js";

function attach(form) {
  if (!("sent" in form.dataset) && lacksLines(form)) return;
  const draft = new RoundDraft(form);
  const keep = () => draft.keep({});
  if (draft.restore()) showRestored(form, draft);
  else keep(); // of a page that was sent, and what was typed before this module came
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
}

// Back from the next page: what was saved there must not be sent again as if it were still the same sheet. A page
// that answered a sent form would be sent once more by a reload.
function beginAfresh(form) {
  if ("sent" in form.dataset) location.replace(form.action);
  else location.reload();
}

// A restored sheet needs as many lines as were typed in: the page is requested once more, unless its address
// requests that many already.
function lacksLines(form) {
  if (!form.querySelector("[value=more]")) return false;
  const { since, lines } = form.elements;
  const typed = Object.keys(readDraft(form.dataset.draft)?.fields ?? {}).map((name) => /^c-(\d+)-/.exec(name)?.[1] ?? 0);
  const wanted = Math.max(0, ...typed) - since.value + 1;
  const address = new URL(location);
  const requested = Number(address.searchParams.get("lines") ?? 0);
  if (wanted <= lines.value || requested >= wanted) return false;
  address.searchParams.set("lines", wanted);
  location.replace(address);
  return true;
}

function showRestored(form, draft) {
  const { block } = form.elements;
  if (block?.value) block.closest("details").open = true;
  draft.offerToStartOver(form.querySelector("[data-notice]"), textsOf(form));
  form.dispatchEvent(new Event("change"));
}

for (const form of document.querySelectorAll("[data-grid]")) {
  attach(form);
  addEventListener("pageshow", (event) => event.persisted && navigator.onLine && beginAfresh(form));
}
