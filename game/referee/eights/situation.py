"""What lies on the table and in the hand when somebody asks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.referee.cards import Card
from game.referee.eights.game import Game


@dataclass(frozen=True)
class Situation:
    """top: the top card of the discard pile, None where it was not said; called: the suit called with a
    wild card.

    pending: cards that a live chain owes, 0 where none is live; starter: the top card was just turned up.
    again: the asker's own extra turn; follow: the asker laid the top card and owes its suit; skip: the
    asker misses this turn; drew: how many times the asker has drawn this turn, `drawn` is the card drawn last
    where it was said. two: there are two players.
    hand: cards held before the play, None where it was not said; left: the cards held after it, where they
    were said.
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

    def settled(self, game: Game) -> Situation:
        """The same with what a turned-up card itself brings about."""
        if self.top is None or not self.starter:
            return self
        if game.turn_up.get(self.top.rank) == "live":
            return replace(self, pending=max(self.pending, game.chain_draws))
        return self

    def missing(self, game: Game) -> str:
        """What would have to be said otherwise before anybody could judge; "" where nothing."""
        if self.top is None:
            return "top"
        if self.pending and game.chain and self.top.rank != game.chain:
            return "chain_top"
        if self.pending and game.chain and self.pending % game.chain_draws:
            return "chain_size"
        if self.follow and game.follow and self.top.rank not in game.follow:
            return "follow_top"
        return ""

    def cards_left(self, laid: int) -> int | None:
        """How many cards stay in the hand when so many are laid."""
        if self.hand is not None:
            return self.hand - laid
        return None if self.left is None else len(self.left)
