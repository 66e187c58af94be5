// A block pasted from a spreadsheet spreads over the cells, from the one it is pasted into to the right and down.

function spread(cell, text) {
  const rows = text.replace(/\r?\n$/, "").split(/\r?\n/).map((row) => row.split("\t"));
  if (rows.length < 2 && rows[0].length < 2) return false;
  const lines = [...cell.closest("table").querySelectorAll("tr")]
    .map((line) => [...line.querySelectorAll("[data-cell]")])
    .filter((cells) => cells.length > 0);
  const top = lines.findIndex((cells) => cells.includes(cell));
  const left = lines[top].indexOf(cell);
  rows.forEach((texts, down) => {
    texts.forEach((value, right) => {
      const target = lines[top + down]?.[left + right];
      if (target) target.value = value.trim();
    });
  });
  cell.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

for (const form of document.querySelectorAll("[data-grid]")) {
  form.addEventListener("paste", (event) => {
    if (!("cell" in event.target.dataset)) return;
    if (spread(event.target, event.clipboardData.getData("text"))) event.preventDefault();
  });
}
