// While the scorer counts, other phones count, too: sends the server who is out, and fills hands counted on other
// phones into the pad, but never over input. Attached by data-hands.

import { fetchIfChanged, poll } from "../live/polling.js";

const EVERY = 3000;
const AFTER_ERROR = 15000;

for (const form of document.querySelectorAll("[data-hands]")) attach(form);

function attach(form) {
  const address = form.dataset.hands;
  const editedSeats = new Set();
  let tag = null;
  let isFilling = false;
  let isOver = false;

  form.addEventListener("input", (event) => {
    const seat = event.target.closest("[data-step]")?.dataset.step;
    if (seat && !isFilling) editedSeats.add(seat);
  });
  form.addEventListener("change", (event) => event.target.name === "out" && sendOut());
  poll(update, { every: EVERY, afterError: AFTER_ERROR });

  async function sendOut() {
    const body = new FormData();
    for (const name of ["csrf_token", "out", "chain_cards", "chain_drawer"]) {
      const field = form.elements.namedItem(name);
      if (field) body.set(name, field.value);
    }
    await fetch(`${address}/out`, { method: "POST", body, redirect: "manual" }).catch(() => null);
  }

  async function update() {
    if (isOver) return;
    const changed = await fetchIfChanged(tag, address, () => (isOver = true));
    if (!changed) return;
    tag = changed.tag;
    isFilling = true;
    for (const row of changed.body.querySelectorAll("[data-seat]")) fillHand(row);
    isFilling = false;
  }

  function fillHand(row) {
    const { seat, mark, doubt } = row.dataset;
    const step = form.querySelector(`[data-step="${seat}"]`);
    if (!step) return;
    step.toggleAttribute("data-doubted", doubt !== undefined);
    const fields = fieldsOf(step);
    const shown = JSON.parse(form.elements.shown.value || "{}");
    if (!mark || editedSeats.has(seat) || shown[`hand:${seat}`] === mark) return;
    const counts = new Map([...row.querySelectorAll("input")].map(({ name, value }) => [name, value]));
    if (!fields.some((field) => counts.has(field.name))) return; // only points, or nothing: the server has it
    for (const field of fields) field.value = counts.get(field.name) ?? "";
    for (const box of step.querySelectorAll("[data-multiplier]")) box.checked = counts.has(box.name);
    form.elements.shown.value = JSON.stringify({ ...shown, [`hand:${seat}`]: mark });
    fields[0].dispatchEvent(new Event("input", { bubbles: true }));
  }
}

// The cards, or the points where a game has no cards.
function fieldsOf(step) {
  const cards = [...step.querySelectorAll("[data-class]")];
  return cards.length ? cards : [...step.querySelectorAll("[data-typed] input")];
}
