"""Sentences of the search: the referee's answers and computed numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from flask import url_for
from flask_babel import lazy_gettext as N_

from game.referee.cards import write_cards
from game.rulebook.search import GameVerdict, Hit
from game.rulebook.search.entries import TableChoice, hits_of
from game.rulebook.search.verdicts import Case
from game.variants import VARIANTS
from views.wording.eights_verdict import WORDS as OF_EIGHTS
from views.wording.melds_verdict import WORDS as OF_MELDS
from views.wording.verdict import VerdictText

SUIT_CONDITIONS = {
    "same": N_("in the same suit"),
    "other": N_("in another suit"),
    "named": N_("in the suit that was named"),
    "not_named": N_("in any other suit"),
    "one_suit": N_("all in one suit"),
    "several_suits": N_("each in another suit"),
}
SAYS_ALL = frozenset(("named", "not_named"))  # conditions that need no reason
CHAIN_CONDITIONS = {
    "live": N_("while nobody has drawn for the 2"),
    "drawn": N_("after somebody has drawn for it"),
}
WORDS = {"eights": OF_EIGHTS, "rummy": OF_MELDS}


@dataclass(frozen=True)
class VerdictLine:
    """One case of a verdict. condition: "" if it is the only one. rule: "" if the next line has the same."""

    answer: str
    condition: str
    rule: str


def verdict_lines(of_game: GameVerdict, language: str, table: TableChoice | None) -> list[VerdictLine]:
    own = {table.key: table} if table else {}
    passages = hits_of(language, own.get(of_game.variant, TableChoice(of_game.variant)))
    lines = [_line(of_game, case, passages) for case in of_game.cases]
    same = [one.rule == following.rule for one, following in pairwise(lines)] + [False]
    return [replace(line, rule="") if repeated else line for line, repeated in zip(lines, same, strict=True)]


def _line(of_game: GameVerdict, case: Case, passages: Mapping[str, Hit]) -> VerdictLine:
    conditions = [SUIT_CONDITIONS.get(case.suit), CHAIN_CONDITIONS.get(case.chain)]
    variant = VARIANTS[of_game.variant]
    verdict = VerdictText(case.verdict, WORDS[variant.play["family"]], variant, [])
    if of_game.names_suits:
        rule = " ".join(verdict.steps) or verdict.reason
    elif case.suit in SAYS_ALL:
        rule = ""
    else:
        rule = verdict.reason_without_suits or _rule(case, passages) or verdict.reason
    if case.verdict.answer == "yes":
        rule = " ".join(filter(None, [rule, *verdict.effects]))
    return VerdictLine(case.verdict.answer, ", ".join(str(each) for each in conditions if each), rule)


def _rule(case: Case, passages: Mapping[str, Hit]) -> str:
    """Return the passage that states the rule: the referee’s sentence would name suits nobody asked about."""
    decisive = set(case.verdict.reason.facts) if case.verdict.reason else set()
    stating = [hit for hit in passages.values() if hit.states_rule and decisive & set(hit.cited)]
    if not stating:
        return ""
    return max(stating, key=lambda hit: _fitness(hit, decisive)).text


def _fitness(hit: Hit, decisive: set[str]) -> tuple[int, int, bool]:
    """Most of the deciding citations, few others, and not in the summary."""
    return len(decisive & set(hit.cited)), -len(hit.cited), not hit.anchor.startswith("short-")


def referee_address(of_game: GameVerdict, query: Mapping[str, str]) -> str:
    """The page of the referee with these cards; suits that the query leaves open are chosen."""
    case = of_game.cases[0]
    cards = write_cards(case.play)
    asked = {"top": write_cards([case.top]), "play": cards} if case.top else {"meld": cards}
    params: dict[str, Any] = {**asked, **query}
    return url_for("referee.show", key=of_game.variant, **params)
