// Creates elements for other modules. parts: texts and elements.

export function element(tag, className = "", ...parts) {
  const created = document.createElement(tag);
  if (className) created.className = className;
  created.append(...parts);
  return created;
}

export function button(className, ...parts) {
  const created = element("button", className, ...parts);
  created.type = "button";
  return created;
}
