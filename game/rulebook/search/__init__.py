"""Search in the rules of all variants.

text       words of a query as terms: stems, cards, numbers (words.toml)
names      variants named in a query
entries    passages, options and comparison rows, with the questions that they answer
index      the index of one language (BM25)
verdicts   questions for the referee: a card on another, or a meld
searching  the result of a query
"""

from __future__ import annotations

from game.rulebook.search.entries import Hit, TableChoice
from game.rulebook.search.searching import SearchResult, search_rules
from game.rulebook.search.verdicts import GameVerdict

__all__ = ["GameVerdict", "Hit", "SearchResult", "TableChoice", "search_rules"]
