// Elements that scripts add to a page. parts: texts and elements.

export function element(tag, className = "", ...parts) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...parts);
  return made;
}

export function button(className, ...parts) {
  const made = element("button", className, ...parts);
  made.type = "button";
  return made;
}
