"""The headline of a finished session: what decided it, and the hand that did."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from game.analysis.timeline import Timeline, timeline
from game.scoring.facts import Hand, Round, SeatFacts, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import Standing, standings

MIN_SIDES_TO_BE_LAST = 3  # sides at the table; the last place of two is not worth mentioning
Side = frozenset[SeatId]


class StoryKind(Enum):
    """Kinds of stories; each is true of the totals shown after each round."""

    LED_UNTIL_LAST = auto()  # alone after every round but the last, and did not win
    LED_BEFORE_LAST = auto()  # alone after the last but one
    BY_ONE_POINT = auto()
    FROM_LAST_PLACE = auto()  # alone in the last place after half of the rounds or more, and won
    DREW_LEVEL = auto()  # with the leaders, in the last round
    LAST_ROUND = auto()
    LED_THROUGHOUT = auto()  # the winners, ahead of all others after every round
    LED_SINCE = auto()
    ALL_LEVEL = auto()
    BY_POINTS = auto()


@dataclass(frozen=True)
class Story:
    """side: the seats it is about, in seat order; others: the leaders they drew level with.

    round: in or after which it happened, 0 if none. points: gained in that round, or the winners' margin.
    hand: the costliest hand of the sides that were overtaken, None unless hands cost points.
    """

    kind: StoryKind
    side: tuple[SeatId, ...]
    others: tuple[SeatId, ...] = ()
    round: int = 0
    points: int = 0
    hand: Hand | None = None


def story_of(rules: Rules, seats: Sequence[SeatFacts], rounds: Sequence[Round]) -> Story | None:
    """Return the first story that applies; None without rounds, or with fewer than two ranked sides."""
    builder = _StoryBuilder(rules, seats, rounds)
    if not rounds or len(builder.ranked) < 2:  # noqa: PLR2004 - a story needs two
        return None
    candidates = (
        builder.lead_lost_at_last,
        builder.won_by_one_point,
        builder.came_from_last_place,
        builder.drew_level,
        builder.all_level,
        builder.decided_in_last_round,
        builder.led_since,
        builder.won_by_points,
    )
    return next((story for candidate in candidates if (story := candidate())), None)


@dataclass(frozen=True)
class _StoryBuilder:
    """Candidates for the story; positions after a round include sides that left later."""

    rules: Rules
    seats: Sequence[SeatFacts]
    rounds: Sequence[Round]

    @cached_property
    def table(self) -> list[Standing]:
        return standings(self.rules, self.seats, self.rounds)

    @cached_property
    def ranked(self) -> list[Standing]:
        return [side for side in self.table if side.rank is not None]

    @cached_property
    def positions(self) -> Timeline:
        return timeline(self.rules, self.seats, self.table)

    @cached_property
    def last(self) -> int:
        return len(self.rounds)

    @cached_property
    def winners(self) -> Side:
        return frozenset(seat for side in self.ranked if side.leads for seat in side.seats)

    @cached_property
    def margin(self) -> int:
        """The winners' distance to the best other side; 0 if there is none, and without distances."""
        if not self.rules.has_distances:
            return 0
        keys = [self.rules.sort_key(side.total) for side in self.ranked]
        return min((key for key in keys if key > min(keys)), default=min(keys)) - min(keys)

    @cached_property
    def since(self) -> int:
        """The first round since which exactly the winners led."""
        behind = [number for number in range(1, self.last + 1) if self.leaders(number) != self.winners]
        return max(behind, default=0) + 1

    def leaders(self, number: int) -> Side:
        return frozenset(
            seat for seat, positions in self.positions[number - 1].items() if positions.rank == 1
        )

    def lead_lost_at_last(self) -> Story | None:
        """Only if points are bad and the side had some in the last round: they explain the loss."""
        if self.last < 2 or not self.rules.counts_points or self.rules.highest_wins:  # noqa: PLR2004
            return None
        lost = self.leaders(self.last - 1)
        side = next((side for side in self.ranked if frozenset(side.seats) == lost), None)
        if side is None or side.leads or not side.change or side.change < 0:
            return None
        always = self.last > 2 and all(self.leaders(n) == lost for n in range(1, self.last))  # noqa: PLR2004
        kind = StoryKind.LED_UNTIL_LAST if always else StoryKind.LED_BEFORE_LAST
        return self._story(kind, lost, self.last, points=side.change, hands_of=lost)

    def won_by_one_point(self) -> Story | None:
        by_one = self.margin == 1 and not self.rules.counts_wins
        return self._story(StoryKind.BY_ONE_POINT, self.winners, points=1) if by_one else None

    def came_from_last_place(self) -> Story | None:
        """The last round after which the winners were last, in the second half."""
        late = range(self.last - 1, (self.last - 1) // 2, -1)
        number = next((n for n in late if self._last_alone(n) == self.winners), None)
        return self._story(StoryKind.FROM_LAST_PLACE, self.winners, number) if number else None

    def drew_level(self) -> Story | None:
        if self.last < 2:  # noqa: PLR2004
            return None
        led = self.leaders(self.last - 1)
        if not led < self.winners:
            return None
        return self._story(StoryKind.DREW_LEVEL, self.winners - led, self.last, others=led, hands_of=led)

    def all_level(self) -> Story | None:
        level = all(side.leads for side in self.ranked)
        return self._story(StoryKind.ALL_LEVEL, self.winners) if level else None

    def decided_in_last_round(self) -> Story | None:
        if not 1 < self.since == self.last:
            return None
        overtaken = self.leaders(self.last - 1) - self.winners
        return self._story(StoryKind.LAST_ROUND, self.winners, self.last, hands_of=overtaken)

    def led_since(self) -> Story | None:
        if self.last == 1:
            return None
        if self.since == 1:
            return self._story(StoryKind.LED_THROUGHOUT, self.winners)
        overtaken = self.leaders(self.since - 1) - self.winners
        return self._story(StoryKind.LED_SINCE, self.winners, self.since, hands_of=overtaken)

    def won_by_points(self) -> Story | None:
        if self.rules.counts_wins or not self.margin:
            return None
        return self._story(StoryKind.BY_POINTS, self.winners, points=self.margin)

    def _last_alone(self, number: int) -> Side:
        """Return the seats of the side in last place; empty if several share it or too few sides play."""
        positions = [(side, self.positions[number - 1][side.seats[0]].rank) for side in self.table]
        here = [(rank, side) for side, rank in positions if rank is not None]
        lowest = max((rank for rank, _side in here), default=0)
        last = [side for rank, side in here if rank == lowest]
        alone = len(last) == 1 and len(here) >= MIN_SIDES_TO_BE_LAST
        return frozenset(last[0].seats) if alone else frozenset()

    def _story(
        self,
        kind: StoryKind,
        side: Side,
        number: int = 0,
        *,
        others: Side = frozenset(),
        points: int = 0,
        hands_of: Collection[SeatId] = (),
    ) -> Story:
        hands = self.rounds[number - 1].hands if number and self.rules.hands_cost else ()
        counted = [hand for hand in hands if hand.seat in hands_of and hand.points]
        costliest = max(counted, key=lambda hand: hand.points or 0, default=None)
        return Story(kind, self._in_order(side), self._in_order(others), number, points, costliest)

    def _in_order(self, side: Side) -> tuple[SeatId, ...]:
        return tuple(seat.id for seat in self.seats if seat.id in side)
