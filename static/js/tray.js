// The tray shows the cards counted so far, in the order of the pad, as small cards that can be tapped away. Cards
// that stay are not drawn anew, so that only a new one is seen to land. More than fit in its one line lie in piles,
// a class each: a second line would move the keys under the finger.

import { fill } from "./hand-words.js";

const MOST_SIDE_BY_SIDE = 6;

export class Tray {
  constructor(place, sayTakeOne) {
    this.place = place;
    this.place.tabIndex = -1;
    this.sayTakeOne = sayTakeOne;
  }

  // `tally`: every class of the pad with its count, {key, count}.
  show(tally) {
    const focused = this.#minis().indexOf(document.activeElement);
    const inPiles = tally.reduce((sum, { count }) => sum + count, 0) > MOST_SIDE_BY_SIDE;
    let last = null;
    for (const { key, count } of tally) {
      last = this.#showClass({ key, count, minisWanted: inPiles ? Math.min(count, 1) : count, last });
    }
    if (focused >= 0 && !this.place.contains(document.activeElement)) {
      (this.#minis()[Math.max(0, focused - 1)] ?? this.place).focus({ preventScroll: true });
    }
  }

  #showClass({ key, count, minisWanted, last }) {
    const minis = this.#minis().filter((mini) => mini.dataset.card === key.key);
    while (minis.length > minisWanted) minis.pop().remove();
    while (minis.length < minisWanted) {
      const mini = this.#mini(key);
      const before = minis.at(-1) ?? last;
      if (before) before.after(mini);
      else this.place.prepend(mini);
      minis.push(mini);
    }
    const label = count > minisWanted ? `${key.label} ×${count}` : key.label;
    for (const mini of minis) if (mini.textContent !== label) mini.textContent = label;
    return minis.at(-1) ?? last;
  }

  #mini(key) {
    const mini = document.createElement("button");
    mini.type = "button";
    mini.className = key.isDangerous ? "mini hot" : "mini";
    mini.dataset.card = key.key;
    mini.setAttribute("aria-label", fill(this.sayTakeOne, { card: key.label }));
    return mini;
  }

  #minis() {
    return [...this.place.querySelectorAll("[data-card]")];
  }
}
