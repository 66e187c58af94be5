// Updates the question and the verdict without a new page: links and form keep their addresses, and only the
// question's part is fetched and replaced.

class Referee {
  constructor(question) {
    this.question = question;
    this.news = document.querySelector("[data-verdict-news]");
    question.addEventListener("click", (event) => this.#follow(event));
    question.addEventListener("change", (event) => this.#changed(event));
    question.addEventListener("submit", (event) => this.#send(event, event.target));
    addEventListener("popstate", () => this.#show(location.href));
    this.#catchUp();
  }

  // What was chosen before this module ran counts as well.
  #catchUp() {
    const form = this.question.querySelector("form[data-situation]");
    const changed = [...(form?.elements ?? [])].find(
      (field) => field.checked !== field.defaultChecked || field.value !== (field.defaultValue ?? field.value),
    );
    if (changed) this.#ask(this.#questionOf(form), null, changed.id);
  }

  async #follow(event) {
    const tapped = event.target.closest("a[data-ask]");
    if (!tapped || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    const link = await this.#asItStandsNow(tapped, () => this.#linkCalled(nameOf(tapped)));
    if (link) this.#ask(link.href, nameOf(link), "", link.dataset.ask === "stay");
  }

  async #changed(event) {
    const { id, checked, value, form } = event.target;
    if (!form?.matches("[data-situation]")) return;
    const field = await this.#asItStandsNow(event.target, () => document.getElementById(id));
    if (!field) return;
    Object.assign(field, field.type === "radio" || field.type === "checkbox" ? { checked } : { value });
    this.#ask(this.#questionOf(field.form), null, id);
  }

  // While an answer is loading, the next tap would use outdated addresses: it waits.
  async #asItStandsNow(element, again) {
    while (this.answering) await this.answering;
    return element.isConnected ? element : again();
  }

  #send(event, form) {
    event.preventDefault();
    this.#ask(this.#questionOf(form), null, event.target.id);
  }

  #questionOf(form) {
    const fields = new URLSearchParams([...new FormData(form)].filter(([, text]) => text !== ""));
    return `${form.getAttribute("action")}?${fields}`;
  }

  // stays: the next tap follows on the board, so that lies still under the finger; else the verdict is shown.
  async #ask(address, tapped, focused = "", stays = false) {
    const before = this.#boardTop;
    const answering = (this.answering = this.#show(address));
    const isShown = await answering;
    if (this.answering === answering) this.answering = null;
    if (!isShown) return;
    history.pushState(null, "", address);
    this.#restoreFocus(tapped, focused);
    if (stays) this.#scrollBy(this.#boardTop - before);
    this.#announce(tapped !== null && !stays);
  }

  // The newest question wins; if it cannot be fetched, navigate to it.
  async #show(address) {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      const answer = await fetch(address, { headers: { "X-Fragment": "1" }, signal: asking.signal });
      const text = await answer.text();
      if (answer.status !== 200 && answer.status !== 422) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(text, "text/html");
      const open = this.#folds.map((fold) => fold.open);
      this.question.replaceChildren(...page.body.childNodes);
      for (const [place, fold] of this.#folds.entries()) fold.open ||= open[place];
      return true;
    } catch (reason) {
      if (!asking.signal.aborted) location.assign(address);
      return false;
    }
  }

  get #folds() {
    return [...this.question.querySelectorAll("details")];
  }

  #restoreFocus(tapped, id) {
    const same = id ? document.getElementById(id) : this.#tappedAgain(tapped);
    same?.focus({ preventScroll: true });
  }

  // The same card of the board, or the next one if it was removed.
  #tappedAgain(tapped) {
    return this.#linkCalled(tapped, ".board") ?? this.question.querySelector("[data-laid]");
  }

  #linkCalled(name, within = "*") {
    const links = [...this.question.querySelectorAll(`${within} a[data-ask]`)];
    return links.find((link) => nameOf(link) === name);
  }

  get #boardTop() {
    return this.question.querySelector(".board").getBoundingClientRect().top;
  }

  // Either the window scrolls or, above a bar, the page in it.
  #scrollBy(distance) {
    for (const part of [document.scrollingElement, document.querySelector(".page")]) part.scrollTop += distance;
  }

  #announce(mayScroll) {
    const verdict = this.question.querySelector("[data-verdict]");
    this.news.textContent = verdict
      ? `${verdict.querySelector("h2").textContent}. ${verdict.querySelector(".reason").textContent}`
      : "";
    if (verdict && mayScroll) verdict.scrollIntoView({ block: "start", behavior: "instant" });
  }
}

// What follows a colon may change with the question: "7 of spades: makes a meld".
const nameOf = (link) => (link.querySelector(".unseen") ?? link).textContent.split(":")[0];

for (const question of document.querySelectorAll("[data-question]")) new Referee(question);
