// The editor of a custom game: letters on its emblem while the name is typed, keys for less and more, and the rules in
// one sentence. Attached by data-custom-game.

const WAIT = 250; // milliseconds without a change before the server is asked

for (const form of document.querySelectorAll("[data-custom-game]")) attach(form);

function attach(form) {
  const emblem = form.querySelector("[data-letters]");
  const own = form.elements.namedItem("letters");
  form.elements.name.addEventListener("input", ({ target }) => showLetters(emblem, own, target.value));
  form.querySelector(".starts [aria-pressed]")?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
  suggestDeal(form);
  for (const stepper of form.querySelectorAll("[data-stepper]")) attachStepper(stepper);

  const place = form.querySelector("[data-preview-place]");
  let waiting = null;
  let newest = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(update, WAIT);
  });
  update();

  // Answers may arrive out of order: only the newest is shown.
  async function update() {
    const request = ++newest;
    const body = new FormData(form);
    body.delete("file");
    const answer = await fetch(form.dataset.preview, { method: "POST", body }).catch(() => null);
    if (request !== newest || !answer?.ok) return;
    const { body: shown } = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (request !== newest) return;
    for (const text of shown.querySelectorAll("[data-summary-of]")) {
      form.querySelector(`[data-summary="${text.dataset.summaryOf}"]`).textContent = text.textContent;
    }
    place.replaceChildren(...shown.childNodes);
  }
}

function showLetters(emblem, own, name) {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = words.slice(0, 2).map((word) => [...word][0].toUpperCase()).join("");
  emblem.textContent = own?.value || letters || "?";
  emblem.closest(".emblem").classList.toggle("blank", !letters);
}

// A new game whose cards are counted is dealt by players, unless that has been answered otherwise.
function suggestDeal(form) {
  const { points, dealt } = form.elements;
  let isAnswered = dealt.value !== "none";
  for (const answer of dealt) answer.addEventListener("change", () => (isAnswered = true));
  for (const answer of points) {
    answer.addEventListener("change", () => {
      if (!isAnswered) dealt.value = points.value === "cards" ? "players" : "none";
    });
  }
}

function attachStepper(stepper) {
  const input = stepper.querySelector("input");
  for (const button of stepper.querySelectorAll("[data-step-by]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const step = Number(stepper.dataset.stepper) * Number(button.dataset.stepBy);
      input.value = Math.max(1, (Number(input.value) || 0) + step);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
}
