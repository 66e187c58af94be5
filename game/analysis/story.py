"""The one thing to tell of a session that is over: what decided it, and the hand that did."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from game.analysis.timeline import Timeline, timeline
from game.scoring.facts import HandFacts, RoundFacts, SeatFacts, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import Standing, standings

LEAST_TO_BE_LAST = 3  # sides at the table, before it means much to be the last of them
Side = frozenset[SeatId]


class Kind(Enum):
    """What a story tells; each is told only where it is true of the totals as they stood on the page."""

    LED_UNTIL_LAST = auto()  # alone after every round but the last, and did not win
    LED_BEFORE_LAST = auto()  # alone after the last but one
    BY_ONE_POINT = auto()
    FROM_LAST_PLACE = auto()  # alone in the last place after half of the rounds or more, and won
    DREW_LEVEL = auto()  # with those who led, in the last round
    LAST_ROUND = auto()
    LED_THROUGHOUT = auto()  # the winners, ahead of everybody else after every round
    LED_SINCE = auto()
    ALL_LEVEL = auto()
    BY_POINTS = auto()


@dataclass(frozen=True)
class Story:
    """side: of whom it tells, in seat order; others: whom they met. round: in or after which it happened.

    points: what was taken, or what the winners were ahead by. hand: the dearest that turned the round.
    """

    kind: Kind
    side: tuple[SeatId, ...]
    others: tuple[SeatId, ...] = ()
    round: int = 0
    points: int = 0
    hand: HandFacts | None = None


def story_of(rules: Rules, seats: Sequence[SeatFacts], rounds: Sequence[RoundFacts]) -> Story | None:
    """None where there is nothing to tell: no round, or nobody else stayed to the end."""
    told = _Telling(rules, seats, rounds)
    if not rounds or len(told.ranked) < 2:  # noqa: PLR2004 - a story needs two
        return None
    tellers = (
        told.lead_lost_at_last,
        told.won_by_one_point,
        told.came_from_last_place,
        told.drew_level,
        told.all_level,
        told.decided_in_last_round,
        told.led_since,
        told.won_by_points,
    )
    return next((story for tell in tellers if (story := tell())), None)


@dataclass(frozen=True)
class _Telling:
    """The session as it stood after each round: of every side at the table then, whether it stayed or not."""

    rules: Rules
    seats: Sequence[SeatFacts]
    rounds: Sequence[RoundFacts]

    @cached_property
    def table(self) -> list[Standing]:
        return standings(self.rules, self.seats, self.rounds)

    @cached_property
    def ranked(self) -> list[Standing]:
        return [side for side in self.table if side.rank is not None]

    @cached_property
    def stood(self) -> Timeline:
        return timeline(self.rules, self.seats, self.table)

    @cached_property
    def last(self) -> int:
        return len(self.rounds)

    @cached_property
    def winners(self) -> Side:
        return frozenset(seat for side in self.ranked if side.leads for seat in side.seats)

    @cached_property
    def margin(self) -> int:
        """The winners' distance to the best other side; 0 where there is none."""
        worth = [self.rules.sort_key(side.total) for side in self.ranked]
        return min((value for value in worth if value > min(worth)), default=min(worth)) - min(worth)

    @cached_property
    def since(self) -> int:
        """The first round from which on the winners, and nobody else, were ahead."""
        behind = [number for number in range(1, self.last + 1) if self.leaders(number) != self.winners]
        return max(behind, default=0) + 1

    def leaders(self, number: int) -> Side:
        return frozenset(seat for seat, stood in self.stood[number - 1].items() if stood.rank == 1)

    def lead_lost_at_last(self) -> Story | None:
        """Only of a hand that was counted in that round: another reason would not be told by its points."""
        if self.last < 2 or self.rules.counts_wins:  # noqa: PLR2004
            return None
        lost = self.leaders(self.last - 1)
        side = next((side for side in self.ranked if frozenset(side.seats) == lost), None)
        if side is None or side.leads or not side.change:
            return None
        always = self.last > 2 and all(self.leaders(n) == lost for n in range(1, self.last))  # noqa: PLR2004
        kind = Kind.LED_UNTIL_LAST if always else Kind.LED_BEFORE_LAST
        return self._story(kind, lost, self.last, points=side.change, hands_of=lost)

    def won_by_one_point(self) -> Story | None:
        by_one = self.margin == 1 and not self.rules.counts_wins
        return self._story(Kind.BY_ONE_POINT, self.winners, points=1) if by_one else None

    def came_from_last_place(self) -> Story | None:
        """After the last such round, if half of them were played."""
        late = range(self.last - 1, (self.last - 1) // 2, -1)
        number = next((n for n in late if self._last_alone(n) == self.winners), None)
        return self._story(Kind.FROM_LAST_PLACE, self.winners, number) if number else None

    def drew_level(self) -> Story | None:
        if self.last < 2:  # noqa: PLR2004
            return None
        led = self.leaders(self.last - 1)
        if not led < self.winners:
            return None
        return self._story(Kind.DREW_LEVEL, self.winners - led, self.last, others=led, hands_of=led)

    def all_level(self) -> Story | None:
        return None if self.margin else self._story(Kind.ALL_LEVEL, self.winners)

    def decided_in_last_round(self) -> Story | None:
        if not 1 < self.since == self.last:
            return None
        overtaken = self.leaders(self.last - 1) - self.winners
        return self._story(Kind.LAST_ROUND, self.winners, self.last, hands_of=overtaken)

    def led_since(self) -> Story | None:
        if self.last == 1:
            return None
        if self.since == 1:
            return self._story(Kind.LED_THROUGHOUT, self.winners)
        overtaken = self.leaders(self.since - 1) - self.winners
        return self._story(Kind.LED_SINCE, self.winners, self.since, hands_of=overtaken)

    def won_by_points(self) -> Story | None:
        if self.rules.counts_wins:
            return None
        return self._story(Kind.BY_POINTS, self.winners, points=self.margin)

    def _last_alone(self, number: int) -> Side:
        """The seats of the side that stood behind every other one; nobody where several shared that place."""
        stood = [(side, self.stood[number - 1][side.seats[0]].rank) for side in self.table]
        here = [(rank, side) for side, rank in stood if rank is not None]
        lowest = max((rank for rank, _side in here), default=0)
        last = [side for rank, side in here if rank == lowest]
        alone = len(last) == 1 and len(here) >= LEAST_TO_BE_LAST
        return frozenset(last[0].seats) if alone else frozenset()

    def _story(
        self,
        kind: Kind,
        side: Side,
        number: int = 0,
        *,
        others: Side = frozenset(),
        points: int = 0,
        hands_of: Collection[SeatId] = (),
    ) -> Story:
        hands = self.rounds[number - 1].hands if number else ()
        counted = [hand for hand in hands if hand.seat in hands_of and hand.points]
        dearest = max(counted, key=lambda hand: hand.points or 0, default=None)
        return Story(kind, self._in_order(side), self._in_order(others), number, points, dearest)

    def _in_order(self, side: Side) -> tuple[SeatId, ...]:
        return tuple(seat.id for seat in self.seats if seat.id in side)
