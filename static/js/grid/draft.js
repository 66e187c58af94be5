// Stores a partly typed sheet on this phone until the server has it. Attached by data-grid.

import { textsOf } from "../messages.js";
import { FormDraft, readDraft } from "../pad/drafts.js";
import { reloadIfRestored } from "../server.js";

function attach(form) {
  if (!("sent" in form.dataset) && loadMoreLines(form)) return;
  const draft = new FormDraft(form);
  const store = () => draft.store({});
  if (draft.restore()) showRestored(form, draft);
  else store(); // a page that was sent, and input from before this module ran
  form.addEventListener("input", store);
  form.addEventListener("change", store);
}

// The page comes from the back-forward cache: what was saved since must not be sent again as the same sheet. A reload
// of a page that answered a sent form would send it again.
function reload(form) {
  if ("sent" in form.dataset) location.replace(form.action);
  else location.reload();
}

// Loads the page with as many lines as the stored draft has, unless its address already requests them. Returns whether
// it does.
function loadMoreLines(form) {
  if (!form.querySelector("[value=more]")) return false;
  const { since, lines } = form.elements;
  const names = Object.keys(readDraft(form.dataset.draft)?.fields ?? {});
  const typed = names.map((name) => /^c-(\d+)-/.exec(name)?.[1] ?? 0);
  const needed = Math.max(0, ...typed) - since.value + 1;
  const address = new URL(location);
  const requested = Number(address.searchParams.get("lines") ?? 0);
  if (needed <= lines.value || requested >= needed) return false;
  address.searchParams.set("lines", needed);
  location.replace(address);
  return true;
}

function showRestored(form, draft) {
  const { block } = form.elements;
  if (block?.value) block.closest("details").open = true;
  draft.offerDiscard(form.querySelector("[data-notice]"), textsOf(form));
  form.dispatchEvent(new Event("change"));
}

for (const form of document.querySelectorAll("[data-grid]")) {
  attach(form);
  reloadIfRestored(() => reload(form));
}
