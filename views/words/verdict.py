"""The referee's words for one family of games: a sentence for each rule, a clause for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask_babel import gettext as _

from game.referee.cards import Card
from game.referee.verdict import Reason, Verdict
from game.variants import Variant
from game.variants.citations import is_decision, text_of
from views.words.cards import (
    card_name,
    cards_in_words,
    choices_in_words,
    one_of_suit,
    rank_name,
    suit_name,
)
from views.words.phrases import Sentence, listed, opening, words


class OfMeld:
    """A sentence that names its meld where there are several."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence

    def __mod__(self, about: Mapping[str, Any]) -> str:
        sentence = self.sentence % about
        if "number" not in about:
            return sentence
        return _("Meld %(number)s: %(said)s", number=about["number"], said=sentence)


@dataclass(frozen=True)
class Vocabulary:
    """sentences: tables by rule, searched in this order, formatted with the values of a reason.
    before: a table searched first for a rule that applies before the play.
    questions: a clause for each missing fact, after “I need to know”.
    explaining: rules that give an explanation although they only follow; their section is cited as well.
    conditions: by rule, a clause on which its answer depends. effects: rules of what a card does when played.
    """

    sentences: tuple[Mapping[str, Sentence], ...]
    questions: Mapping[str, Sentence]
    before: Mapping[str, Sentence] = field(default_factory=dict)
    explaining: frozenset[str] = frozenset()
    conditions: Mapping[str, Sentence] = field(default_factory=dict)
    effects: frozenset[str] = frozenset()

    def say(self, reason: Reason) -> str:
        """Return the sentence of a rule."""
        return _formatted(reason, (*self.sentences, self.before))

    def say_before(self, reason: Reason) -> str:
        return _formatted(reason, (self.before, *self.sentences))


FORMATTERS: dict[str, Callable[[Any], str]] = {
    "suit": suit_name,
    "suits": lambda suits: listed([suit_name(suit) for suit in suits]),
    "rank": rank_name,
    "ranks": lambda ranks: listed([rank_name(rank) for rank in ranks]),
    "cards": cards_in_words,
    "choices": choices_in_words,
}


class VerdictText:
    """A verdict in the words of its family. otherwise: what other options would change, in words."""

    def __init__(self, verdict: Verdict, words: Vocabulary, variant: Variant, otherwise: list[str]) -> None:
        self.verdict, self.words, self.variant, self.otherwise = verdict, words, variant, otherwise
        self.answer = verdict.answer

    @property
    def headline(self) -> str:
        if self.answer == "ask":
            return _("I need to know %(what)s", what=self.words.questions[self.verdict.needs])
        answer = _("Yes") if self.answer == "yes" else _("No")
        condition = next(
            (c for rule_key in self._decisive if (c := self.words.conditions.get(rule_key))), None
        )
        return f"{condition}: {answer.lower()}" if condition else answer

    @property
    def reason(self) -> str:
        if self.verdict.reason is None:
            return _("Tell me below, and I can answer.")
        if self.answer == "yes" and self._lays_several:
            return _("In this order:")
        return self.words.say(self.verdict.reason)

    @property
    def steps(self) -> list[str]:
        """One sentence for each card where several are played."""
        return list(map(self.words.say, self.verdict.steps)) if self._lays_several else []

    @property
    def lead(self) -> str:
        """Introduces the steps if they led up to a refused card; "" otherwise: the reason introduces them."""
        return _("Up to there it was fine:") if self.steps and self.answer == "no" else ""

    @property
    def before(self) -> list[str]:
        return list(map(self.words.say_before, self.verdict.before))

    @property
    def consequences(self) -> list[str]:
        return list(map(self.words.say, self.verdict.consequences))

    @property
    def reason_without_suits(self) -> str:
        """The reason without the suits of its cards; "" if it names another suit."""
        reason = self.verdict.reason
        if reason is None or "suit" in reason.about:
            return ""
        about = {
            name: Card(value.rank, "") if isinstance(value, Card) else value
            for name, value in reason.about.items()
        }
        return self.words.say(replace(reason, about=about))

    @property
    def effects(self) -> list[str]:
        """Consequences that the cards have in any hand and suit."""
        return [
            self.words.say(reason)
            for reason in self.verdict.consequences
            if reason.rule_key in self.words.effects and "suit" not in reason.about
        ]

    @property
    def sources(self) -> list[tuple[str, str, str]]:
        """The facts and decisions that the reason rests on, the deciding one first: id, authority, text."""
        return [
            (citation, authority(citation, self.variant), words(text_of(citation)))
            for citation in self._citations
        ]

    @property
    def depends_on_cards_left(self) -> bool:
        """Whether the cards left in the hand decide if a call is due."""
        return any(reason.rule_key.startswith("call_if") for reason in self.verdict.consequences)

    @property
    def _decisive(self) -> list[str]:
        """The rules that decide the answer; for a yes also those that apply before the play."""
        before = self.verdict.before if self.answer == "yes" else ()
        return [reason.rule_key for reason in (self.verdict.reason, *before) if reason]

    @property
    def _lays_several(self) -> bool:
        return len(self.verdict.steps) + (self.answer == "no") > 1

    @property
    def _citations(self) -> list[str]:
        """What the reason rests on, and each card where several may be laid."""
        verdict = self.verdict
        decisive = verdict.steps if self.answer == "yes" and verdict.steps else (verdict.reason,)
        reasons = (
            *decisive,
            *(reason for reason in verdict.consequences if reason.rule_key in self.words.explaining),
        )
        return list(dict.fromkeys(citation for reason in reasons if reason for citation in reason.facts))


def _formatted(reason: Reason, tables: Iterable[Mapping[str, Sentence]]) -> str:
    sentence = next(table[reason.rule_key] for table in tables if reason.rule_key in table)
    return opening(sentence % _named_all(reason.about))


def _named_all(about: Mapping[str, Any]) -> dict[str, Any]:
    named = {name: _named(name, value) for name, value in about.items()}
    if "suit" in about:
        named["one_suit"] = one_of_suit(about["suit"])
    if "cards" in about:
        named["many"] = len(about["cards"])
    elif about.get("choices"):
        named["many"] = len(about["choices"][0])  # jokers: each choice says what all of them stand for
    return named


def _named(name: str, value: Any) -> Any:
    if isinstance(value, Card):
        return card_name(value) if value.suit or value.is_joker else rank_name(value.rank)
    if name in FORMATTERS:
        return FORMATTERS[name](value)
    return words(value) if isinstance(value, Mapping) else value


def authority(citation: str, variant: Variant) -> str:
    """Sources in order of authority: the text's rule for the case, its general rule, then our choices."""
    if is_decision(citation):
        return _("our choice")
    if citation in variant.play.get("general", ()):
        return _("general rule")
    return _("rule for this case")
