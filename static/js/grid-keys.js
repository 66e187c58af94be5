// Enter goes on to the next cell, the arrow keys move about as in a spreadsheet; Tab works anyway. Where numbers
// are points a phone shows its keys for numbers.

class GridKeys {
  constructor(form) {
    this.form = form;
    form.addEventListener("keydown", (event) => this.#press(event));
    form.addEventListener("change", () => this.#offerKeys());
    this.#offerKeys();
  }

  get #cells() {
    return [...this.form.querySelectorAll("[data-cell]")];
  }

  #press(event) {
    const cell = event.target;
    if (!("cell" in cell.dataset) || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = this.#step(event, cell);
    if (step === 0) return;
    event.preventDefault(); // Enter must not send a sheet that is half typed
    const cells = this.#cells;
    const next = cells[cells.indexOf(cell) + step];
    next?.focus();
    next?.select();
  }

  // How many cells further, 0 where the key is the cell's own.
  #step({ key, shiftKey }, cell) {
    const across = cell.closest("tr").querySelectorAll("[data-cell]").length;
    const atStart = cell.selectionEnd === 0 || isWhole(cell);
    const atEnd = cell.selectionStart === cell.value.length || isWhole(cell);
    if (key === "Enter") return shiftKey ? -1 : 1;
    if (key === "ArrowUp") return -across;
    if (key === "ArrowDown") return across;
    if (key === "ArrowLeft" && atStart) return -1;
    if (key === "ArrowRight" && atEnd) return 1;
    return 0;
  }

  #offerKeys() {
    const mode = this.form.elements.numbers?.value === "points" ? "tel" : "text";
    for (const cell of this.#cells) cell.inputMode = mode;
  }
}

function isWhole(cell) {
  return cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
}

for (const form of document.querySelectorAll("[data-grid]")) new GridKeys(form);
