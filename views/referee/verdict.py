"""The referee's words for one family of games: a sentence for each law, a clause for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _

from referee.cards import Card
from referee.verdict import Reason, Verdict
from variants import Variant
from variants.citations import is_decision, text_of
from variants.text import in_language
from views.web.language import current_language
from views.wording.cards import card_name, cards_in_words, choices_in_words, rank_name, suit_name
from views.wording.phrases import Sentence, listed, opening


class OfMeld:
    """A sentence that on a table of several melds says of which it speaks."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence

    def __mod__(self, about: Mapping[str, Any]) -> str:
        said = self.sentence % about
        if "number" not in about:
            return said
        return _("Meld %(number)s: %(said)s", number=about["number"], said=said)


@dataclass(frozen=True)
class Vocabulary:
    """sentences: tables by law, looked up in this order; each is filled in with what its reason is about.
    aside: a table that comes first where a law is told beside the answer.
    questions: by what a verdict needs, a clause that goes on after “I need to know”.
    explaining: laws that tell why although they only follow; where they stand is named as well.
    """

    sentences: tuple[Mapping[str, Sentence], ...]
    questions: Mapping[str, Sentence]
    aside: Mapping[str, Sentence] = field(default_factory=dict)
    explaining: frozenset[str] = frozenset()


NAMED: dict[str, Callable[[Any], str]] = {
    "suit": suit_name,
    "suits": lambda suits: listed([suit_name(suit) for suit in suits]),
    "rank": rank_name,
    "ranks": lambda ranks: listed([rank_name(rank) for rank in ranks]),
    "cards": cards_in_words,
    "choices": choices_in_words,
}


@dataclass(frozen=True)
class Source:
    """A fact or decision that a verdict rests on; `rank` says with which authority."""

    citation: str
    rank: str
    text: str


@dataclass(frozen=True)
class SpokenVerdict:
    """`sources` belong to the reason, the deciding one first; `steps` speak where several cards are laid.

    hangs_on_left: whether the cards left in the hand would tell if a call is due.
    """

    answer: str
    headline: str
    reason: str
    sources: list[Source]
    steps: list[str]
    aside: list[str]
    then: list[str]
    otherwise: list[str]
    hangs_on_left: bool


def spoken(verdict: Verdict, words: Vocabulary, variant: Variant, otherwise: list[str]) -> SpokenVerdict:
    return SpokenVerdict(
        answer=verdict.answer,
        headline=_headline(verdict, words),
        reason=_reason(verdict, words),
        sources=[_source(citation, variant) for citation in _citations(verdict, words)],
        steps=[said(reason, words) for reason in verdict.steps] if _lays_several(verdict) else [],
        aside=[_said(reason, (words.aside, *words.sentences)) for reason in verdict.aside],
        then=[said(reason, words) for reason in verdict.then],
        otherwise=otherwise,
        hangs_on_left=any(reason.law.startswith("call_if") for reason in verdict.then),
    )


def said(reason: Reason, words: Vocabulary) -> str:
    """A law in one sentence."""
    return _said(reason, (*words.sentences, words.aside))


def _headline(verdict: Verdict, words: Vocabulary) -> str:
    if verdict.answer == "ask":
        return _("I need to know %(what)s", what=words.questions[verdict.needs])
    return _("Yes") if verdict.answer == "yes" else _("No")


def _reason(verdict: Verdict, words: Vocabulary) -> str:
    if verdict.because is None:
        return _("Say that, and the answer is certain.")
    if verdict.answer == "yes" and _lays_several(verdict):
        return _("In this order, one after the other:")
    return said(verdict.because, words)


def _citations(verdict: Verdict, words: Vocabulary) -> list[str]:
    """What the reason rests on, and each card where several may be laid."""
    told = verdict.steps if verdict.answer == "yes" and verdict.steps else (verdict.because,)
    reasons = (*told, *(reason for reason in verdict.then if reason.law in words.explaining))
    return list(dict.fromkeys(citation for reason in reasons if reason for citation in reason.facts))


def _lays_several(verdict: Verdict) -> bool:
    return len(verdict.steps) + (verdict.answer == "no") > 1


def _said(reason: Reason, tables: Iterable[Mapping[str, Sentence]]) -> str:
    sentence = next(table[reason.law] for table in tables if reason.law in table)
    return opening(sentence % {name: _named(name, value) for name, value in reason.about.items()})


def _named(name: str, value: Any) -> Any:
    if isinstance(value, Card):
        return card_name(value)
    if name in NAMED:
        return NAMED[name](value)
    return in_language(value, current_language()) if isinstance(value, Mapping) else value


def _source(citation: str, variant: Variant) -> Source:
    return Source(citation, _authority(citation, variant), in_language(text_of(citation), current_language()))


def _authority(citation: str, variant: Variant) -> str:
    """Order of authority: the text's own rule for the case, its general rule, then what was decided."""
    if is_decision(citation):
        return _("decided here: the rules are silent or disagree")
    if citation in variant.play.get("general", ()):
        return _("the general rule")
    return _("the rule for this case")
