// Searches the rules of one table without a network, in the index that the service worker has stored
// (game/rulebook/search/offline.py).

const PAGES = "pages"; // the cache of service-worker.js
const MOST_HITS = 5;
const LEAST = 0.35; // share of the weight of the query
const WORD = /[\p{L}\p{N}♠♥♦♣]+/gu;
const SHORTEST_STEM = 3;

// The hits, best first: [{ anchor, section, text }]; null without a stored index.
export async function searchOffline(address, query) {
  const stored = await storedIndex(address);
  if (!stored) return null;
  const { words, entries } = stored;
  const terms = [...new Set(wordsOf(query))].map((word) => matching(words[word] ?? word, entries));
  const whole = sum(terms.map(({ rarity }) => rarity));
  return entries
    .map(([anchor, section, text, counted]) => ({ anchor, section, text, score: scoreOf(counted, terms) / whole }))
    .filter(({ score }) => score >= LEAST)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_HITS);
}

async function storedIndex(address) {
  try {
    const pages = await caches.open(PAGES);
    return await (await pages.match(address, { ignoreVary: true })).json();
  } catch {
    return null;
  }
}

// In small letters without accents, like the terms of the index.
function wordsOf(text) {
  return [...text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").matchAll(WORD)].map(([word]) => word);
}

// The terms of the index that a word may mean, and how rare they are.
function matching(word, entries) {
  const found = new Set();
  let having = 0;
  for (const [, , , counted] of entries) {
    const own = Object.keys(counted).filter((term) => isLike(term, word));
    for (const term of own) found.add(term);
    having += own.length > 0;
  }
  return { found, rarity: Math.log(1 + (entries.length - having + 0.5) / (having + 0.5)) };
}

function isLike(term, word) {
  return term === word || (term.length >= SHORTEST_STEM && word.startsWith(term));
}

function scoreOf(counted, terms) {
  return sum(terms.map(({ found, rarity }) => rarity * saturated(sum([...found].map((term) => counted[term] ?? 0)))));
}

// 0 to 1: the first mention counts most.
function saturated(times) {
  return times / (times + 1);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
