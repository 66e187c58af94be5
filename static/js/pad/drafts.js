// Stores partly entered rounds on this phone until the server has them. Used by other modules. The key of a draft is
// the page's data-draft: "<session id>/<round>/new", ".../insert" or ".../<version that a correction is based on>".

import { button } from "../elements.js";
import { reloadWhenUp } from "../server.js";

const PREFIX = "turn8:draft:";
const MAX_AGE = 14 * 24 * 3600 * 1000;
// Fields of this phone’s request, and of the paper grid ("columns", "since").
const NOT_STORED = new Set(["csrf_token", "shown", "accepted", "columns", "since", "change_id"]);

// The draft of a form: stores its input, and restores it after a reload.
//
// Stores only fields that the player has changed: a restored draft must not undo what another phone has changed
// meanwhile, for example the dealer. A page that shows rejected input has no unchanged fields: it stores all.
export class FormDraft {
  constructor(form) {
    this.form = form;
    this.key = form.dataset.draft;
    this.showsSentInput = "showsSentInput" in form.dataset;
    // Without a draft, such a link must not replace the page with its input.
    for (const link of document.querySelectorAll("[data-leaves]")) link.removeAttribute("target");
  }

  // Fills in the stored draft; null where there is none or the page itself has input.
  restore() {
    const draft = this.showsSentInput ? null : readDraft(this.key);
    if (!draft) return null;
    for (const [name, value] of Object.entries(draft.fields)) {
      const field = this.form.elements.namedItem(name);
      if (field?.type === "checkbox") field.checked = value === "on";
      else if (field) field.value = value;
    }
    // A repeated request must have the same change id.
    this.form.elements.change_id.value = draft.change;
    return draft;
  }

  store(state) {
    const fields = this.#fields();
    if (Object.keys(fields).length === 0) return this.drop();
    writeDraft(this.key, { fields, change: this.form.elements.change_id.value, ...state });
  }

  drop() {
    dropDraft(this.key);
  }

  // Shows a message with a button that discards the restored draft.
  offerDiscard(notice, texts) {
    const discardButton = button("button", texts.startOver);
    discardButton.addEventListener("click", () => {
      this.drop();
      if (navigator.serviceWorker?.controller) location.reload(); // has the page without a network, too
      else reloadWhenUp();
    });
    notice.replaceChildren(texts.restored, " ", discardButton);
    notice.hidden = false;
  }

  #fields() {
    const fields = {};
    for (const field of this.form.elements) {
      if (!field.name || NOT_STORED.has(field.name.split("-").at(-1)) || field.type === "submit") continue;
      if (field.type === "radio" && !field.checked) continue;
      const value = field.type === "checkbox" && !field.checked ? "" : field.value;
      if (this.showsSentInput || differs(field)) fields[field.name] = value;
    }
    return fields;
  }
}

export function differs(field) {
  if (field.type === "radio") return !field.defaultChecked;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.options) return field.selectedIndex !== Math.max(0, [...field.options].findIndex(isDefault));
  return field.value !== field.defaultValue;
}

function isDefault(option) {
  return option.defaultSelected;
}

export function readDraft(key) {
  return ignoringErrors(() => {
    const draft = JSON.parse(localStorage.getItem(PREFIX + key));
    return draft && Date.now() - draft.at < MAX_AGE ? draft : null;
  });
}

export function writeDraft(key, draft) {
  ignoringErrors(() => localStorage.setItem(PREFIX + key, JSON.stringify({ ...draft, at: Date.now() })));
}

export function dropDraft(key) {
  ignoringErrors(() => localStorage.removeItem(PREFIX + key));
}

// The round is saved: deletes its other drafts, too, but not one of a round to insert before it.
export function dropSaved(key) {
  dropDraft(key);
  if (!key.endsWith("/insert")) dropDraft(key.replace(/[^/]*$/, "new"));
}

export function dropStaleDrafts() {
  ignoringErrors(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) if (!readDraft(key.slice(PREFIX.length))) localStorage.removeItem(key);
  });
}

// Storage may be unavailable in a private window, or full: then there are no drafts, and the rest of the page works.
function ignoringErrors(attempt) {
  try {
    return attempt() ?? null;
  } catch {
    return null;
  }
}
