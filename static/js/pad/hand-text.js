// What a hand adds up to, and how a screen reader says it.

import { fill } from "../messages.js";

const SUM = /^\d{1,6}(\s*\+\s*\d{1,6}){0,60}$/;

// "12+11+7" is 30; null while it is empty or no sum. A plus at the end is one still being typed.
export function typedSum(text) {
  const sum = withoutLastPlus(text);
  if (!SUM.test(sum)) return null;
  return sum.split("+").reduce((total, part) => total + Number(part), 0);
}

export function withoutLastPlus(text) {
  return text.trim().replace(/[\s+]+$/, "");
}

// "two fives and an eight"
function cardsInWords(cards, say) {
  const numbers = say.numbers.split(" ");
  const parts = cards.map(({ key, count }) => {
    return count === 1 ? key.one : `${numbers[count] ?? count} ${key.many}`;
  });
  const last = parts.pop() ?? "";
  return parts.length ? parts.join(", ") + say.and + last : last;
}

// "8, 5 ×2"
export function cardsInFigures(cards) {
  return cards.map(({ key, count }) => (count > 1 ? `${key.label} ×${count}` : key.label)).join(", ");
}

// "Anna, 60 points, two fives and an eight"; where cards cost nothing they alone.
export function handInWords({ name, points, cards, isEntered }, say) {
  if (!isEntered) return `${name}, ${say.missing}`;
  const words = cardsInWords(cards, say);
  const sum = points === null ? name : fill(points === 1 ? say.point : say.points, { name, count: points });
  return words ? `${sum}, ${words}` : sum;
}
