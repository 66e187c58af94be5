"""Games of the Crazy Eights family: a card is laid on the discard pile where it matches the top card."""
