// Rows that are dragged by their grip, with a finger or a mouse. The row under the finger stays where it is in the
// page, its neighbours change sides: a moved element would lose the pointer. A grip that is only tapped says so.

export function dragByGrip(list, { onMoved, onDropped, onTapped }) {
  let row = null;
  let hasMoved = false;

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip || !event.isPrimary) return;
    event.preventDefault(); // no text is selected
    row = grip.parentElement;
    hasMoved = false;
    row.classList.add("dragging");
    grip.setPointerCapture(event.pointerId);
  });

  list.addEventListener("pointermove", (event) => {
    if (!row || !moveTo(row, event.clientY)) return;
    hasMoved = true;
    onMoved();
  });

  const drop = () => {
    if (!row) return;
    row.classList.remove("dragging");
    if (hasMoved) onDropped(row);
    row = null;
  };
  list.addEventListener("pointerup", drop);
  list.addEventListener("pointercancel", drop);

  list.addEventListener("click", (event) => {
    const grip = event.target.closest("[data-grip]");
    const fromKeyboard = event.detail === 0;
    if (grip && (fromKeyboard || !hasMoved)) onTapped(grip.parentElement);
  });
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
