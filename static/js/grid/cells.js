// The cells of a sheet that is typed, as in a spreadsheet: keys that move about, and blocks that are pasted.

// Enter moves to the next cell, the arrow keys move about. Where numbers are points a phone shows
// its keys for numbers.
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

// A block pasted from a spreadsheet spreads over the cells, from the one it is pasted into to the right and down.
// Cells without room, or a block with the players' names, go into the field for whole blocks instead.
class Pasted {
  constructor(text) {
    this.text = text;
    this.rows = text.replace(/\r?\n$/, "").split(/\r?\n/).map((row) => row.split("\t").map((value) => value.trim()));
    this.width = Math.max(...this.rows.map((row) => row.length));
  }

  get isBlock() {
    return this.rows.length > 1 || this.width > 1;
  }

  // A single name may be a cell: a player may be called X.
  hasHeads(table) {
    const names = [...table.tHead.querySelectorAll("th")].map((head) => head.textContent.trim().toLowerCase());
    return this.rows[0].filter((value) => value && names.includes(value.toLowerCase())).length > 1;
  }

  // lines: the cells that are left, from the one pasted into on.
  fits(lines) {
    return this.rows.length <= lines.length && this.width <= lines[0].length;
  }

  spread(lines) {
    this.rows.forEach((row, down) => row.forEach((value, right) => (lines[down][right].value = value)));
    lines[0][0].dispatchEvent(new Event("input", { bubbles: true }));
  }

  putInto(block) {
    block.value = this.text;
    block.closest("details").open = true;
    block.dispatchEvent(new Event("input", { bubbles: true }));
    block.focus();
  }
}

function cellsFrom(cell) {
  const lines = [...cell.closest("table").querySelectorAll("tr")]
    .map((line) => [...line.querySelectorAll("[data-cell]")])
    .filter((cells) => cells.length > 0);
  const top = lines.findIndex((cells) => cells.includes(cell));
  const left = lines[top].indexOf(cell);
  return lines.slice(top).map((cells) => cells.slice(left));
}

function listenToPaste(form) {
  form.addEventListener("paste", (event) => {
    const cell = event.target;
    const pasted = new Pasted(event.clipboardData.getData("text"));
    if (!("cell" in cell.dataset) || !pasted.isBlock) return;
    event.preventDefault();
    const lines = cellsFrom(cell);
    if (pasted.fits(lines) && !pasted.hasHeads(cell.closest("table"))) pasted.spread(lines);
    else pasted.putInto(form.elements.block);
  });
}

for (const form of document.querySelectorAll("[data-grid]")) {
  new GridKeys(form);
  if (form.elements.block) listenToPaste(form); // slips have no field for whole blocks
}
