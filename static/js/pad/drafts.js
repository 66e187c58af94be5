// Half-entered rounds, stored on this phone until the server has them. The key of a draft is the page's
// data-draft: "<session id>/<round>/new", ".../insert" or ".../<the version that a correction was shown>".

import { button } from "../elements.js";

const PREFIX = "turn8:draft:";
const LONGEST_LIFE = 14 * 24 * 3600 * 1000;
const NOT_KEPT = new Set(["csrf_token", "seen", "accepted", "columns", "since", "change_id"]);

// Stores the input of a round, and restores it after a reload.
//
// Of a page rendered without input only changed fields are stored, so that a restored draft does not undo what
// happened at the table meanwhile (another dealer). Of a page that was just sent all fields are.
export class RoundDraft {
  constructor(form) {
    this.form = form;
    this.key = form.dataset.draft;
    this.wasSent = "sent" in form.dataset;
  }

  // Fills in the stored draft; null where there is none or the page itself has input.
  restore() {
    const draft = this.wasSent ? null : readDraft(this.key);
    if (!draft) return null;
    for (const [name, value] of Object.entries(draft.fields)) {
      const field = this.form.elements.namedItem(name);
      if (field) field.value = value;
    }
    // Sent again it must have the same change id.
    this.form.elements.change_id.value = draft.change;
    return draft;
  }

  keep(state) {
    const fields = this.#fields();
    if (Object.keys(fields).length === 0) return this.drop();
    writeDraft(this.key, { fields, change: this.form.elements.change_id.value, ...state });
  }

  drop() {
    dropDraft(this.key);
  }

  // A restored draft can be discarded.
  offerToStartOver(notice, say) {
    const over = button("button", say.startOver);
    over.addEventListener("click", () => {
      this.drop();
      location.reload();
    });
    notice.replaceChildren(say.restored, " ", over);
    notice.hidden = false;
  }

  #fields() {
    const fields = {};
    for (const field of this.form.elements) {
      if (!field.name || NOT_KEPT.has(field.name.split("-").at(-1)) || field.type === "submit") continue;
      if (field.type === "radio" && !field.checked) continue;
      if (this.wasSent || differs(field)) fields[field.name] = field.value;
    }
    return fields;
  }
}

export function differs(field) {
  if (field.type === "radio") return !field.defaultChecked;
  if (field.options) return field.selectedIndex !== Math.max(0, [...field.options].findIndex(isDefault));
  return field.value !== field.defaultValue;
}

function isDefault(option) {
  return option.defaultSelected;
}

export function readDraft(key) {
  return quietly(() => {
    const draft = JSON.parse(localStorage.getItem(PREFIX + key));
    return draft && Date.now() - draft.at < LONGEST_LIFE ? draft : null;
  });
}

export function writeDraft(key, draft) {
  quietly(() => localStorage.setItem(PREFIX + key, JSON.stringify({ ...draft, at: Date.now() })));
}

export function dropDraft(key) {
  quietly(() => localStorage.removeItem(PREFIX + key));
}

// The round is saved: other drafts of it are outdated, but not one to be inserted before it.
export function dropSaved(key) {
  dropDraft(key);
  if (!key.endsWith("/insert")) dropDraft(key.replace(/[^/]*$/, "new"));
}

export function dropStaleDrafts() {
  quietly(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) if (!readDraft(key.slice(PREFIX.length))) localStorage.removeItem(key);
  });
}

// Storage may be refused in a private window, or full: then there are no drafts, and everything else works.
function quietly(attempt) {
  try {
    return attempt() ?? null;
  } catch {
    return null;
  }
}
