"""The referee's answers about single cards, each asked for once: a round asks hundreds of times."""

from __future__ import annotations

from referee.cards import DECK, Card
from referee.eights.card import rule_on
from referee.eights.game import Game
from referee.eights.situation import Situation
from referee.eights.turn import judge
from scoring.rules import Rules

Kind = frozenset[int]


class Laws:
    """How one table plays a game of the Crazy Eights family, over cards as numbers.

    Each kind of card holds the numbers of its cards. dear: what each card costs, 1 for the dearest.
    """

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game = game
        self.wild, self.again = _of_rank(game.wild), _of_rank(game.again)
        self.skip, self.reverse = _of_rank(game.skip), _of_rank(game.reverse)
        self.chain, self.follow = _of_rank(game.chain), _of_rank(*game.follow)
        self.never_last = _of_rank(*game.never_last)
        costs = [rules.by_key[rules.class_of_rank[card.rank]].points or 0 for card in DECK]
        self.dear = [cost / (max(costs) or 1) for cost in costs]
        self._allowed: dict[tuple[int, str, bool, bool, bool], Kind] = {}
        self._together: dict[tuple[int, str, int], bool] = {}

    def allowed(
        self, top: int, called: str, *, live: bool = False, follow: bool = False, drew: bool = False
    ) -> Kind:
        """The cards that may be laid on `top`. live: a chain has to be answered; follow: the player owes
        the suit of what they laid; drew: they have drawn in this turn.
        """
        key = (top, called, live, follow, drew)
        if key not in self._allowed:
            now = self.situation(top, called, live=live, follow=follow, drew=drew)
            self._allowed[key] = frozenset(
                number for number, card in enumerate(DECK) if rule_on(self.game, DECK[top], now, card).allowed
            )
        return self._allowed[key]

    def together(self, top: int, called: str, first: int) -> bool:
        """Whether more of its rank may be laid with `first` on `top`."""
        if self.game.several != "ordinary" or not self.game.is_ordinary(DECK[first]):
            return False
        key = (top, called, first)
        if key not in self._together:
            card = DECK[first]
            twin = next(Card(card.rank, other.suit) for other in DECK if other.suit != card.suit)
            answer = judge(self.game, self.situation(top, called), [card, twin]).answer
            self._together[key] = answer == "yes"
        return self._together[key]

    def situation(
        self, top: int, called: str, *, live: bool = False, follow: bool = False, drew: bool = False
    ) -> Situation:
        """The same as the referee sees it."""
        pending = self.game.chain_draws if live else 0
        return Situation(top=DECK[top], called=called, pending=pending, follow=follow, drew=drew)


def _of_rank(*ranks: str) -> Kind:
    return frozenset(number for number, card in enumerate(DECK) if card.rank in ranks)
