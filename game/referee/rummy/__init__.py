"""Games of the rummy family: cards are laid out as melds, and what lies may be laid anew."""
