"""Full-text search in the rules of all variants.

folding        normalization of words: no capitals, accents and endings
lexicon        synonyms, phrases and stopwords
wordlist       the lexicon of words.toml
numerals       numbers or cards
spelling       correction and completion
variant_names  recognition of variants by name
excerpt        the searchable excerpts
index          the inverted index (BM25)
query          parsing of a query
searching      ranking and results
"""

from __future__ import annotations

from game.rulebook.search.excerpt import Excerpt, TableChoice
from game.rulebook.search.searching import SearchResult, search_rules

__all__ = ["Excerpt", "SearchResult", "TableChoice", "search_rules"]
