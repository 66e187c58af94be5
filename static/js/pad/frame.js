// The surroundings of the pad's hands: the row of tabs, the review, the dealer.

import { button, element } from "../elements.js";

const OUT = "out";

// The row above the pad: a button for each seat, in seat order, that opens its hand.
export class PadTabs {
  constructor(row, hands, say) {
    this.row = row;
    this.say = say;
    this.tabs = new Map(hands.map((hand) => [hand, tabFor(hand)]));
    row.append(...this.tabs.values());
    row.hidden = false;
  }

  show(current) {
    for (const [hand, tab] of this.tabs) {
      tab.dataset.openStep = hand.isOut ? OUT : hand.id;
      tab.classList.toggle("out", hand.isOut);
      tab.classList.toggle("doubted", "doubted" in hand.step.dataset);
      tab.classList.toggle("todo", !hand.isOut && hand.sum === null);
      tab.lastChild.textContent = hand.isOut ? this.say.out : (hand.sum ?? "–");
      if (tab.dataset.openStep === current) tab.setAttribute("aria-current", "step");
      else tab.removeAttribute("aria-current");
    }
  }

  // Eight seats are wider than a phone: scroll the open one into view, but not the page.
  reveal() {
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

// The lines of the review, each of which opens its hand, too.
export function showReview(list, { hands, outChoice, chain, say }) {
  const lines = hands.map((hand) => lineFor(hand, say));
  if (chain) lines.push(line({ step: OUT, kind: "chain", name: chain }));
  if (outChoice === "") lines.unshift(line({ step: OUT, kind: "missing", name: say.choose }));
  if (outChoice === "none") lines.unshift(line({ step: OUT, name: say.nobody }));
  list.replaceChildren(...lines);
}

function lineFor(hand, say) {
  if (hand.isOut) {
    return line({ step: OUT, kind: "out", name: hand.name, small: say.out, sum: hand.typed ? 0 : "" });
  }
  const isMissing = !hand.isEntered && !hand.isOptional;
  return line({
    step: hand.id,
    kind: isMissing ? "missing" : "",
    name: hand.name,
    small: isMissing ? say.missing : hand.figures,
    sum: hand.sum ?? "–",
  });
}

function line({ step, kind = "", name, small = "", sum = "" }) {
  const player = element("span", "", name, " ", element("small", "", small));
  const opener = button(`review-line ${kind}`.trim(), player, " ", element("b", "", sum));
  opener.dataset.openStep = step;
  return element("li", "", opener);
}

// The dealer: the address of a cached pad may name another, and after a cut none is chosen yet.
export function takeNamedDealer({ elements: { dealer } }) {
  if (location.hash.startsWith("#dealer=")) dealer.value = location.hash.slice(8);
}

export function lacksDealer({ elements: { dealer } }) {
  dealer.closest("details").open ||= !dealer.value;
  return !dealer.value;
}
