"""The referee’s page for the Crazy Eights family: question, verdict, other options, a grid of all cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext

from forms.eights import EightsQuestion
from forms.options import OptionParams
from game.referee.cards import DECK, RANKS, SUITS, Card, too_many, write_cards
from game.referee.eights.rules import EightsRules
from game.referee.eights.turn import judge
from game.referee.verdict import Verdict
from game.texts import in_language
from game.variants import VARIANTS, Variant
from game.variants.option import Option
from game.variants.option_values import write_value
from game.variants.play import option_keys
from views.referee.page import RefereePage, with_query
from views.web.addresses import next_url
from views.web.language import current_language
from views.words.cards import card_name, suit_name
from views.words.eights_verdict import WORDS
from views.words.verdict import VerdictText

OTHERWISE = {
    "yes": lazy_gettext("With “%(option)s: %(value)s” it would be yes."),
    "no": lazy_gettext("With “%(option)s: %(value)s” it would be no."),
    "ask": lazy_gettext("With “%(option)s: %(value)s” I would need to know more."),
}
MAX_CHAIN_LENGTH_SHOWN = 4
TWO_PLAYERS = 2


@dataclass(frozen=True)
class TableOption:
    """choices: (value as written, words, whether it is the table's). holds: the table's choice in words.

    differs: whether this is not the variant's default.
    """

    key: str
    name: str
    choices: list[tuple[str, str, bool]]
    holds: str
    differs: bool

    @property
    def in_words(self) -> str:
        return f"{self.name}: {self.holds}"


class EightsPage(RefereePage):
    """The page of one question."""

    family = "eights"

    def __init__(self, variant: Variant, options: OptionParams) -> None:
        super().__init__(variant, options)
        self.decks = variant.rules(options.given, options.players or variant.players[1]).decks
        self.game = _rules(variant, options.given, self.decks)
        self.question: EightsQuestion = EightsQuestion(
            request.args, self.game, self.decks, card_name, two=options.players == TWO_PLAYERS
        )
        self.adding = request.args.get("more") == "1" and bool(self.question.play)

    @property
    def top(self) -> Card | None:
        return self.question.top

    @property
    def lacking(self) -> str:
        if self.top is None:
            return _("First choose the card that lies on top.")
        return "" if self.question.play else _("First choose the card you want to play.")

    @cached_property
    def verdict(self) -> VerdictText | None:
        """None before a card is played, or while the question makes no sense."""
        if not self.question.play or not self.is_sound:
            return None
        verdict = judge(self.game, self.question.situation, self.question.play)
        return VerdictText(verdict, WORDS, self.variant, list(self._hints(verdict)))

    @property
    def board(self) -> list[list[Card]]:
        """All 52 cards by suit."""
        return [list(DECK[start : start + len(RANKS)]) for start in range(0, len(DECK), len(RANKS))]

    @cached_property
    def answers(self) -> dict[Card, str]:
        """The answer on each card; none for a card that lies there already, or more than the hand holds."""
        if self.top is None or not self.is_sound:
            return {}
        before = self.question.play if self.adding else ()
        situation = self.question.situation
        if situation.hand is not None and situation.hand <= len(before):
            return {}
        return {
            card: judge(self.game, situation, (*before, card)).answer
            for card in DECK
            if not too_many((self.top, *before, card), decks=self.decks)
        }

    def address_with(self, card: Card) -> str:
        """Return the address that a tap on the card leads to.

        The card is played, or becomes the top card if there is none yet.
        """
        if self.top is None:
            return f"{self._base}top={card}"
        before = self.question.play if self.adding else ()
        return f"{self._base}play={write_cards((*before, card)).replace(' ', '+')}"

    @cached_property
    def table_options(self) -> list[TableOption]:
        """The options of the variant that change its rules of play."""
        defaults = self.variant.defaults(self.variant.players[0])
        values = defaults | self.options.given
        return [
            TableOption(
                option.key,
                in_language(option.name, current_language()),
                [
                    (write_value(value), words, value == values[option.key])
                    for value, words in _choices(option)
                ],
                dict(_choices(option))[values[option.key]],
                values[option.key] != defaults[option.key],
            )
            for option in _options_of_play(self.variant)
        ]

    @property
    def needs_call(self) -> bool:
        return self.top is not None and self.top.rank == self.game.wild

    @property
    def may_be_unnamed(self) -> bool:
        """Whether the answers assume that no suit was named, though the question leaves it open."""
        return self.needs_call and self.game.wild_names == "may" and not self.question.situation.called

    @property
    def chains(self) -> list[int]:
        """The sizes of a live chain that are offered; [] if the top card belongs to none."""
        if self.top is None or not self.game.chain or self.top.rank != self.game.chain:
            return []
        sizes = [self.game.chain_draws * count for count in range(1, MAX_CHAIN_LENGTH_SHOWN + 1)]
        pending = self.question.situation.pending
        return sorted({*sizes, pending} - {0})

    @property
    def flags(self) -> list[tuple[str, str, bool]]:
        """Situations that this game knows and this top card allows: name, text, whether it is set."""
        rank = self.top.rank if self.top else ""
        flags = [
            ("starter", _("It was just turned up"), rank in self.game.turn_up),
            ("skip", _("An ace was just played before you"), rank == self.game.skip),
            ("follow", _("You played it and have to follow it"), rank in self.game.follow),
            (
                "again",
                _("It is your extra turn"),
                rank in (self.game.again, self.game.skip, self.game.reverse_again and self.game.reverse),
            ),
            ("drew", _("You have drawn this turn"), not self.draws),
        ]
        situation = self.question.situation
        return [
            (name, words, bool(getattr(situation, name)))
            for name, words, possible in flags
            if rank and possible
        ]

    @property
    def draws(self) -> list[int]:
        """The possible numbers of draws in this turn; [] if only one draw is allowed."""
        return list(range(self.game.draws + 1)) if self.game.draws > 1 else []

    @property
    def chosen(self) -> list[tuple[str, str]]:
        """The cards to be played by name, each with the address without it."""
        play = self.question.play
        return [
            (card_name(card), self.address(play=write_cards(play[:place] + play[place + 1 :])))
            for place, card in enumerate(play)
        ]

    def address(self, **changes: str) -> str:
        """Return the question's address with these changes; "" removes a parameter."""
        query = {**self.question.texts, **self.options.query, "back": next_url(), **changes}
        return with_query(self.here, query.items())

    @property
    def afresh(self) -> str:
        """The address with another top card; parameters about the present one are dropped."""
        return self.address(**dict.fromkeys(self.question.texts, ""))

    @property
    def words_of_top(self) -> str:
        return card_name(self.top) if self.top else ""

    @cached_property
    def suits(self) -> list[tuple[str, str]]:
        return [(suit, suit_name(suit)) for suit in SUITS]

    @property
    def needs_drawn(self) -> bool:
        return bool(self.question.situation.drew) and self.game.drawn == "drawn"

    @property
    def needs_cards_left(self) -> bool:
        """Whether the call depends on the cards left in the hand."""
        return bool((self.verdict and self.verdict.depends_on_cards_left) or self.question.texts["left"])

    def _hints(self, verdict: Verdict) -> Iterator[str]:
        """Yield a sentence for each assumption that the verdict on the question depends on."""
        variant, options, question = self.variant, self.options, self.question
        # GV17: the same card twice, at a table whose number of decks is unknown.
        min_decks = variant.rules(options.given, options.players or variant.players[0]).decks
        doubled = too_many(question.seen, decks=min_decks)
        if doubled:
            yield _("Only with two decks: one deck has only one %(card)s.", card=card_name(doubled))
        rules = _rules(variant, options.given, question.decks)
        with_two = judge(rules, replace(question.situation, two=True), question.play)
        if options.players is None and with_two.answer == "yes" != verdict.answer:
            yield _("With two players it would be yes.")
        for option, value, values in _other_choices(variant, options.given):
            rules = _rules(variant, values, question.decks)
            answer = judge(rules, question.situation, question.play).answer
            if answer != verdict.answer:
                yield OTHERWISE[answer] % {"option": option, "value": value}

    @cached_property
    def _base(self) -> str:
        """The address of this question without the cards to be played."""
        left_out = {"play": "", "top": "" if self.top is None else str(self.top)}
        address = self.address(**left_out)
        return address + ("&" if "?" in address else "?")


def _rules(variant: Variant, options: dict[str, Any], decks: int) -> EightsRules:
    return _rules_by_options(variant.key, frozenset(options.items()), decks)


@lru_cache(maxsize=256)
def _rules_by_options(key: str, options: frozenset[tuple[str, Any]], decks: int) -> EightsRules:
    variant = VARIANTS[key]
    return EightsRules.from_dict(variant.play_rules(dict(options), variant.players[0]), decks=decks)


def _other_choices(variant: Variant, options: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each other choice of a table: the option's name, the choice in words, all options with it."""
    values = variant.defaults(variant.players[0]) | options
    for option in _options_of_play(variant):
        for value, words in _choices(option):
            if value != values[option.key]:
                name = in_language(option.name, current_language())
                yield name, words, {**options, option.key: value}


def _options_of_play(variant: Variant) -> list[Option]:
    keys = option_keys(variant.play)
    return [option for option in variant.options if option.key in keys]


def _choices(option: Option) -> list[tuple[Any, str]]:
    if option.kind == "yes_no":
        return [(True, _("Yes").lower()), (False, _("No").lower())]
    return [(choice.value, in_language(choice.name, current_language())) for choice in option.choices]
