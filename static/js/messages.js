// Messages of scripts, from the page's <template data-says>: each in an element with data-say.

import { element } from "./elements.js";

export function textsOf(place) {
  const sentences = place.querySelector("template[data-says]").content.querySelectorAll("[data-say]");
  return Object.fromEntries([...sentences].map((each) => [each.dataset.say, each.textContent]));
}

// "Next: {name}"
export function fill(pattern, values) {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// A live region for screen readers.
export function liveRegion(place) {
  const region = element("p", "unseen");
  region.setAttribute("role", "status");
  place.append(region);
  return region;
}

const QUIET = 600;

// Waits for a pause, so that rapid taps are one announcement.
export class Speaker {
  constructor(place) {
    this.region = liveRegion(place);
  }

  // `words` is called at the end of the pause, so that it returns the latest text.
  say(words) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.region.textContent = words()), QUIET);
  }
}
