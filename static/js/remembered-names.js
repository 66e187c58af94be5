// The players this group knows, one tap away: a name is offered while nobody at the table has it.

export class RememberedNames {
  constructor(place) {
    this.chips = [...place.querySelectorAll("[data-colour]")];
  }

  offer(names, { isFull }) {
    const used = new Set(names.map(folded));
    for (const chip of this.chips) {
      chip.hidden = used.has(nameOn(chip));
      chip.disabled = isFull;
    }
  }

  // What belongs to a player of the group, whoever types the name.
  colourOf(name) {
    return this.chips.find((chip) => nameOn(chip) === folded(name))?.dataset.colour;
  }

  // The tapped chip is gone: the next one takes the focus.
  focusNear(chip) {
    const place = this.chips.indexOf(chip);
    const near = [...this.chips.slice(place), ...this.chips.slice(0, place).reverse()];
    near.find((each) => !each.hidden)?.focus();
  }
}

function nameOn(chip) {
  return folded(chip.value.slice("add:".length));
}

function folded(name) {
  return name.trim().toLocaleLowerCase();
}
