// What a page showed of a round, as its form sends it back: marks by field (game/scoring/shown.py). For a round that
// this phone has saved without a network it is the id of that change. Used by other modules.

const CHANGE = "change";

export function shownIn(fields) {
  const text = fields.get("shown");
  if (text) return JSON.parse(text);
  const change = fields.get("seen"); // waiting since an earlier version
  return change ? { [CHANGE]: change } : {};
}

export function shownOfChange(change) {
  return JSON.stringify({ [CHANGE]: change });
}

export function changeShown(fields) {
  return shownIn(fields)[CHANGE];
}

// Whether the page showed a round that was saved.
export function isCorrection(fields) {
  const shown = shownIn(fields);
  return CHANGE in shown || "id" in shown;
}
