// Rows that are dragged by their grip, with a finger or a mouse. The row under the finger stays where it is in the
// page, its neighbours change sides: a moved element would lose the pointer.

export function dragByGrip(list, { onMoved, onDropped }) {
  for (const grip of list.querySelectorAll("[data-grip]")) grip.hidden = false;
  let row = null;

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip || !event.isPrimary) return;
    event.preventDefault(); // no text is selected
    row = grip.parentElement;
    row.classList.add("dragging");
    grip.setPointerCapture(event.pointerId);
  });

  list.addEventListener("pointermove", (event) => {
    if (row && moveTo(row, event.clientY)) onMoved();
  });

  const drop = () => {
    if (!row) return;
    row.classList.remove("dragging");
    onDropped(row);
    row = null;
  };
  list.addEventListener("pointerup", drop);
  list.addEventListener("pointercancel", drop);
}

function moveTo(row, y) {
  const [above, below] = [row.previousElementSibling, row.nextElementSibling];
  const isHigher = above && y < middle(above);
  const isLower = below && y > middle(below);
  if (isHigher) row.after(above);
  if (isLower) row.before(below);
  return isHigher || isLower ? moveTo(row, y) || true : false;
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return box.top + box.height / 2;
}
