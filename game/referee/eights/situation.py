"""The situation before a play: top card, open obligations and the player's hand."""

from __future__ import annotations

from dataclasses import dataclass

from game.referee.cards import Card
from game.referee.eights.rules import EightsRules


@dataclass(frozen=True)
class Situation:
    """top: top card of the discard pile, None if unknown; called: suit called with a wild card, or "".

    pending: cards to draw for a live chain, 0 without one; starter: the top card was just turned up.
    again: an extra turn of the player; follow: the player laid the top card and must follow its suit; skip:
    the player misses this turn; drew: number of draws in this turn; drawn: the last drawn card, if known.
    two: there are two players.
    hand: number of cards before the play, None if unknown; left: the cards after it, if known.
    """

    top: Card | None = None
    called: str = ""
    pending: int = 0
    starter: bool = False
    again: bool = False
    follow: bool = False
    skip: bool = False
    drew: int = 0
    drawn: Card | None = None
    hand: int | None = None
    left: tuple[Card, ...] | None = None
    two: bool = False

    def missing(self, rules: EightsRules) -> str:
        """Return the name of the missing or inconsistent input, "" if there is none."""
        if self.top is None:
            return "top"
        if self.pending and rules.chain and self.top.rank != rules.chain:
            return "chain_top"
        if self.pending and rules.chain and self.pending % rules.chain_draws:
            return "chain_size"
        if self.follow and rules.follow and self.top.rank not in rules.follow:
            return "follow_top"
        return ""

    def cards_left(self, laid: int) -> int | None:
        """Return the number of cards in the hand after laying `laid`, None if unknown."""
        if self.hand is not None:
            return self.hand - laid
        return None if self.left is None else len(self.left)
