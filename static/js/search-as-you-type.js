// Shows search results while the player types, and keeps the address of the page that of the results shown. Attached
// by data-search.

import { element } from "./elements.js";
import { Announcer, textsOf } from "./messages.js";
import { searchOffline } from "./offline/rule-search.js";

const PAUSE = 120; // milliseconds without a key

class Search {
  constructor(form) {
    this.form = form;
    this.results = form.parentElement.querySelector("[data-answers]");
    this.announcer = new Announcer(form);
    this.pageAddress = this.results.childElementCount ? null : location.href; // the page itself has other content
    form.addEventListener("input", () => this.#onInput());
    form.addEventListener("submit", (event) => this.#onSubmit(event));
  }

  get #address() {
    return `${this.form.getAttribute("action")}?${new URLSearchParams(new FormData(this.form))}`;
  }

  #onInput() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#load(), PAUSE);
  }

  // By Enter or the button: the phone's keyboard closes, so that it does not cover the results.
  #onSubmit(event) {
    event.preventDefault();
    clearTimeout(this.timer);
    this.form.elements.q.blur();
    this.#load({ isSubmitted: true });
  }

  // Aborts an earlier request.
  async #load({ isSubmitted = false } = {}) {
    this.request?.abort();
    if (this.pageAddress && !this.form.elements.q.value.trim()) return this.#clear();
    const request = (this.request = new AbortController());
    const address = this.#address;
    this.results.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address, { headers: { "X-Fragment": "1" }, signal: request.signal });
      if (!response.ok && response.status !== 422) throw new Error(response.statusText);
      const text = await response.text();
      if (!request.signal.aborted) this.#show(text, address);
    } catch {
      if (request.signal.aborted) return;
      this.results.removeAttribute("aria-busy"); // the earlier results stay
      if (!(await this.#searchOffline(request)) && isSubmitted) location.assign(address);
    }
  }

  // False without a stored index.
  async #searchOffline(request) {
    const { index, rules } = this.form.dataset;
    const hits = index && (await searchOffline(index, this.form.elements.q.value));
    if (!hits || request.signal.aborted) return request.signal.aborted;
    const [some, none] = this.form.parentElement.querySelector("[data-offline]").content.cloneNode(true).children;
    const list = element("ol", "hits");
    list.append(...hits.map((hit) => this.#hit(hit, rules)));
    this.results.replaceChildren(hits.length ? some : none, list);
    this.announcer.announce(() => (hits.length ? some : none).textContent);
    return true;
  }

  #hit({ anchor, section, text }, rules) {
    const item = element("li", "panel");
    const [heading, link] = [element("h3", ""), element("a", "", section)];
    link.href = `${rules}#${anchor}`;
    heading.append(link);
    item.append(heading, element("p", "", text));
    return item;
  }

  #clear() {
    this.results.replaceChildren();
    history.replaceState(null, "", this.pageAddress);
  }

  #show(text, address) {
    const page = new DOMParser().parseFromString(text, "text/html");
    this.results.replaceChildren(...page.body.childNodes);
    this.results.removeAttribute("aria-busy");
    history.replaceState(null, "", address);
    const texts = textsOf(this.results);
    this.announcer.announce(() => texts.found);
  }
}

document.querySelectorAll("[data-search]").forEach((form) => new Search(form));
