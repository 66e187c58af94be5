// Turns the plain form of a round into steps: who is out, one hand after the other, the review.

import { Speaker, fill, textsOf } from "../messages.js";
import { Chain } from "./chain.js";
import { RoundDraft } from "./drafts.js";
import { PadTabs, lacksDealer, showReview, takeNamedDealer } from "./frame.js";
import { Hand, TypeButton } from "./hand.js";

const OUT = "out";
const REVIEW = "review";
const PROBLEMS = ":scope > .problem[role=alert]";

class TallyPad {
  constructor(form) {
    this.form = form;
    this.say = textsOf(form);
    this.draft = new RoundDraft(form);
    takeNamedDealer(form);
    const draft = this.draft.restore();

    this.find = (name) => form.querySelector(`[data-${name}]`);
    this.bar = document.querySelector("[data-pad-bar]");
    this.steps = [...form.querySelectorAll("[data-step]")];
    this.hands = this.steps
      .filter((step) => step.classList.contains("hand"))
      .map((step) => new Hand(step, this.find("keys"), this.say));
    for (const hand of this.hands) hand.type(draft ? draft.typed.includes(hand.id) : hand.isOnlyTyped);
    this.tabs = new PadTabs(this.find("tabs"), this.hands, this.say);
    this.chain = new Chain(form, this.say, () => this.open(OUT));
    this.typing = new TypeButton(this.say, () => this.#handOf(this.current));
    this.speaker = new Speaker(form);
    this.isCorrection = "correction" in form.dataset;
    this.wasReviewed = this.isCorrection;

    this.#listen();
    this.current = OUT;
    this.refresh();
    this.#show(draft?.step ?? this.#firstStep());
    if (draft) this.draft.offerToStartOver(this.find("notice"), this.say);
    if (this.draft.wasSent) this.#keep();
    form.dataset.live = ""; // from here on it may be seen
  }

  // "" while nobody is chosen, "none" for nobody.
  get outChoice() {
    return this.form.elements.namedItem(OUT).value;
  }

  // Clockwise from the left of the player who is out, who has nothing to count.
  get order() {
    const out = this.hands.findIndex((hand) => hand.isOut);
    return out < 0 ? this.hands : [...this.hands.slice(out + 1), ...this.hands.slice(0, out)];
  }

  get way() {
    return [OUT, ...this.order.map((hand) => hand.id), REVIEW];
  }

  // After mending one hand from the review, the review; so too where no hand has to be counted.
  get stepAfter() {
    const needsNoHand = this.current === OUT && this.hands.every((hand) => hand.isOptional);
    return this.wasReviewed || needsNoHand ? REVIEW : this.way[this.way.indexOf(this.current) + 1];
  }

  open(step) {
    if (this.current === OUT && step !== OUT && this.chain.lacksDrawer) return this.#notify(this.say.whoDraws);
    this.find("notice").hidden = true;
    this.#show(step);
    this.#keep();
    document.querySelector(".top").scrollIntoView({ behavior: "instant" });
    const heading = this.#handOf(this.current)?.heading ?? this.#stepOf(this.current).querySelector(".big");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  next() {
    if (this.current === OUT && lacksDealer(this.form)) this.#notify(this.say.whoDealt);
    else if (this.current === OUT && !this.outChoice) this.#notify(this.say.choose);
    else this.open(this.stepAfter);
  }

  back() {
    this.open(this.way[this.way.indexOf(this.current) - 1]);
  }

  refresh() {
    for (const hand of this.hands) {
      hand.out = hand.id === this.outChoice;
      hand.show();
    }
    this.chain.show(this.hands, this.order[0]);
    this.tabs.show(this.current);
    this.#showBar();
    const { hands, outChoice, say } = this;
    showReview(this.find("review"), { hands, outChoice, say, chain: this.chain.wordsAfter });
  }

  #show(step) {
    this.current = this.way.includes(step) ? step : OUT;
    const isReview = this.current === REVIEW;
    const isHand = !isReview && this.current !== OUT;
    this.wasReviewed ||= isReview;
    for (const each of this.steps) each.hidden = each.dataset.step !== this.current;
    for (const problem of this.form.querySelectorAll(PROBLEMS)) problem.hidden = isHand;
    if (this.find("warnings")) this.find("warnings").hidden = !isReview;
    const facts = this.form.querySelector(".deal-facts");
    facts.hidden = isHand || (isReview && !("withReview" in facts.dataset));
    document.body.classList.toggle("counting", isHand);
    this.typing.show();
    this.tabs.show(this.current);
    this.tabs.reveal();
    this.#showBar();
  }

