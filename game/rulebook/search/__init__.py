"""Search: what the rules of all variants say to a question as people type it.

folding    words without capitals, accents and endings
lexicon    words that mean the same
wordlist   which those are (words.toml)
numerals   numbers, told from cards
spelling   the word that was meant
naming     the variant that was meant
excerpt    what can be found
index      which excerpts speak of what, and how much that tells
question   what was typed, understood
answering  the best excerpts, and where they say it
"""

from __future__ import annotations

from game.rulebook.search.answering import Answer, ask
from game.rulebook.search.excerpt import Chosen, Excerpt

__all__ = ["Answer", "Chosen", "Excerpt", "ask"]
