// The players are tapped in the order in which they finished. Their fields are the state. Attached by data-places.

import { button, element } from "../elements.js";
import { fill } from "../messages.js";

class Places {
  constructor(form) {
    this.list = form.querySelector("[data-finished]");
    this.isShared = false; // the next player shares the last place
    form.addEventListener("pad-shown", ({ detail: { hands, texts } }) => this.show(hands, texts));
  }

  // The hands that have a place, in groups of equal places.
  get groups() {
    const placed = this.hands.filter(({ points }) => points);
    const places = [...new Set(placed.map(({ points }) => points))].sort((one, other) => one - other);
    return places.map((place) => placed.filter(({ points }) => points === place));
  }

  show(hands, texts) {
    this.hands = hands;
    this.buttons ??= hands.map((hand) => this.#buttonFor(hand));
    this.shared ??= this.#sharedButton();
    hands.forEach((hand, index) => {
      this.buttons[index].setAttribute("aria-pressed", String(Boolean(hand.points)));
      this.buttons[index].querySelector("b").textContent = hand.points ?? "";
    });
    const last = this.groups.at(-1);
    this.shared.hidden = !last || hands.every(({ points }) => points);
    this.shared.setAttribute("aria-pressed", String(this.isShared));
    if (last) this.shared.textContent = fill(texts.samePlace, { name: last.at(-1).name });
  }

  #buttonFor(hand) {
    const disc = hand.step.querySelector(".disc").cloneNode(true);
    const created = button("button", element("b"), disc, element("span", "name", hand.name));
    created.classList.add("choice-button");
    created.addEventListener("click", () => this.#toggle(hand));
    this.list.append(created);
    return created;
  }

  #sharedButton() {
    const created = button("chip");
    created.addEventListener("click", () => {
      this.isShared = !this.isShared;
      created.setAttribute("aria-pressed", String(this.isShared));
    });
    this.list.after(created);
    return created;
  }

  #toggle(hand) {
    const groups = this.groups.map((group) => group.filter((each) => each !== hand)).filter(({ length }) => length);
    if (!hand.points && this.isShared) groups.at(-1)?.push(hand);
    else if (!hand.points) groups.push([hand]);
    this.isShared = false;
    this.#write(groups, hand);
  }

  #write(groups, tapped) {
    for (const { typed } of this.hands) typed.value = "";
    let place = 1;
    for (const group of groups) {
      for (const { typed } of group) typed.value = place;
      place += group.length;
    }
    tapped.typed.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

for (const form of document.querySelectorAll("[data-places]")) new Places(form);
