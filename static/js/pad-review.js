// The tab row above the pad and the lines of the review: a button a seat, in seat order, that opens its hand.

const OUT = "out";

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

  // Eight seats are wider than a phone: the open one comes into sight, and the page stays where it is.
  reveal() {
    const tab = this.row.querySelector("[aria-current]");
    if (!tab) return;
    const [outer, inner] = [this.row.getBoundingClientRect(), tab.getBoundingClientRect()];
    this.row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }
}

function tabFor(hand) {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.className = "seat";
  const name = element("span", hand.name);
  name.className = "name";
  tab.append(hand.step.querySelector(".disc").cloneNode(true), name, " ", document.createElement("b"));
  return tab;
}

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
  const button = document.createElement("button");
  button.type = "button";
  button.className = `review-line ${kind}`.trim();
  button.dataset.openStep = step;
  const who = document.createElement("span");
  who.append(name, " ", element("small", small));
  button.append(who, " ", element("b", sum));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
