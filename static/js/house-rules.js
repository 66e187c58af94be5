// Lists the chosen house rules in the line under “House rules” while they are being changed. Attached by
// data-house-rules.

import { fill } from "./messages.js";

for (const rules of document.querySelectorAll("[data-house-rules]")) {
  const line = rules.querySelector("[data-line]");
  const inputs = [...rules.querySelectorAll("[data-holds]")];
  rules.addEventListener("input", () => (line.textContent = inputs.map(ruleText).filter(Boolean).join(", ")));
}

function ruleText(input) {
  const { holds } = input.dataset;
  if (input.type === "checkbox") return input.checked ? holds : input.dataset.else;
  if (input.type === "radio") return input.checked ? holds : "";
  return input.value.trim() && fill(holds, { value: input.value.trim() });
}
