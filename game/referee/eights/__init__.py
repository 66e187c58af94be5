"""Games of the Crazy Eights family: a card that matches the top card may be laid on the discard pile."""
