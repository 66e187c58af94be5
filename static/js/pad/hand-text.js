// The sum of a hand, and its text for screen readers. Used by other modules.

import { fill } from "../messages.js";

const SUM = /^[+-]?\s*\d{1,6}(\s*[+-]\s*\d{1,6}){0,60}$/;
const GROUPED = /(^|[^\d])([1-9]\d{0,2})[ \u00a0\u202f](\d{3})(?!\d)/g; // 1 250
const MINUS_SIGNS = /[−–]/g;

// "12+11−7" is 16; null for an empty text, no sum, or a minus sign where points cannot be negative. A sign at the end
// is ignored: the next number is being typed.
export function typedSum(text, negative = false) {
  const sum = withoutLastSign(text).replace(GROUPED, "$1$2$3").replace(MINUS_SIGNS, "-");
  if (!SUM.test(sum) || (sum.includes("-") && !negative)) return null;
  return sum.replace(/\s/g, "").match(/[+-]?\d+/g).reduce((total, term) => total + Number(term), 0);
}

export function withoutLastSign(text) {
  return text.trim().replace(/[\s+−–-]+$/, "");
}

// "two fives and an eight"
function cardsInWords(cards, texts) {
  const numbers = texts.numbers.split(" ");
  const parts = cards.map(({ key, count }) => {
    return count === 1 ? key.one : `${numbers[count] ?? count} ${key.many}`;
  });
  const last = parts.pop() ?? "";
  return parts.length ? parts.join(", ") + texts.and + last : last;
}

// "8, 5 ×2"
export function cardsInFigures(cards) {
  return cards.map(({ key, count }) => (count > 1 ? `${key.label} ×${count}` : key.label)).join(", ");
}

// "Anna, 60 points, two fives and an eight"; without points where cards have none.
export function handInWords({ name, points, cards, isEntered }, texts) {
  if (!isEntered) return `${name}, ${texts.missing}`;
  const words = cardsInWords(cards, texts);
  const sum = points === null ? name : fill(points === 1 ? texts.point : texts.points, { name, count: points });
  return words ? `${sum}, ${words}` : sum;
}
