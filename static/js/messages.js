// Reads the messages of scripts from the page, and announces them to screen readers. Messages are elements with
// data-say in a <template data-says>.

import { element } from "./elements.js";

// The texts by their key.
export function textsOf(container) {
  const elements = container.querySelector("template[data-says]").content.querySelectorAll("[data-say]");
  return Object.fromEntries([...elements].map((each) => [each.dataset.say, each.textContent]));
}

// "Next: {name}"
export function fill(pattern, values) {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// A live region for screen readers.
export function liveRegion(container) {
  const region = element("p", "unseen");
  region.setAttribute("role", "status");
  container.append(region);
  return region;
}

const PAUSE = 600; // milliseconds without an announcement

// Waits for a pause, so that rapid taps are one announcement.
export class Announcer {
  constructor(container) {
    this.region = liveRegion(container);
  }

  // text: a function, called after the pause, so that it returns the latest text.
  announce(text) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.region.textContent = text()), PAUSE);
  }
}
