// Moves between the cells of a typed sheet by keys, and fills them from a pasted block. Attached by data-grid.

// Enter moves to the next cell, the arrow keys to adjacent ones. Phones show a numeric keyboard where cells are points.
class GridKeys {
  constructor(form) {
    this.form = form;
    form.addEventListener("keydown", (event) => this.#press(event));
    form.addEventListener("change", () => this.#setInputMode());
    this.#setInputMode();
  }

  get #cells() {
    return [...this.form.querySelectorAll("[data-cell]")];
  }

  #press(event) {
    const cell = event.target;
    if (!("cell" in cell.dataset) || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const offset = this.#offset(event, cell);
    if (offset === 0) return;
    event.preventDefault(); // Enter must not send a partly typed sheet
    const cells = this.#cells;
    const next = cells[cells.indexOf(cell) + offset];
    next?.focus();
    next?.select();
  }

  // How many cells to move by; 0 where the key keeps its meaning in the cell.
  #offset({ key, shiftKey }, cell) {
    const across = cell.closest("tr").querySelectorAll("[data-cell]").length;
    const atStart = cell.selectionEnd === 0 || isAllSelected(cell);
    const atEnd = cell.selectionStart === cell.value.length || isAllSelected(cell);
    if (key === "Enter") return shiftKey ? -1 : 1;
    if (key === "ArrowUp") return -across;
    if (key === "ArrowDown") return across;
    if (key === "ArrowLeft" && atStart) return -1;
    if (key === "ArrowRight" && atEnd) return 1;
    return 0;
  }

  #setInputMode() {
    const mode = this.form.elements.numbers?.value === "points" ? "tel" : "text";
    for (const cell of this.#cells) cell.inputMode = mode;
  }
}

function isAllSelected(cell) {
  return cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
}

// A block from a spreadsheet fills the cells from the focused one to the right and down. A block that is too large, or
// has the players' names, goes into the field for whole blocks.
class PastedBlock {
  constructor(text) {
    this.text = text;
    this.rows = text.replace(/\r?\n$/, "").split(/\r?\n/).map((row) => row.split("\t").map((value) => value.trim()));
    this.width = Math.max(...this.rows.map((row) => row.length));
  }

  get isBlock() {
    return this.rows.length > 1 || this.width > 1;
  }

  // A single name may be a cell: a player may be called X.
  hasHeader(table) {
    const names = [...table.tHead.querySelectorAll("th")].map((head) => head.textContent.trim().toLowerCase());
    return this.rows[0].filter((value) => value && names.includes(value.toLowerCase())).length > 1;
  }

  // lines: the cells from the focused one to the right and down.
  fits(lines) {
    return this.rows.length <= lines.length && this.width <= lines[0].length;
  }

  fillCells(lines) {
    this.rows.forEach((row, down) => row.forEach((value, right) => (lines[down][right].value = value)));
    lines[0][0].dispatchEvent(new Event("input", { bubbles: true }));
  }

  fillField(block) {
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
  const column = lines[top].indexOf(cell);
  return lines.slice(top).map((cells) => cells.slice(column));
}

function attachPaste(form) {
  form.addEventListener("paste", (event) => {
    const cell = event.target;
    const pasted = new PastedBlock(event.clipboardData.getData("text"));
    if (!("cell" in cell.dataset) || !pasted.isBlock) return;
    event.preventDefault();
    const lines = cellsFrom(cell);
    if (pasted.fits(lines) && !pasted.hasHeader(cell.closest("table"))) pasted.fillCells(lines);
    else pasted.fillField(form.elements.block);
  });
}

for (const form of document.querySelectorAll("[data-grid]")) {
  new GridKeys(form);
  if (form.elements.block) attachPaste(form); // slips have no field for whole blocks
}
