"""Checks of a search result: which facts, decisions and values its first answer rests on."""

from __future__ import annotations

from game.rulebook.search import SearchResult, search_rules


def rests_on(result: SearchResult) -> set[str]:
    """Citations of the first answer."""
    if result.verdicts:
        verdicts = [case.verdict for of_game in result.verdicts for case in of_game.cases]
        return {citation for verdict in verdicts if verdict.reason for citation in verdict.reason.facts}
    return set().union(*(hit.cited for hit in result.hits[:1]))


def not_first(questions, variant=None):
    """The questions whose first answer rests on none of the citations that are due."""
    return [
        text
        for text, language, due in questions
        if not rests_on(search_rules(text, language, variant)) & set(due.split())
    ]
