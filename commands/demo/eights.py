"""A round of the Crazy Eights family: the referee says what may be laid, a style what of it is.

Left out is what no score sheet shows: directions, missed turns, calls, and what a turned-up card does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from statistics import mode

from commands.demo.turns import CardTable
from game.referee.cards import DECK, SUITS, Card
from game.referee.eights.card import rule_on
from game.referee.eights.game import Game
from game.referee.eights.situation import Situation
from game.scoring.rules import Rules


class Laws:
    """A game, what a card of each rank costs in it, and which cards may be laid: asked hundreds of times."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game = game
        self.costs = {rank: rules.by_key[key].points or 0 for rank, key in rules.class_of_rank.items()}
        self.allowed = cache(self._allowed)

    def _allowed(self, top: Card, called: str, owed: int, follow: bool, drew: bool) -> frozenset[Card]:
        now = Situation(top, called, owed, follow=follow, drew=drew)
        return frozenset(card for card in DECK if rule_on(self.game, top, now, card).allowed)


@dataclass
class EightsTable(CardTable):
    """called: the suit of the wild card on top; owed: cards that a live chain makes the next player draw."""

    laws: Laws
    called: str = ""
    owed: int = 0
    pile: list[Card] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = self.laws.game
        turned_up = next((card for card in self.stock if self.game.is_ordinary(card)), self.stock[-1])
        self.stock.remove(turned_up)
        self.pile.append(turned_up)

    def take_turn(self, who: int, *, follow: bool = False) -> bool:
        """`follow`: they laid the card on top, and it asks for one of its suit."""
        hand, drawn = self.hands[who], 0
        due = self.owed or (self.game.follow_draws if follow else self.game.draws)
        may = self._may_lay(hand, hand, follow=follow, drew=False)
        while not may and drawn < due and self.draw(who):
            drawn += 1
            may = self._may_lay(hand, hand[-1:], follow=follow, drew=True)
        if may:
            self._lay(who, self._chosen(who, may))
        else:
            self.owed = 0
        return bool(may or drawn)

    def last_cards(self, out: int) -> tuple[int, int] | None:
        """Where a chain outlives the round, the next in turn draws it before the hands are counted."""
        if not self.owed or not self.game.chain_outlives:
            return None
        drawer = (out + 1) % len(self.hands)  # DO32, GD23
        cards = self.draw(drawer, self.owed) // self.game.chain_draws
        return (cards, drawer) if cards else None

    def draw(self, who: int, count: int = 1) -> int:
        if len(self.stock) < count and self.game.reshuffles:
            *beneath, top = self.pile
            self.chance.shuffle(beneath)
            self.stock, self.pile = beneath + self.stock, [top]
        return super().draw(who, count)

    def _may_lay(self, hand: list[Card], asked: Sequence[Card], *, follow: bool, drew: bool) -> list[Card]:
        allowed = self.laws.allowed(self.pile[-1], self.called, self.owed, follow, drew)
        barred = self.game.never_last if len(hand) == 1 else ()
        return [card for card in asked if card in allowed and card.rank not in barred]

    def _chosen(self, who: int, may: Sequence[Card]) -> list[Card]:
        """One card, and with it the others of its rank where they may go together."""
        hand, style, game = self.hands[who], self.styles[who], self.game
        if self.slips(who):
            return [self.chance.choice(may)]

        def wish(card: Card) -> tuple[bool, int]:
            kept = card.rank == game.wild and len(hand) > style.keeps
            cost = self.laws.costs[card.rank]
            return not kept, cost if style.dear_first else -cost

        first = max(may, key=wish)
        if game.several != "ordinary" or not game.is_ordinary(first):
            return [first]
        return sorted((card for card in hand if card.rank == first.rank), key=first.__ne__)

    def _lay(self, who: int, cards: Sequence[Card]) -> None:
        game, rank = self.game, cards[0].rank
        for card in cards:
            self.hands[who].remove(card)
            self.pile.append(card)
        self.called = self._suit_to_call(who) if rank == game.wild else ""
        if rank == game.chain:
            self.owed += game.chain_draws
        if rank == game.again:
            for other in range(1, len(self.hands)):
                self.draw((who + other) % len(self.hands), game.again_draws)
        if rank == game.again or rank in game.follow:
            self.take_turn(who, follow=rank in game.follow)

    def _suit_to_call(self, who: int) -> str:
        suits = [card.suit for card in self.hands[who]]
        return self.chance.choice(SUITS) if not suits or self.slips(who) else mode(suits)
