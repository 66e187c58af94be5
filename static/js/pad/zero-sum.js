// Points of a round that add up to 0: offers what is missing as a chip, and the review shows it. Attached by
// data-zero-sum.

import { button, element } from "../elements.js";
import { formatNumber } from "../figures.js";
import { fill } from "../messages.js";
import { typedSum } from "./hand-text.js";

const rest = button("rest");
const note = element("p", "problem");

for (const form of document.querySelectorAll("[data-zero-sum]")) {
  form.querySelector("[data-review]").before(note);
  form.addEventListener("pad-shown", ({ detail: { hands, current, texts } }) => {
    showRest(hands, hands.find(({ id }) => id === current), texts);
    const sum = sumOf(hands);
    note.hidden = !sum;
    note.textContent = fill(texts.addsUp, { sum: formatNumber(sum ?? 0) });
  });
}

// Once all others are entered: what the term that is being typed has to be.
function showRest(hands, hand, texts) {
  rest.remove();
  const sum = sumOf(hands.filter((each) => each !== hand));
  if (!hand || sum === null || sum % hand.factor) return;
  hand.digits.then((digits) => {
    const points = -sum / hand.factor - (typedSum(digits.valueBefore, true) ?? 0);
    rest.dataset.figure = points < 0 ? `−${-points}` : String(points);
    rest.textContent = fill(texts.rest, { points: formatNumber(points) });
    digits.quick.prepend(rest);
    digits.hidden = false;
  });
}

// null while a hand is missing.
function sumOf(hands) {
  return hands.reduce((sum, { points }) => (sum === null || points === null ? null : sum + points), 0);
}
