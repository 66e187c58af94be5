// Answers while somebody types: only the newest question counts, and the address is always that of what is shown.

import { Speaker, textsOf } from "./messages.js";

const PAUSE = 120; // milliseconds without a key

class Search {
  constructor(form) {
    this.form = form;
    this.answers = form.parentElement.querySelector("[data-answers]");
    this.speaker = new Speaker(form);
    this.home = this.answers.childElementCount ? null : location.href; // the page is about something else
    form.addEventListener("input", () => this.#soon());
    form.addEventListener("submit", (event) => this.#now(event));
  }

  get #address() {
    return `${this.form.getAttribute("action")}?${new URLSearchParams(new FormData(this.form))}`;
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), PAUSE);
  }

  // Enter, or the button: the answers are there already, so the keyboard makes room for them.
  #now(event) {
    event.preventDefault();
    clearTimeout(this.timer);
    this.form.elements.q.blur();
    this.#ask({ sent: true });
  }

  async #ask({ sent = false } = {}) {
    this.asking?.abort();
    if (this.home && !this.form.elements.q.value.trim()) return this.#clear();
    const asking = (this.asking = new AbortController());
    const address = this.#address;
    this.answers.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address, { headers: { "X-Fragment": "1" }, signal: asking.signal });
      if (!answer.ok && answer.status !== 422) throw new Error(answer.statusText);
      const text = await answer.text();
      if (!asking.signal.aborted) this.#show(text, address);
    } catch {
      if (asking.signal.aborted) return;
      this.answers.removeAttribute("aria-busy"); // what was found before is still true
      if (sent) location.assign(address);
    }
  }

  #clear() {
    this.answers.replaceChildren();
    history.replaceState(null, "", this.home);
  }

  #show(text, address) {
    const page = new DOMParser().parseFromString(text, "text/html");
    this.answers.replaceChildren(...page.body.childNodes);
    this.answers.removeAttribute("aria-busy");
    history.replaceState(null, "", address);
    const say = textsOf(this.answers);
    this.speaker.say(() => say.found);
  }
}

document.querySelectorAll("[data-search]").forEach((form) => new Search(form));
