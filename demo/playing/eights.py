"""A round of the Crazy Eights family, turn by turn; the referee says what may be laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from demo.playing.pack import Stock
from demo.playing.style import Style
from referee.cards import DECK, Card
from referee.eights.calling import call_for
from referee.eights.card import rule_on
from referee.eights.game import Game
from referee.eights.situation import Situation
from referee.eights.turn import judge
from scoring.rules import Rules


@dataclass(frozen=True)
class Decision:
    """What somebody did: the cards laid, none where they drew or passed; and what they saw."""

    situation: Situation
    hand: tuple[Card, ...]
    laid: tuple[Card, ...]


Watch = Callable[[Decision], None]


class Laws:
    """The referee's answers about single cards, each asked for once: a round asks hundreds of times.

    dear: what a card of each rank costs, 1 for the dearest, None for a wild one.
    """

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game = game
        costs = {rank: rules.by_key[key].points or 0 for rank, key in rules.class_of_rank.items()}
        dearest = max(costs.values()) or 1
        self.dear = {rank: None if rank == game.wild else cost / dearest for rank, cost in costs.items()}
        self._allowed: dict[Situation, frozenset[Card]] = {}

    def allowed(self, now: Situation) -> frozenset[Card]:
        """The cards that may be laid."""
        if now not in self._allowed and now.top:
            fits = (card for card in DECK if rule_on(self.game, now.top, now, card).allowed)
            self._allowed[now] = frozenset(fits)
        return self._allowed[now]


class EightsTable:
    """One round in progress. Places count clockwise from the leader; the dealer is the last.

    called: the suit of the wild card on top; pending: cards that a live chain owes.
    last_cards: on how many cards the round ended that a place drew for, and that place.
    """

    last_cards: tuple[int, int] | None = None

    def __init__(
        self,
        laws: Laws,
        hands: list[list[Card]],
        styles: Sequence[Style],
        pack: list[Card],
        chance: Random,
        watch: Watch | None = None,
    ) -> None:
        self.laws, self.game, self.hands, self.watch = laws, laws.game, hands, watch
        self.styles, self.chance = styles, chance
        self.stock = Stock(pack, laws.game.reshuffles, chance)
        self.called, self.pending, self.direction, self.skips = "", 0, 1, False

    @property
    def top(self) -> Card:
        return self.stock.pile[-1]

    def play(self, most_turns: int) -> int | None:
        """The place that goes out; None where all have passed or the table gives up after so many turns."""
        who, idle = self._turn_up(), 0
        for _ in range(most_turns):
            moved, again = self._take_turn(who)
            if not self.hands[who]:
                self._end(who)
                return who
            idle = 0 if moved else idle + 1
            if idle == len(self.hands):  # GV14, GS14: everybody has passed in turn
                return None
            who = who if again else self._next(who)
            self.skips = False
        return None

    def _turn_up(self) -> int:
        """Turn cards until one may lie, and do what it says; the place that begins."""
        does, dealer = self._turned(), len(self.hands) - 1
        if does == "all_draw":
            for hand in self.hands:
                self.stock.draw_into(hand, self.game.again_draws)
        if does == "dealer_names":
            self.called = self.styles[dealer].suit(self.hands[dealer], self.chance)
        if does == "live":
            self.pending = self.game.chain_draws
        if does in ("dealer_starts", "reverses"):
            self.direction = -1
        # GD5: the dealer starts; GS5: as if the dealer had played the card
        first = {"dealer_starts": dealer, "skips": 1, "reverses": dealer - 1}.get(does, 0)
        return first % len(self.hands)

    def _turned(self) -> str:
        """What the card does that stays on the pile, "" for nothing."""
        while True:
            card = self.stock.cards.pop()
            does = self.game.turn_up.get(card.rank, "")
            if does == "back" and self.stock.cards:
                self.stock.cards.append(card)
                self.chance.shuffle(self.stock.cards)
            elif does == "bottom" and self.stock.cards:
                self.stock.cards.insert(0, card)
            else:
                self.stock.pile.append(card)
                if does != "again" or not self.stock.cards:
                    return does

    def _take_turn(self, who: int) -> tuple[bool, bool]:
        """One turn; whether a card moved, and whether the same player goes on."""
        now, hand = self._now(), self.hands[who]
        may = self._may_lay(who, now, hand)
        if may:
            return True, self._lay_all(who, now, may)
        self._note(who, now)
        if self.pending:
            owed, self.pending = self.pending, 0
            return self.stock.draw_into(hand, owed) > 0, False
        for drawn in range(self.game.draws):
            if not self.stock.draw_into(hand, 1):
                return drawn > 0, False
            now = self._now(drew=True)
            may = self._may_lay(who, now, hand[-1:] if self.game.drawn == "drawn" else hand)
            if may:
                return True, self._lay_all(who, now, may)
        return self.game.draws > 0, False

    def _lay_all(self, who: int, now: Situation, may: Sequence[Card]) -> bool:
        """Everything that is laid in this turn, first a card that may be; whether its player goes on."""
        self._lay(who, now, self._together(who, now, self._chosen(who, may)))
        goes_on = self._goes_on(who)
        self._call(who)
        return goes_on

    def _goes_on(self, who: int) -> bool:
        while self.top.rank in self.game.follow:
            if not self._follow(who):
                return False
        if self.top.rank == self.game.again:
            for other in range(1, len(self.hands)):
                self.stock.draw_into(self.hands[(who + other) % len(self.hands)], self.game.again_draws)
            return True
        two = len(self.hands) == 2  # noqa: PLR2004
        return self.top.rank == self.game.reverse and self.game.reverse_again and two

    def _follow(self, who: int) -> bool:
        """Lay what the card on top asks for, if need be after drawing; whether that could be."""
        now, hand = self._now(follow=True), self.hands[who]
        may = self._may_lay(who, now, hand)
        if not may:
            self._note(who, now)
            held, now = len(hand), self._now(follow=True, drew=True)
            self.stock.draw_into(hand, self.game.follow_draws)
            may = self._may_lay(who, now, hand[held:])
        if may:
            self._lay(who, now, [self._chosen(who, may)])
        return bool(may)

    def _now(self, *, follow: bool = False, drew: bool = False) -> Situation:
        return Situation(self.top, self.called, self.pending, follow=follow, drew=drew)

    def _may_lay(self, who: int, now: Situation, cards: Sequence[Card]) -> list[Card]:
        allowed = self.laws.allowed(now)
        barred = self.game.never_last if len(self.hands[who]) == 1 else ()
        return [card for card in cards if card in allowed and card.rank not in barred]

    def _chosen(self, who: int, may: Sequence[Card]) -> Card:
        return self.styles[who].card(may, self.hands[who], self.laws.dear, self.chance)

    def _together(self, who: int, now: Situation, first: Card) -> list[Card]:
        """`first` and the others of its rank that may go with it, last in the suit that is held most."""
        others = [card for card in self.hands[who] if card.rank == first.rank]
        others.remove(first)
        ordinary = self.game.several == "ordinary" and self.game.is_ordinary(first)
        if not others or not ordinary or self.chance.random() < self.styles[who].slips:
            return [first]
        if judge(self.game, now, [first, others[0]]).answer != "yes":
            return [first]
        held = Counter(card.suit for card in self.hands[who] if card.rank != first.rank)
        return [first, *sorted(others, key=lambda card: held[card.suit])]

    def _lay(self, who: int, now: Situation, cards: list[Card]) -> None:
        self._note(who, now, cards)
        hand, game = self.hands[who], self.game
        for card in cards:
            hand.remove(card)
        self.stock.pile += cards
        last = self.top.rank
        self.called = self.styles[who].suit(hand, self.chance) if last == game.wild else ""
        if last == game.chain:
            self.pending += game.chain_draws
        elif last == game.reverse:
            self.direction = -self.direction
        self.skips = last == game.skip

    def _call(self, who: int) -> None:
        """Whoever should have called and did not draws for it."""
        left, call = self.hands[who], self.game.call
        forgotten = call and left and self.chance.random() < self.styles[who].forgets
        if call and forgotten and call_for(self.game, len(left), left):
            self.stock.draw_into(left, call.draws)

    def _next(self, who: int) -> int:
        return (who + self.direction * (2 if self.skips else 1)) % len(self.hands)

    def _end(self, out: int) -> None:
        """Somebody is out; where a chain outlives the round, the next in turn draws it first (DO32, GD23)."""
        if self.pending and self.game.chain_outlives:
            drawer = self._next(out)
            cards = self.stock.draw_into(self.hands[drawer], self.pending) // self.game.chain_draws
            self.last_cards = (cards, drawer) if cards else None

    def _note(self, who: int, now: Situation, laid: Sequence[Card] = ()) -> None:
        if self.watch:
            hand = tuple(self.hands[who])
            self.watch(Decision(replace(now, hand=len(hand)), hand, tuple(laid)))
