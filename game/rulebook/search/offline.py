"""The search index of one table as data, for static/js/offline/rule-search.js."""

from __future__ import annotations

from collections import Counter
from typing import Any

from game.rulebook.search.entries import TableChoice, hits_of, questions_of
from game.rulebook.search.text import card_words, terms_of, words_of


def offline_index(language: str, table: TableChoice) -> dict[str, Any]:
    """Return {"words": {word: term}, "entries": [[anchor, section, text, {term: times}], …]}.

    words: those whose term is not the beginning of the word. Raises IllegalOption.
    """
    questions = questions_of(table.key, language)
    entries = []
    for key, hit in hits_of(language, table).items():
        if key in questions:
            texts = (*questions[key], hit.text, hit.section)
            times = Counter(term for text in texts for term in terms_of(words_of(text), language))
            entries.append([key, hit.section, hit.text, dict(times)])
    known = card_words()
    return {"words": {**known.ranks, **known.suits, **known.same}, "entries": entries}
