// The choice of the first dealer follows the seats: their names, their order, and who was chosen.

export class FirstDealer {
  constructor(place, rows) {
    this.place = place;
    this.random = place.querySelector("input[value=random]");
    const chosen = this.#choices.findIndex((choice) => choice.querySelector("input").checked);
    this.chosen = rows[chosen] ?? null; // the seat's row, wherever it moves; null: at random
    place.addEventListener("change", () => (this.chosen = this.#rowOf.get(this.#checked) ?? null));
  }

  #rowOf = new Map();

  get #choices() {
    return [...this.place.querySelectorAll("[data-dealer]")];
  }

  get #checked() {
    return this.#choices.find((choice) => choice.querySelector("input").checked);
  }

  follow(rows, nameless) {
    while (this.#choices.length < rows.length) this.place.append(this.#choices[0].cloneNode(true));
    const choices = this.#choices;
    for (const spare of choices.splice(rows.length)) spare.remove();
    this.#rowOf = new Map(choices.map((choice, place) => [choice, rows[place]]));
    for (const [place, choice] of choices.entries()) {
      const name = rows[place].querySelector("input[name=name]").value.trim();
      const radio = choice.querySelector("input");
      radio.value = place;
      radio.checked = rows[place] === this.chosen && name !== "";
      choice.hidden = name === "";
      choice.querySelector("[data-dealer-name]").textContent = name || nameless(place);
    }
    if (!this.#checked && this.random) this.random.checked = true; // a game kept on paper has nothing to draw
  }
}
