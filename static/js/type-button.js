// The button in the pad's head that leads from tapping the cards to typing the points, and back.

export class TypeButton {
  // `handNow` gives the hand that is open, or nothing.
  constructor(say, handNow) {
    this.say = say;
    this.handNow = handNow;
    this.button = document.querySelector("[data-type]"); // none where rounds won are counted
    this.button?.addEventListener("click", () => {
      handNow().switchWay();
      this.show();
    });
  }

  show() {
    if (!this.button) return;
    const hand = this.handNow();
    this.button.hidden = !hand;
    this.button.lastElementChild.textContent = hand?.isTyped ? this.say.tap : this.say.type;
    this.button.setAttribute("aria-label", hand?.isTyped ? this.say.tapWhat : this.say.typeWhat);
  }
}
