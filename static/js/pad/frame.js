// The parts of the pad around its hands: the row of tabs, the review, the dealer. Used by other modules.

import { button, element } from "../elements.js";
import { formatNumber } from "../figures.js";

const OUT = "out";

// The row above the pad: a button for each seat, in seat order, that opens its hand.
export class PadTabs {
  constructor(row, hands, texts) {
    this.row = row;
    this.texts = texts;
    this.tabs = new Map(hands.map((hand) => [hand, tabFor(hand)]));
    row.append(...this.tabs.values());
    row.hidden = !hands.length;
  }

  show(current) {
    for (const [hand, tab] of this.tabs) {
      tab.dataset.openStep = hand.isOut ? OUT : hand.id;
      tab.classList.remove("gets"); // collects.js
      tab.classList.toggle("out", hand.isOut);
      tab.classList.toggle("doubted", "doubted" in hand.step.dataset);
      tab.classList.toggle("todo", !hand.isOut && hand.sum === null);
      tab.lastChild.textContent = hand.isOut ? this.texts.out : sumOf(hand);
      if (tab.dataset.openStep === current) tab.setAttribute("aria-current", "step");
      else tab.removeAttribute("aria-current");
    }
  }

  // Scrolls the open tab into view, but not the page: eight tabs are wider than a phone.
  scrollToOpen() {
    const tab = this.row.querySelector("[aria-current]");
    if (!tab) return;
    const [outer, inner] = [this.row.getBoundingClientRect(), tab.getBoundingClientRect()];
    this.row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }
}

function tabFor(hand) {
  const disc = hand.step.querySelector(".disc").cloneNode(true);
  return button("seat", disc, element("span", "name", hand.name), " ", element("b"));
}

// Lists the hands in the review; each line opens its hand.
export function showReview(list, { hands, outChoice, chain, texts }) {
  const lines = hands.map((hand) => lineFor(hand, texts));
  if (chain) lines.push(line({ step: OUT, kind: "chain", name: chain }));
  if (outChoice === "") lines.unshift(line({ step: OUT, kind: "missing", name: texts.choose }));
  if (outChoice === "none") lines.unshift(line({ step: OUT, name: texts.nobody }));
  list.replaceChildren(...lines);
}

function lineFor(hand, texts) {
  if (hand.isOut) {
    return line({ step: OUT, kind: "out", name: hand.name, small: texts.out, sum: hand.typed ? 0 : "" });
  }
  const isMissing = !hand.isEntered && !hand.isOptional;
  return line({
    step: hand.id,
    kind: isMissing ? "missing" : "",
    name: hand.name,
    small: isMissing ? texts.missing : hand.shortText,
    sum: sumOf(hand),
  });
}

function sumOf({ sum }) {
  return sum === null ? "–" : formatNumber(sum);
}

function line({ step, kind = "", name, small = "", sum = "" }) {
  const player = element("span", "", name, " ", element("small", "", small));
  const opener = button(`review-line ${kind}`.trim(), player, " ", element("b", "", sum));
  opener.dataset.openStep = step;
  return element("li", "", opener);
}

// The address of a cached pad may name another dealer than the page.
export function setDealerFromAddress({ elements: { dealer } }) {
  const named = new URLSearchParams(location.hash.slice(1)).get("dealer");
  if (named) dealer.value = named;
}

// After a cut no dealer is chosen yet: then opens the choice.
export function lacksDealer({ elements: { dealer } }) {
  dealer.closest("details").open ||= !dealer.value;
  return !dealer.value;
}
