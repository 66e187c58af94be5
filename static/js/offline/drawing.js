// Creates parts of pictures for other modules.

export function shape(tag, attributes, ...parts) {
  const created = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...parts);
  return created;
}

// The classes of a player's colour and shape. disc: that of the player in the standings.
export function looksOf(disc) {
  return [...disc.classList].filter((name) => /^(colour|shape)-/.test(name));
}
