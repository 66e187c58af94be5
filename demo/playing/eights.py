"""A round of the Crazy Eights family, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from demo.playing.choosing import Chooser
from demo.playing.ended import Ended
from demo.playing.laws import Laws
from demo.playing.pack import Stock
from demo.playing.style import Style
from demo.playing.turning_up import turn_up
from referee.cards import DECK, Card
from referee.eights.calling import call_for
from referee.eights.situation import Situation


@dataclass(frozen=True)
class Decision:
    """What somebody did: the cards laid, none where they drew or passed; and what they saw."""

    situation: Situation
    hand: tuple[Card, ...]
    laid: tuple[Card, ...]


Watch = Callable[[Decision], None]


class EightsTable:
    """One round in progress. Places count clockwise from the leader; the dealer is the last.

    called: the suit of the wild card on top; pending: cards that a live chain owes.
    """

    def __init__(
        self,
        laws: Laws,
        hands: list[list[int]],
        styles: Sequence[Style],
        pack: list[int],
        chance: Random,
        watch: Watch | None = None,
    ) -> None:
        self.laws, self.hands, self.watch = laws, hands, watch
        self.stock = Stock(pack, laws.game.reshuffles, chance)
        self.choosers = [Chooser(laws, style, chance) for style in styles]
        self.called, self.pending, self.direction, self.skips = "", 0, 1, False

    def play(self, most_turns: int) -> Ended:
        """The round to its end; after so many turns the table gives it up."""
        turned = turn_up(self.laws, self.stock, self.hands, self._name_suit)
        self.called, self.pending, self.direction = turned.called, turned.pending, turned.direction
        who, idle = turned.first, 0
        for _ in range(most_turns):
            moved, again = self._take_turn(who)
            if not self.hands[who]:
                return self._ended(who)
            idle = 0 if moved else idle + 1
            if idle == len(self.hands):  # GV14, GS14: everybody has passed in turn
                break
            who = who if again else self._next(who)
            self.skips = False
        return Ended(None, self.hands)

    def _take_turn(self, who: int) -> tuple[bool, bool]:
        """One turn; whether a card moved, and whether the same player goes on."""
        if self.pending:
            return self._answer_chain(who), False
        card, drawn = self._choose_or_draw(who)
        if card is None:
            return drawn > 0, False
        again = self._lay_all(who, card, drew=drawn > 0)
        self._call(who)
        return True, again

    def _answer_chain(self, who: int) -> bool:
        hand = self.hands[who]
        may = self._may_lay(who, hand, live=True)
        if may:
            self._lay(who, [self.choosers[who].card(may, hand)], live=True)
            self._call(who)
            return True
        self._note(who, (), live=True)
        owed, self.pending = self.pending, 0
        return self.stock.draw_into(hand, owed) > 0

    def _choose_or_draw(self, who: int) -> tuple[int | None, int]:
        """The card to lay first, None where there is none even after drawing; and how many were drawn."""
        hand, game = self.hands[who], self.laws.game
        may = self._may_lay(who, hand)
        if may:
            return self.choosers[who].card(may, hand), 0
        self._note(who, ())
        for drawn in range(1, game.draws + 1):
            card = self.stock.draw()
            if card is None:
                return None, drawn - 1
            hand.append(card)
            may = self._may_lay(who, [card] if game.drawn == "drawn" else hand, drew=True)
            if may:
                return self.choosers[who].card(may, hand), drawn
        return None, game.draws

    def _may_lay(
        self, who: int, cards: list[int], *, live: bool = False, follow: bool = False, drew: bool = False
    ) -> list[int]:
        allowed = self.laws.allowed(self.stock.pile[-1], self.called, live=live, follow=follow, drew=drew)
        barred = self.laws.never_last if len(self.hands[who]) == 1 else ()
        return [card for card in cards if card in allowed and card not in barred]

    def _lay_all(self, who: int, card: int, *, drew: bool) -> bool:
        """Everything that is laid in this turn, beginning with `card`; whether the player goes on."""
        hand = self.hands[who]
        cards = [card]
        if self.laws.together(self.stock.pile[-1], self.called, card):
            cards = self.choosers[who].together(card, hand)
        self._lay(who, cards, drew=drew)
        while self.stock.pile[-1] in self.laws.follow:
            following = self._following(who)
            if following is None:
                return False
        last = self.stock.pile[-1]
        if last in self.laws.again:
            for other in range(1, len(self.hands)):
                self.stock.draw_into(self.hands[(who + other) % len(self.hands)], self.laws.game.again_draws)
            return True
        two = len(self.hands) == 2  # noqa: PLR2004
        return last in self.laws.reverse and self.laws.game.reverse_again and two

    def _following(self, who: int) -> int | None:
        """Lay what the card on top asks for, if need be after drawing; None where that cannot be."""
        hand = self.hands[who]
        may, drew = self._may_lay(who, hand, follow=True), False
        if not may:
            self._note(who, (), follow=True)
            before, drew = len(hand), True
            self.stock.draw_into(hand, self.laws.game.follow_draws)
            may = self._may_lay(who, hand[before:], follow=True, drew=True)
        if not may:
            return None
        card = self.choosers[who].card(may, hand)
        self._lay(who, [card], follow=True, drew=drew)
        return card

    def _lay(
        self, who: int, cards: list[int], *, live: bool = False, follow: bool = False, drew: bool = False
    ) -> None:
        self._note(who, cards, live=live, follow=follow, drew=drew)
        hand, laws = self.hands[who], self.laws
        for card in cards:
            hand.remove(card)
        self.stock.pile += cards
        last = cards[-1]
        self.called = self.choosers[who].suit(hand) if last in laws.wild else ""
        if last in laws.chain:
            self.pending += laws.game.chain_draws
        elif last in laws.reverse:
            self.direction = -self.direction
        self.skips = last in laws.skip

    def _call(self, who: int) -> None:
        """Whoever should have called and did not draws for it."""
        left, call = self.hands[who], self.laws.game.call
        if call is None or not left or not self.choosers[who].forgets():
            return
        if call_for(self.laws.game, len(left), [DECK[card] for card in left]):
            self.stock.draw_into(left, call.draws)

    def _next(self, who: int) -> int:
        return (who + self.direction * (2 if self.skips else 1)) % len(self.hands)

    def _ended(self, out: int) -> Ended:
        """Somebody is out; where a chain outlives the round, the next in turn draws it first (DO32, GD23)."""
        game, drawer = self.laws.game, self._next(out)
        if not (self.pending and game.chain_outlives):
            return Ended(out, self.hands)
        drawn = self.stock.draw_into(self.hands[drawer], self.pending)
        chain = drawn // game.chain_draws
        return Ended(out, self.hands, chain, drawer if chain else None)

    def _name_suit(self, who: int) -> str:
        return self.choosers[who].suit(self.hands[who])

    def _note(
        self,
        who: int,
        laid: Sequence[int],
        *,
        live: bool = False,
        follow: bool = False,
        drew: bool = False,
    ) -> None:
        if self.watch is None:
            return
        hand = self.hands[who]
        now = self.laws.situation(self.stock.pile[-1], self.called, live=live, follow=follow, drew=drew)
        cards = tuple(DECK[card] for card in hand)
        self.watch(Decision(replace(now, hand=len(hand)), cards, tuple(DECK[card] for card in laid)))
