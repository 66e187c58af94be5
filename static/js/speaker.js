// Says something to a screen reader once it has been quiet for a moment, so that rapid taps are one announcement.

const QUIET = 600;

export class Speaker {
  constructor(place) {
    this.region = document.createElement("p");
    this.region.className = "unseen";
    this.region.setAttribute("role", "status");
    place.append(this.region);
  }

  // `words` is asked when the time comes, so that it tells the last of many changes.
  say(words) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.region.textContent = words()), QUIET);
  }
}
