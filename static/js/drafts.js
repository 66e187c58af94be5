// Half-entered rounds, kept on this phone until the server has them. The key of a draft is what the page
// says in data-draft: "<session id>/<round>/new", ".../insert" or ".../<what a correction has seen>".

const PREFIX = "turn8:draft:";
const LONGEST_LIFE = 14 * 24 * 3600 * 1000;

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

// The round is saved: whatever else this phone had begun for it is overtaken, but not one to be put in before it.
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

// A private window may refuse the storage, a full one may throw: then there are no drafts, and all else works.
function quietly(attempt) {
  try {
    return attempt() ?? null;
  } catch {
    return null;
  }
}
