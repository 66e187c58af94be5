// Keeps what is typed and tapped into a round on this phone, and brings it back after a reload.
//
// Of a page as the server offers it only what was changed is kept, so that a restored draft does not undo what
// happened at the table meanwhile (another dealer). A page that was just sent holds what was typed, so all of it is.

import { dropDraft, readDraft, writeDraft } from "./drafts.js";

const NOT_KEPT = new Set(["csrf_token", "seen", "accepted", "columns", "since", "change_id"]);

export class RoundDraft {
  constructor(form) {
    this.form = form;
    this.key = form.dataset.draft;
    this.wasSent = "sent" in form.dataset;
  }

  // The kept draft, its fields filled in; null where there is none or the page itself holds what was typed.
  restore() {
    const draft = this.wasSent ? null : readDraft(this.key);
    if (!draft) return null;
    for (const [name, value] of Object.entries(draft.fields)) {
      const field = this.form.elements.namedItem(name);
      if (field) field.value = value;
    }
    // Sent again it must be the same change.
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

  // What was brought back can be given up.
  offerToStartOver(notice, say) {
    const over = document.createElement("button");
    over.type = "button";
    over.className = "button";
    over.textContent = say.startOver;
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
