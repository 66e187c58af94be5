"""A made-up table: what a story of demo/stories.py says becomes calls of the models, minute by minute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from demo.cards import Twist, made_up_round
from demo.cast import LUCK
from models import Round, Seat, Session
from models.dealing import cut, misdeal
from models.ending import stop
from models.rounds import correct, fingerprint, record
from models.seating import come_back, join, leave
from models.starting import player_named
from scoring import facts
from scoring.hand import by_class, points_of

if TYPE_CHECKING:
    from demo.evening import Evening

PACE = (4, 8)  # minutes a round takes


class Table:
    """One session while it is played."""

    def __init__(self, session: Session, evening: Evening, pace: tuple[int, int]) -> None:
        self.session, self.evening, self.pace = session, evening, pace

    def play(self, rounds: int = 1) -> Self:
        for _ in range(rounds):
            self._play(Twist())
        return self

    def play_to_the_end(self) -> Self:
        while not self.session.is_finished:
            self._play(Twist())
        return self

    def out(self, *names: str, uncounted: Sequence[str] = ()) -> Self:
        """One round each, in which this player goes out; some may not bother to count their cards."""
        for name in names:
            others = frozenset(self._seat(other).id for other in uncounted if other != name)
            self._play(Twist(out=self._seat(name).id, uncounted=others))
        return self

    def blocked(self) -> Self:
        return self._play(Twist(blocked=True))

    def chain(self, cards: int) -> Self:
        """The round ends on so many cards that the next player draws for."""
        return self._play(Twist(chain=cards))

    def typed(self, *names: str) -> Self:
        """These count in their heads; one of the others goes out."""
        seats = frozenset(self._seat(name).id for name in names)
        return self._play(Twist(typed=seats), but=names)

    def cut(self, winner: str) -> Self:
        cut(self.session, self._seat(winner), self.evening.author())
        return self

    def misdeal(self) -> Self:
        self.evening.wait((1, 2))
        misdeal(self.session, self.evening.author())
        return self

    def joins(self, name: str, *, start: str) -> Self:
        evening = self.evening
        player = player_named(evening.group, name, evening.clock)
        join(self.session, player, evening.author(), after=None, start=start, team=None)
        return self

    def leaves(self, name: str) -> Self:
        leave(self.session, self._seat(name), self.evening.author())
        return self

    def comes_back(self, name: str, *, start: str) -> Self:
        come_back(self.session, self._seat(name), self.evening.author(), start=start)
        return self

    def stop(self) -> Self:
        stop(self.session, self.evening.author())
        return self

    def miscounted(self, *, noticed_by: str) -> Self:
        """A round with one card overlooked, and a minute later the right count from another phone."""
        right = self._made_up(Twist())
        while not (spotted := _hand_of_several(right)):
            right = self._made_up(Twist())
        hands = tuple(self._one_card_short(hand) if hand is spotted else hand for hand in right.hands)
        wrong = self._record(replace(right, hands=hands))
        self.evening.wait((1, 2))
        correct(self.session, wrong, right, self.evening.author(noticed_by), seen=fingerprint(wrong.facts()))
        return self

    def _play(self, twist: Twist, *, but: Sequence[str] = ()) -> Self:
        self._record(self._made_up(twist, but=but))
        return self

    def _made_up(self, twist: Twist, *, but: Sequence[str] = ()) -> facts.Round:
        session, chance = self.session, self.evening.chance
        deal = session.deal_to_come()
        if twist.out is None and not twist.blocked:
            here = [s for s in session.seats if s.facts().plays(deal.number) and s.name not in but]
            lucky = chance.choices(here, [LUCK[seat.name] for seat in here])[0]
            twist = replace(twist, out=lucky.id)
        return made_up_round(session.scoring_rules, deal, session.seat_facts(), chance, twist)

    def _record(self, played: facts.Round) -> Round:
        self.evening.wait(self.pace)
        return record(self.session, played, self.evening.author(), misdeals=self.session.misdeals())

    def _one_card_short(self, hand: facts.Hand) -> facts.Hand:
        rules, cards = self.session.scoring_rules, dict(hand.cards or {})
        cards[next(iter(cards))] -= 1
        return replace(hand, cards=by_class(cards, rules), points=points_of(cards, rules))

    def _seat(self, name: str) -> Seat:
        return next(seat for seat in self.session.seats if seat.name == name)


def _hand_of_several(played: facts.Round) -> facts.Hand | None:
    return next((hand for hand in played.hands if sum((hand.cards or {}).values()) > 1), None)
