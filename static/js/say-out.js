// The question whether the round ended on a card that somebody draws for: the buttons beside the number.

for (const form of document.querySelectorAll("[data-say-out]")) {
  const cards = form.elements.chain_cards;
  const box = form.querySelector("[data-chain]");
  if (!box) continue;
  const write = (count) => {
    cards.value = count > 0 ? count : "";
    box.open = count > 0;
  };
  for (const button of box.querySelectorAll("[data-chain-step]")) {
    button.hidden = false;
    button.addEventListener("click", () => write(Number(cards.value) + Number(button.dataset.chainStep)));
  }
  box.querySelector("summary").addEventListener("click", (event) => {
    event.preventDefault();
    write(box.open ? 0 : 1);
  });
}