  #showBar() {
    const [back, next, save] = ["back", "next", "save"].map((name) => this.bar.querySelector(`[data-${name}]`));
    back.hidden = this.current === OUT || this.isCorrection;
    next.hidden = this.current === REVIEW;
    save.hidden = this.current !== REVIEW && !(this.isCorrection && this.#handOf(this.current));
    next.classList.toggle("main", save.hidden);
    const name = this.#handOf(this.stepAfter)?.name;
    next.textContent = name ? fill(this.say.next, { name }) : (this.say.allHands ?? this.say.review);
    this.form.dispatchEvent(new Event("pad-shown")); // correction.js
  }

  #firstStep() {
    if (this.form.dataset.open) return this.form.dataset.open;
    const wrong = this.form.querySelector("[data-step] .wrong")?.closest("[data-step]");
    if (this.form.querySelector(PROBLEMS) || (!wrong && !this.outChoice)) return OUT;
    return wrong?.dataset.step ?? this.order.find((hand) => !hand.isEntered)?.id ?? REVIEW;
  }

  #listen() {
    const openTapped = (event) => {
      const to = event.target.closest("[data-open-step]");
      if (to) this.open(to.dataset.openStep);
    };
    this.find("tabs").addEventListener("click", openTapped);
    this.find("review").addEventListener("click", openTapped);
    this.bar.querySelector("[data-next]").addEventListener("click", () => this.next());
    this.bar.querySelector("[data-back]").addEventListener("click", () => this.back());
    this.form.querySelector(".who-out").addEventListener("click", (event) => this.#choseOut(event));
    this.form.addEventListener("keydown", (event) => this.#enter(event));
    this.form.addEventListener("input", (event) => this.#changed(event.target));
    this.form.addEventListener("change", (event) => this.#changed(event.target));
    // Back from the next page: what was saved there must not be sent again as something new.
    addEventListener("pageshow", (event) => event.persisted && navigator.onLine && location.reload());
  }

  // A finger that chose goes on; arrow keys, whose clicks have no detail, do not.
  #choseOut(event) {
    if (event.detail === 0 || !event.target.closest("label")) return;
    setTimeout(() => this.current === OUT && this.outChoice && this.next());
  }

  // Else Enter would send a half-entered round.
  #enter(event) {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    if (this.current !== REVIEW) this.next();
  }

  #changed(field) {
    const hand = this.#handOf(field.closest("[data-step]")?.dataset.step);
    hand?.forgetWrong();
    this.find("warnings")?.remove(); // they were about what has changed now
    this.bar.querySelector("[data-save]").textContent = this.say.save;
    this.refresh();
    this.#keep();
    if (hand) this.speaker.say(() => hand.words);
  }

  #keep() {
    const typed = this.hands.filter((hand) => hand.isTyped).map((hand) => hand.id);
    this.draft.keep({ typed, step: this.current });
  }

  #notify(text) {
    this.find("notice").textContent = text;
    this.find("notice").hidden = false;
  }

  #handOf(id) {
    return this.hands.find((hand) => hand.id === id);
  }

  #stepOf(id) {
    return this.steps.find((step) => step.dataset.step === id);
  }
}

for (const form of document.querySelectorAll("[data-pad]")) new TallyPad(form);
