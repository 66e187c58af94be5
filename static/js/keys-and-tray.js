// What stands in front of a hand's fields: the keys to tap, and the tray that shows the cards counted so far.

import { fill } from "./says.js";

const MOST_SIDE_BY_SIDE = 6;

// A class of cards: its worth, its name, its count, and the chips of some variants.
export class PadKey {
  constructor(button) {
    const { key, label, one, many, points } = button.dataset;
    Object.assign(this, { key, label, one, many });
    this.points = points === "" ? null : Number(points);
    this.isDangerous = button.classList.contains("hot");
    this.badge = button.querySelector("em");
    this.chips = [...(button.closest(".class-row")?.querySelectorAll("[data-count]") ?? [])];
    for (const chip of this.chips) chip.dataset.of = key;
  }

  // `isEntered`: a 0 that was said is not the same as nothing said.
  show(count, isEntered) {
    this.badge.hidden = count === 0;
    this.badge.textContent = count;
    for (const chip of this.chips) {
      chip.setAttribute("aria-pressed", String(isEntered && Number(chip.dataset.count) === count));
    }
  }
}

// The cards counted so far, in the order of the pad; a tap removes one. Cards that stay are not drawn anew, so that
// only a new one lands. More than fit in its line lie in piles: a second line would move the keys.
export class Tray {
  constructor(place, takeOne) {
    this.place = place;
    this.place.tabIndex = -1;
    this.takeOne = takeOne;
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
    for (const mini of minis) {
      if (mini.textContent === label) continue;
      mini.textContent = label;
      mini.setAttribute("aria-label", fill(this.takeOne, { card: label }));
    }
    return minis.at(-1) ?? last;
  }

  #mini(key) {
    const mini = document.createElement("button");
    mini.type = "button";
    mini.className = key.isDangerous ? "mini hot" : "mini";
    mini.dataset.card = key.key;
    return mini;
  }

  #minis() {
    return [...this.place.querySelectorAll("[data-card]")];
  }
}
