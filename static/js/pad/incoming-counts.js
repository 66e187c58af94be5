// While the scorer counts, other phones count, too: declares who is out to the server, and puts their counts
// into the pad, but never over input.

import { keepLooking, newerThan } from "../live/polling.js";

const EVERY = 3000;
const AFTER_ERROR = 15000;

for (const form of document.querySelectorAll("[data-hands]")) follow(form);

function follow(form) {
  const address = form.dataset.hands;
  const touched = new Set(); // seats
  let tag = null;
  let isFilling = false;
  let isOver = false;

  form.addEventListener("input", (event) => {
    const seat = event.target.closest("[data-step]")?.dataset.step;
    if (seat && !isFilling) touched.add(seat);
  });
  form.addEventListener("change", (event) => event.target.name === "out" && sendWhoIsOut());
  keepLooking(look, { every: EVERY, afterError: AFTER_ERROR });

  async function sendWhoIsOut() {
    const body = new FormData();
    for (const name of ["csrf_token", "out", "chain_cards", "chain_drawer"]) {
      const field = form.elements.namedItem(name);
      if (field) body.set(name, field.value);
    }
    await fetch(`${address}/out`, { method: "POST", body, redirect: "manual" }).catch(() => null);
  }

  async function look() {
    if (isOver) return;
    const newer = await newerThan(tag, address, () => (isOver = true));
    if (!newer) return;
    tag = newer.tag;
    isFilling = true;
    for (const row of newer.body.querySelectorAll("[data-seat]")) fill(row);
    isFilling = false;
  }

  function fill(row) {
    const { seat, mark, doubt } = row.dataset;
    const step = form.querySelector(`[data-step="${seat}"]`);
    if (!step) return;
    step.toggleAttribute("data-doubted", doubt !== undefined);
    const fields = [...step.querySelectorAll("[data-class]")];
    if (!mark || touched.has(seat) || form.elements.counted.value.includes(mark)) return;
    const sent = new Map([...row.querySelectorAll("input")].map(({ name, value }) => [name, value]));
    if (!fields.some((field) => sent.has(field.name))) return; // typed, or nothing: it comes when the round is sent
    for (const field of fields) field.value = sent.get(field.name) ?? "";
    form.elements.counted.value += ` ${mark}`;
    fields[0].dispatchEvent(new Event("input", { bubbles: true }));
  }
}
