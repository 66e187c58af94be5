// Turns the form of a round into steps: who is out, one hand after the other, the review. Attached by data-pad.

import { Announcer, fill, textsOf } from "../messages.js";
import { reloadIfRestored } from "../server.js";
import { Chain } from "./chain.js";
import { FormDraft } from "./drafts.js";
import { PadTabs, lacksDealer, showReview, setDealerFromAddress } from "./frame.js";
import { Hand, TypeButton } from "./hand.js";

const OUT = "out";
const PLACES = "places";
const REVIEW = "review";
const PROBLEMS = ":scope > .problem[role=alert]";

class TallyPad {
  constructor(form) {
    this.form = form;
    this.texts = textsOf(form);
    this.draft = new FormDraft(form);
    setDealerFromAddress(form);
    const draft = this.draft.restore();

    this.find = (name) => form.querySelector(`[data-${name}]`);
    this.bar = document.querySelector("[data-pad-bar]");
    this.steps = [...form.querySelectorAll("[data-step]")];
    this.hands = this.steps
      .filter((step) => step.classList.contains("hand"))
      .map((step) => new Hand(step, this.find("keys"), this.texts));
    const ofRound = [...form.querySelectorAll("[data-round-multiplier]")];
    for (const hand of this.hands) {
      hand.ofRound = ofRound;
      hand.setTyped(draft ? draft.typed.includes(hand.id) : hand.hasOnlyPoints);
    }
    this.tabs = new PadTabs(this.find("tabs"), this.isPlaces ? [] : this.hands, this.texts);
    this.chain = new Chain(form, this.texts, () => this.open(OUT));
    this.typeButton = new TypeButton(this.texts, () => this.#handOf(this.current));
    this.announcer = new Announcer(form);
    this.isCorrection = "correction" in form.dataset;
    this.wasReviewed = this.isCorrection || this.draft.showsSentInput || Boolean(draft?.wasReviewed);

    this.#listen();
    this.current = this.stepOrder[0];
    this.refresh();
    this.#show(draft?.step ?? this.#firstStep());
    if (draft) this.find("offered")?.remove();
    if (draft) this.draft.offerDiscard(this.find("notice"), this.texts);
    if (this.draft.showsSentInput) this.#store();
    form.dataset.live = ""; // makes it visible
    if (this.#handOf(this.current)?.isTyped) this.#handOf(this.current).focus();
  }

  // The id of a seat, "none" for no player, "" without a choice, undefined where the game does not ask.
  get outChoice() {
    return this.form.elements.namedItem(OUT)?.value;
  }

  // Places are tapped in one step: the hands have none of their own.
  get isPlaces() {
    return Boolean(this.#stepOf(PLACES));
  }

  // Clockwise from the left of the player who is out; without that player.
  get order() {
    const out = this.hands.findIndex((hand) => hand.isOut);
    return out < 0 ? this.hands : [...this.hands.slice(out + 1), ...this.hands.slice(0, out)];
  }

  get stepOrder() {
    const hands = this.isPlaces ? [PLACES] : this.order.map((hand) => hand.id);
    return [OUT, ...hands, REVIEW].filter((step) => this.#stepOf(step));
  }

  // Once the review was shown, and where no hand has to be counted: only hands that must be entered, then the review.
  get nextStep() {
    const following = this.stepOrder.slice(this.stepOrder.indexOf(this.current) + 1);
    const needsNoHand = this.current === OUT && this.hands.length && this.hands.every((hand) => hand.isOptional);
    if (!this.wasReviewed && !needsNoHand) return following[0];
    return following.find((step) => this.#handOf(step)?.isMissing) ?? REVIEW;
  }

  open(wanted) {
    const step = this.isPlaces && this.#handOf(wanted) ? PLACES : wanted;
    if (!this.#stepOf(step)) return; // a game that only asks who won
    if (this.current === OUT && step !== OUT && this.chain.lacksDrawer) return this.#notify(this.texts.whoDraws);
    this.find("notice").hidden = true;
    this.find("offered")?.remove(); // other hands are being entered
    this.#show(step);
    this.#store();
    document.querySelector(".top").scrollIntoView({ behavior: "instant" });
    if (this.#handOf(this.current)) return this.#handOf(this.current).focus();
    const heading = this.#stepOf(this.current).querySelector(".big");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  next() {
    if (this.current === OUT && lacksDealer(this.form)) this.#notify(this.texts.whoDealt);
    else if (this.current === OUT && !this.outChoice) this.#notify(this.texts.choose);
    else this.open(this.nextStep);
  }

  back() {
    this.open(this.stepOrder[this.stepOrder.indexOf(this.current) - 1]);
  }

  refresh() {
    for (const hand of this.hands) {
      hand.out = hand.id === this.outChoice;
      hand.show();
    }
    this.chain.show(this.hands, this.order[0]);
    this.tabs.show(this.current);
    const { hands, outChoice, texts } = this;
    if (hands.length) showReview(this.find("review"), { hands, outChoice, texts, chain: this.chain.textAfter });
    this.#showBar();
  }

  #show(step) {
    this.current = this.stepOrder.includes(step) ? step : this.stepOrder[0];
    const isReview = this.current === REVIEW;
    const isHand = Boolean(this.#handOf(this.current));
    this.wasReviewed ||= isReview;
    for (const each of this.steps) each.hidden = each.dataset.step !== this.current;
    for (const problem of this.form.querySelectorAll(PROBLEMS)) problem.hidden = isHand;
    if (this.find("warnings")) this.find("warnings").hidden = !isReview;
    const facts = this.form.querySelector(".deal-facts");
    const isInReview = "shownInReview" in facts.dataset || !this.#stepOf(OUT);
    facts.hidden = isHand || (isReview && !isInReview);
    document.body.classList.toggle("counting", isHand);
    this.typeButton.show();
    this.tabs.show(this.current);
    this.tabs.scrollToOpen();
    this.#showBar();
  }

  #showBar() {
    const [back, next, save] = ["back", "next", "save"].map((name) => this.bar.querySelector(`[data-${name}]`));
    const [isFirst, isLast] = [0, -1].map((place) => this.stepOrder.at(place) === this.current);
    back.hidden = isFirst || this.isCorrection;
    next.hidden = isLast;
    save.hidden = !isLast && !(this.isCorrection && this.#handOf(this.current));
    save.disabled = !this.hands.length && !this.outChoice;
    next.classList.toggle("main", save.hidden);
    const name = this.#handOf(this.nextStep)?.name;
    next.textContent = name ? fill(this.texts.next, { name }) : (this.texts.allHands ?? this.texts.review);
    this.form.dispatchEvent(new CustomEvent("pad-shown", { detail: this })); // correction.js and others
  }

  #firstStep() {
    if (this.form.dataset.open) return this.form.dataset.open;
    const wrong = this.form.querySelector("[data-step] .wrong")?.closest("[data-step]");
    if (this.form.querySelector(PROBLEMS) || (!wrong && this.outChoice === "")) return OUT;
    return wrong?.dataset.step ?? this.order.find((hand) => !hand.isEntered)?.id ?? REVIEW;
  }

  #listen() {
    const openStep = (event) => {
      const to = event.target.closest("[data-open-step]");
      if (to) this.open(to.dataset.openStep);
    };
    this.find("tabs").addEventListener("click", openStep);
    this.find("review")?.addEventListener("click", openStep);
    this.bar.querySelector("[data-next]").addEventListener("click", () => this.next());
    this.bar.querySelector("[data-back]").addEventListener("click", () => this.back());
    this.form.querySelector("[data-step=out]")?.addEventListener("click", (event) => this.#onOutChosen(event));
    this.form.addEventListener("keydown", (event) => this.#onKeydown(event));
    this.form.addEventListener("input", (event) => this.#onInput(event.target));
    this.form.addEventListener("change", (event) => this.#onInput(event.target));
    // The page comes from the back-forward cache: what was saved since must not be sent again as a new round.
    reloadIfRestored();
  }

  // A tap opens the next step; arrow keys, whose clicks have no detail, do not.
  #onOutChosen(event) {
    if (event.detail === 0 || !event.target.closest(".who-out label")) return;
    setTimeout(() => this.current === OUT && this.outChoice && this.next());
  }

  // Otherwise Enter would send a partly entered round.
  #onKeydown(event) {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    if (this.current !== this.stepOrder.at(-1)) this.next();
  }

  #onInput(field) {
    const hand = this.#handOf(field.closest("[data-step]")?.dataset.step);
    hand?.clearError();
    this.find("offered")?.classList.add("unavailable"); // its link would replace this input; the keys stay in place
    this.find("warnings")?.remove(); // they are about values that have changed
    this.bar.querySelector("[data-save]").textContent = this.texts.save;
    this.refresh();
    this.#store();
    if (hand) this.announcer.announce(() => hand.text);
  }

  #store() {
    const typed = this.hands.filter((hand) => hand.isTyped).map((hand) => hand.id);
    this.draft.store({ typed, step: this.current, wasReviewed: this.wasReviewed });
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
