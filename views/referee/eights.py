"""The referee’s page for the Crazy Eights family: question, verdict, other options, a grid of all cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
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
from game.variants import VARIANTS, Variant
from views.referee.page import RefereePage, TableOption, otherwise, table_options, with_query
from views.web.addresses import next_url
from views.words.cards import card_name, suit_name
from views.words.eights_verdict import WORDS
from views.words.verdict import VerdictText

OTHERWISE = {
    "yes": lazy_gettext("With “%(option)s: %(value)s” it would be yes."),
    "no": lazy_gettext("With “%(option)s: %(value)s” it would be no."),
    "ask": lazy_gettext("With “%(option)s: %(value)s” I would need to know more."),
}
CHAINS_SHOWN = 4
TWO = 2


@lru_cache(maxsize=256)
def game_of(key: str, options: frozenset[tuple[str, Any]], decks: int) -> EightsRules:
    """How a table plays that chose these options."""
    variant = VARIANTS[key]
    return EightsRules.from_dict(variant.play_rules(dict(options), variant.players[0]), decks=decks)


def hints(variant: Variant, options: OptionParams, question: EightsQuestion, found: Verdict) -> Iterator[str]:
    """What else the verdict `found` on the question hangs on, each in a sentence."""
    game = game_of(variant.key, frozenset(options.given.items()), question.decks)
    yield from _second_deck(variant, options, question)
    of_two = judge(game, replace(question.situation, two=True), question.play)
    if options.players is None and of_two.answer == "yes" != found.answer:
        yield _("With two players it would be yes.")
    for option, value, given in otherwise(variant, options.given):
        other = game_of(variant.key, frozenset(given.items()), question.decks)
        answer = judge(other, question.situation, question.play).answer
        if answer != found.answer:
            yield OTHERWISE[answer] % {"option": option, "value": value}


def _second_deck(variant: Variant, options: OptionParams, question: EightsQuestion) -> Iterator[str]:
    """GV17: the same card twice, at a table whose number of decks is unknown."""
    fewest = variant.rules(options.given, options.players or variant.players[0]).decks
    doubled = too_many(question.seen, decks=fewest)
    if doubled:
        yield _("Only with two decks: one deck has only one %(card)s.", card=card_name(doubled))


class EightsPage(RefereePage):
    """What the page of one question shows."""

    family = "eights"

    def __init__(self, variant: Variant, options: OptionParams) -> None:
        super().__init__(variant, options)
        self.decks = variant.rules(options.given, options.players or variant.players[1]).decks
        self.game = game_of(variant.key, frozenset(options.given.items()), self.decks)
        self.question: EightsQuestion = EightsQuestion(
            request.args, self.game, self.decks, card_name, two=options.players == TWO
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
        found = judge(self.game, self.question.situation, self.question.play)
        changed = list(hints(self.variant, self.options, self.question, found))
        return VerdictText(found, WORDS, self.variant, changed)

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
        """Where a tap on the card leads: it is played, or before there is a top card it is that."""
        if self.top is None:
            return f"{self._base}top={card}"
        before = self.question.play if self.adding else ()
        return f"{self._base}play={write_cards((*before, card)).replace(' ', '+')}"

    @cached_property
    def table_options(self) -> list[TableOption]:
        return table_options(self.variant, self.options.given)

    @property
    def needs_call(self) -> bool:
        return self.top is not None and self.top.rank == self.game.wild

    @property
    def may_be_unnamed(self) -> bool:
        """Whether the answers depend on that no suit was named, which the question leaves open."""
        return self.needs_call and self.game.wild_names == "may" and not self.question.situation.called

    @property
    def chains(self) -> list[int]:
        """The sizes of a live chain that are offered, [] where none can be."""
        if self.top is None or not self.game.chain or self.top.rank != self.game.chain:
            return []
        sizes = [self.game.chain_draws * count for count in range(1, CHAINS_SHOWN + 1)]
        pending = self.question.situation.pending
        return sorted({*sizes, pending} - {0})

    @property
    def flags(self) -> list[tuple[str, str, bool]]:
        """Situations that this game knows and this top card allows: name, text, whether it is set."""
        rank = self.top.rank if self.top else ""
        known = [
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
            for name, words, possible in known
            if rank and possible
        ]

    @property
    def draws(self) -> list[int]:
        """How many times one may have drawn this turn, [] where it is once at most."""
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
        """The question's address with these changes; "" removes a parameter."""
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
        """Whether the call hangs on which cards are left."""
        return bool((self.verdict and self.verdict.depends_on_cards_left) or self.question.texts["left"])

    @cached_property
    def _base(self) -> str:
        """The address of this question without the cards to be played."""
        left_out = {"play": "", "top": "" if self.top is None else str(self.top)}
        address = self.address(**left_out)
        return address + ("&" if "?" in address else "?")
