"""Games of the rummy family: cards are laid as melds, and melds on the table may be rearranged."""
