"""A question to the referee of the Crazy Eights, as query parameters: `top=9H&play=3H 3C 9C&hand=5`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_

from forms.base import (
    MAX_CARDS_LENGTH,
    CardsField,
    CountField,
    FlagField,
    QuestionForm,
    TypedField,
    words_for_copies,
)
from game.referee.cards import JOKER, SUITS, Card, too_many
from game.referee.eights.rules import EightsRules
from game.referee.eights.situation import Situation

FLAG_FIELDS = ("starter", "again", "follow", "skip")
FIELD_NAMES = ("top", "play", "called", "pending", "drew", "drawn", "hand", "left", *FLAG_FIELDS)
MAX_PENDING = 999  # of a game without a chain, which ignores it
MAX_HAND_OF_DECK = 48  # more than any hand could be
MAX_PLAY = 24  # cards; no turn of these games is longer


class EightsQuestion(QuestionForm):
    """The top card, the cards to play on it, and the situation. texts: the input.

    seen: all cards named, with repetitions.
    """

    def __init__(
        self,
        params: Mapping[str, str],
        game: EightsRules,
        decks: int,
        card_name: Callable[[Card], str],
        *,
        two: bool,
    ) -> None:
        """decks: copies of each card; two: whether there are two players.

        card_name: a card in words.
        """
        self.decks, self.card_name, self.two = decks, card_name, two
        self.texts = {name: params.get(name, "").strip()[:MAX_CARDS_LENGTH] for name in FIELD_NAMES}
        super().__init__(_fields(game, decks), self.texts)
        self.top: Card | None = self["top"].card
        self.play: tuple[Card, ...] = self["play"].cards
        self.situation = self._situation()
        known = {*self.play, *self["left"].cards}
        drawn = [card for card in self["drawn"].cards if card not in known]
        self.seen: list[Card] = [*self["top"].cards, *self.play, *self["left"].cards, *drawn]
        self._check_together()

    def _situation(self) -> Situation:
        flags = {name: bool(self[name].data) for name in FLAG_FIELDS}
        drawn = self["drawn"].card
        return Situation(
            top=self.top,
            called=self["called"].data or "",
            pending=self["pending"].data or 0,
            drawn=drawn,
            hand=self["hand"].data,
            left=self["left"].cards or None,
            drew=max(self["drew"].data or 0, drawn is not None),
            two=self.two,
            **flags,
        )

    def _check_together(self) -> None:
        """Add problems: more copies than the packs contain, more cards played than held."""
        hand, play, left = self.situation.hand, self.play, self["left"].cards
        if hand is not None and hand < len(play):
            words = _("That is fewer cards than you want to play (%(n)d).", n=len(play))
            self.problems.setdefault("hand", words)
        elif hand is not None and left and hand != len(play) + len(left):
            words = _("The cards you play and the cards left do not make up the hand.")
            self.problems.setdefault("left", words)
        doubled = too_many(self.seen, decks=self.decks)
        if doubled:
            self.problems.setdefault("play", words_for_copies(self.card_name(doubled), self.decks))


class EightsCardsField(CardsField):
    def read(self, text: str) -> tuple[Card, ...]:
        cards = super().read(text)
        if JOKER in cards:
            raise ValueError(_("This game has no jokers."))
        return cards


class SuitField(TypedField):
    def read(self, text: str) -> str:
        suit = text.upper()
        if suit and suit not in SUITS:
            raise ValueError(_("A suit is S, H, D or C."))
        return suit


def _fields(game: EightsRules, decks: int) -> dict[str, Any]:
    max_pending = game.chain_draws * len(SUITS) * decks if game.chain else MAX_PENDING
    return {
        "top": EightsCardsField(most=1),
        "play": EightsCardsField(most=MAX_PLAY),
        "drawn": EightsCardsField(most=1),
        "left": EightsCardsField(most=MAX_PLAY),
        **{name: FlagField() for name in FLAG_FIELDS},
        "called": SuitField(),
        "drew": CountField(most=game.draws, message=N_("Draws in one turn: 0 to %(most)d.")),
        "pending": CountField(most=max_pending),
        "hand": CountField(least=1, most=MAX_HAND_OF_DECK * decks),
    }
