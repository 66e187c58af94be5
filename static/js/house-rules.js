// The line under “House rules” says what holds, while it is being changed.

import { fill } from "./says.js";

for (const rules of document.querySelectorAll("[data-house-rules]")) {
  const line = rules.querySelector("[data-line]");
  const inputs = [...rules.querySelectorAll("[data-holds]")];
  const lastTime = rules.querySelector("[data-as-last-time]");
  if (lastTime) follow(lastTime, rules.closest("form"));
  rules.addEventListener("input", () => (line.textContent = inputs.map(said).filter(Boolean).join(", ")));
}

// As long as everything stands as the page came.
function follow(lastTime, form) {
  const options = [...form.querySelectorAll("[name^='option-']")];
  const look = () => (lastTime.hidden = !options.every(isAsItCame));
  form.addEventListener("input", look);
  look();
}

function isAsItCame(input) {
  const isTicked = input.type === "checkbox" || input.type === "radio";
  return isTicked ? input.checked === input.defaultChecked : input.value === input.defaultValue;
}

function said(input) {
  const { holds } = input.dataset;
  if (input.type === "checkbox") return input.checked ? holds : input.dataset.else;
  if (input.type === "radio") return input.checked ? holds : "";
  return input.value.trim() && fill(holds, { value: input.value.trim() });
}
