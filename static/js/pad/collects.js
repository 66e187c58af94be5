// A game in which one seat collects the points of the others: shows who gets what, and the total after the round.
// Attached by data-collects.

import { button, element } from "../elements.js";
import { formatNumber, signed } from "../figures.js";
import { fill } from "../messages.js";
import { gainsOf, standings } from "../offline/score-sheet.js";
import { roundOf } from "../offline/waiting-rounds.js";

class Collecting {
  constructor(form) {
    this.form = form;
    this.sheet = JSON.parse(form.dataset.collects); // views/offline/board_json.py, and names
    this.index = Number(form.dataset.number) - 1;
    this.list = form.querySelector("[data-review]");
    this.panels = element("div", "stack");
    this.note = element("p", "note");
    this.list.before(this.panels);
    this.list.after(this.note);
    form.addEventListener("pad-shown", ({ detail }) => this.show(detail));
  }

  show(pad) {
    const { rules, names } = this.sheet;
    const played = roundOf(new Map(new FormData(this.form)), this.sheet, this.index);
    const gains = [...gainsOf(rules, played)].filter(([seat, gain]) => gain || seat === played.out);
    const blocked = rules.blocked === "difference" ? pad.texts.difference : pad.texts.nobodyGets;
    const said = played.out ? "" : blocked;
    for (const hand of pad.hands) this.#showHand(hand, said, pad);
    for (const [seat, gain] of gains) this.#showTab(pad, pad.hands.find(({ id }) => id === seat), gain);
    this.panels.replaceChildren(...gains.map((each) => this.#panel(each, played, pad)));
    this.list.querySelector(".out")?.parentElement.remove(); // the panel shows that seat
    this.note.textContent = gains.length ? pad.texts.othersNothing : said;
    if ("correction" in this.form.dataset || this.form.querySelector("[data-warnings]")) return;
    const gain = gains.map(([seat, points]) => `${names[seat]} ${signed(points)}`).join(", ");
    const save = pad.bar.querySelector("[data-save]");
    save.textContent = gain ? fill(pad.texts.saveGain, { gain }) : pad.texts.save;
  }

  // Under the name: where the points go.
  #showHand(hand, said, { hands, texts }) {
    const note = hand.step.querySelector(".pad-head .note");
    const winner = hands.find(({ isOut }) => isOut);
    note.classList.add("goes-to");
    if (winner) note.replaceChildren(`${texts.goesTo} `, discOf(winner), ` ${winner.name}`);
    else note.textContent = said;
  }

  #showTab({ tabs }, hand, gain) {
    const tab = tabs.tabs.get(hand);
    tab.classList.add("gets");
    if (hand.isOut) tab.lastChild.textContent = signed(gain);
  }

  #panel([seat, gain], played, pad) {
    const hand = pad.hands.find(({ id }) => id === seat);
    const words = element("span", "", element("b", "", fill(pad.texts.gets, { name: hand.name })));
    words.append(element("small", "", this.#total(seat, played, pad.texts)));
    const panel = button("felt", discOf(hand), words, element("strong", "", signed(gain)));
    panel.classList.add("collects");
    panel.addEventListener("click", () => pad.open(hand.isOut ? "out" : hand.id));
    return panel;
  }

  // "83 in all, 17 to go"; "" if the page is older than the rounds before this one.
  #total(seat, played, texts) {
    const { rules, rounds } = this.sheet;
    if (rounds.length < this.index) return "";
    const replaced = "correction" in this.form.dataset ? 1 : 0;
    const after = standings({ ...this.sheet, rounds: rounds.toSpliced(this.index, replaced, played) });
    const { total } = after.find(({ seats }) => seats.includes(seat));
    const left = rules.first_to - total;
    const pattern = rules.first_to !== null && left > 0 ? texts.toGo : texts.inAll;
    return fill(pattern, { total: formatNumber(total), left: formatNumber(left) });
  }
}

function discOf({ step }) {
  return step.querySelector(".disc").cloneNode(true);
}

for (const form of document.querySelectorAll("[data-collects]")) new Collecting(form);
