// One key of the pad, a class of cards: what it is worth and called, how often it was tapped, and the chips that
// some variants have beside it.

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
