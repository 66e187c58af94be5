// Updates the question and the verdict of the referee without loading a page: fetches the addresses of its links and
// form, and replaces only the question. Attached by data-question.

class Referee {
  constructor(question) {
    this.question = question;
    this.status = document.querySelector("[data-verdict-news]");
    question.addEventListener("click", (event) => this.#onClick(event));
    question.addEventListener("change", (event) => this.#onChange(event));
    question.addEventListener("submit", (event) => this.#onSubmit(event, event.target));
    addEventListener("popstate", () => this.#replace(location.href));
    this.#applyEarlierInput();
  }

  // Input from before this module ran.
  #applyEarlierInput() {
    const form = this.question.querySelector("form[data-situation]");
    const changed = [...(form?.elements ?? [])].find(
      (field) => field.checked !== field.defaultChecked || field.value !== (field.defaultValue ?? field.value),
    );
    if (changed) this.#load(this.#addressOf(form), null, changed.id);
  }

  async #onClick(event) {
    const tapped = event.target.closest("a[data-ask]");
    if (!tapped || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    const link = await this.#currentElement(tapped, () => this.#linkNamed(nameOf(tapped)));
    if (link) this.#load(link.href, nameOf(link), "", link.dataset.ask === "stay");
  }

  async #onChange(event) {
    const { id, checked, value, form } = event.target;
    if (!form?.matches("[data-situation]")) return;
    const field = await this.#currentElement(event.target, () => document.getElementById(id));
    if (!field) return;
    Object.assign(field, field.type === "radio" || field.type === "checkbox" ? { checked } : { value });
    this.#load(this.#addressOf(field.form), null, id);
  }

  // Waits for a running request first: its response has the addresses that the next tap needs.
  async #currentElement(element, find) {
    while (this.loading) await this.loading;
    return element.isConnected ? element : find();
  }

  #onSubmit(event, form) {
    event.preventDefault();
    this.#load(this.#addressOf(form), null, event.target.id);
  }

  #addressOf(form) {
    const fields = new URLSearchParams([...new FormData(form)].filter(([, text]) => text !== ""));
    return `${form.getAttribute("action")}?${fields}`;
  }

  // keepsPosition: the next tap is on the board too, so the board must not move; otherwise shows the verdict.
  async #load(address, tapped, focused = "", keepsPosition = false) {
    const before = this.#boardTop;
    const loading = (this.loading = this.#replace(address));
    const isReplaced = await loading;
    if (this.loading === loading) this.loading = null;
    if (!isReplaced) return;
    history.pushState(null, "", address);
    this.#restoreFocus(tapped, focused);
    if (keepsPosition) this.#scrollBy(this.#boardTop - before);
    this.#announce(tapped !== null && !keepsPosition);
  }

  // Aborts an earlier request. Navigates to the address if it cannot be fetched.
  async #replace(address) {
    this.request?.abort();
    const request = (this.request = new AbortController());
    try {
      const response = await fetch(address, { headers: { "X-Fragment": "1" }, signal: request.signal });
      const text = await response.text();
      if (response.status !== 200 && response.status !== 422) throw new Error(response.statusText);
      const page = new DOMParser().parseFromString(text, "text/html");
      const wereOpen = this.#folds.map((fold) => fold.open);
      this.question.replaceChildren(...page.body.childNodes);
      for (const [index, fold] of this.#folds.entries()) fold.open ||= wereOpen[index];
      return true;
    } catch {
      if (!request.signal.aborted) location.assign(address);
      return false;
    }
  }

  get #folds() {
    return [...this.question.querySelectorAll("details")];
  }

  #restoreFocus(tapped, id) {
    const element = id ? document.getElementById(id) : this.#linkAfterUpdate(tapped);
    element?.focus({ preventScroll: true });
  }

  // The same card of the board, or the next one if it was removed.
  #linkAfterUpdate(tapped) {
    return this.#linkNamed(tapped, ".board") ?? this.question.querySelector("[data-laid]");
  }

  #linkNamed(name, within = "*") {
    const links = [...this.question.querySelectorAll(`${within} a[data-ask]`)];
    return links.find((link) => nameOf(link) === name);
  }

  get #boardTop() {
    return this.question.querySelector(".board").getBoundingClientRect().top;
  }

  // The window scrolls, or the page element where a bar lies below it.
  #scrollBy(distance) {
    for (const part of [document.scrollingElement, document.querySelector(".page")]) part.scrollTop += distance;
  }

  #announce(mayScroll) {
    const verdict = this.question.querySelector("[data-verdict]");
    this.status.textContent = verdict
      ? `${verdict.querySelector("h2").textContent}. ${verdict.querySelector(".reason").textContent}`
      : "";
    if (verdict && mayScroll) verdict.scrollIntoView({ block: "start", behavior: "instant" });
  }
}

// Without the text after a colon, which depends on the question: "7 of spades: makes a meld".
const nameOf = (link) => (link.querySelector(".unseen") ?? link).textContent.split(":")[0];

for (const question of document.querySelectorAll("[data-question]")) new Referee(question);
