// The players this group knows, one tap away: a name is offered while nobody at the table has it.

export class RememberedNames {
  constructor(place) {
    this.place = place; // none in a new group
  }

  offer(names, { isFull }) {
    const used = new Set(names.map(folded));
    for (const chip of this.#chips) {
      chip.hidden = used.has(folded(chip.textContent));
      chip.disabled = isFull;
    }
  }

  // A player of the group who sat here when the page came has no chip yet.
  giveBack(field) {
    const name = field.defaultValue.trim();
    const pattern = this.#chips[0];
    if (!pattern || !name || this.#chips.some((chip) => folded(chip.textContent) === folded(name))) return;
    const chip = pattern.cloneNode(true);
    chip.value = `add:${name}`;
    chip.querySelector("span").textContent = name;
    this.place.append(chip);
  }

  // The tapped chip is gone: the next one takes the focus.
  focusNear(chip) {
    const chips = this.#chips;
    const place = chips.indexOf(chip);
    const near = [...chips.slice(place), ...chips.slice(0, place).reverse()].find((each) => !each.hidden);
    near?.focus();
  }

  get #chips() {
    return [...(this.place?.querySelectorAll("button") ?? [])];
  }
}

function folded(name) {
  return name.trim().toLocaleLowerCase();
}
