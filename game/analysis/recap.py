"""Recap of one session: turning point, worst hands, eights left in hands, runs and misdeals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from game.analysis.timeline import Race
from game.scoring.facts import Hand, Round, SeatFacts, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import Standing, leading_since, total_before

MIN_RUN = 3


@dataclass(frozen=True)
class Swing:
    """The round in which a winner's distance to the best side that did not win changed most.

    before, after: that distance in points, positive if the winner was ahead; points added for a return are
    included in both.
    """

    round: int
    winner: tuple[SeatId, ...]
    before: int
    after: int

    @property
    def size(self) -> int:
        return abs(self.after - self.before)


@dataclass(frozen=True)
class Run:
    """A run of one seat going out, from round `first` to `last`; it may have missed rounds between them."""

    seat: SeatId
    first: int
    last: int
    length: int


@dataclass(frozen=True)
class Recap:
    """Recap of a session; empty or None without rounds.

    misdeals: number of misdeals before each round. class_of_eights: the card class of the eights, None if
    they are not counted (game/variants/eights.py).
    """

    rules: Rules
    seats: Sequence[SeatFacts]
    rounds: Sequence[Round]
    misdeals: Sequence[int] = ()
    class_of_eights: str | None = None

    @cached_property
    def leading_since(self) -> int | None:
        """The round since which the winners have led (game/scoring/standings.py)."""
        return leading_since(self.rules, self.seats, self.rounds)

    @cached_property
    def swing(self) -> Swing | None:
        """The largest swing, of equal ones the last; only of sides that stay to the end.

        None if wins are counted (each round is worth one), without distances, or if all sides won.
        """
        if self.rules.counts_wins or not self.rules.has_distances:
            return None
        race = Race(self.rules, self.seats, self.rounds)
        swings = (swing for played in self.rounds for swing in self._swings(race, played.number))
        return max(swings, key=lambda swing: (swing.size, swing.round), default=None)

    @cached_property
    def worst_hands(self) -> list[tuple[int, Hand]]:
        """All hands with the most points, with the number of the round; [] unless hands cost points."""
        if not self.rules.hands_cost:
            return []
        hands = [(played.number, hand) for played in self.rounds for hand in played.remaining_hands]
        most = max((hand.points or 0 for _number, hand in hands), default=0)
        return [(number, hand) for number, hand in hands if hand.points == most > 0]

    @cached_property
    def eights(self) -> Mapping[SeatId, int] | None:
        """Eights by seat in hands that did not go out and whose cards are known; seats without are omitted.

        None if eights are not counted, if it is good to hold them, and without rounds.
        """
        if self.class_of_eights is None or not self.rounds or not self.rules.cards_left_are_bad:
            return None
        caught: Counter[SeatId] = Counter()
        for played in self.rounds:
            for hand in played.remaining_hands:
                caught[hand.seat] += (hand.cards or {}).get(self.class_of_eights, 0)
        return +caught

    @cached_property
    def runs(self) -> list[Run]:
        """The longest run of going out of each seat, from MIN_RUN rounds on; shorter ones are common."""
        return [run for seat in self.seats if (run := self._longest_run(seat.id))]

    @cached_property
    def dealt(self) -> Mapping[SeatId, int]:
        """Rounds by dealer."""
        return Counter(played.dealer for played in self.rounds)

    @cached_property
    def misdealt(self) -> Mapping[SeatId, int]:
        """Misdeals by dealer."""
        counts: Counter[SeatId] = Counter()
        for played, times in zip(self.rounds, self.misdeals, strict=False):
            counts[played.dealer] += times
        return +counts

    def _swings(self, race: Race, number: int) -> Iterator[Swing]:
        """Yield the swing of round `number` for each winner."""
        present_sides = race.present_sides(number)
        others = [side for side in present_sides if not side.leads]
        for winner in (side for side in present_sides if side.leads and others):
            before = {side.seats: total_before(side, self.seats, number) for side in present_sides}
            after = {side.seats: side.history[number] for side in present_sides}
            distances = (self._ahead(winner, others, totals) for totals in (before, after))
            yield Swing(number, winner.seats, *distances)

    def _ahead(
        self, side: Standing, others: Sequence[Standing], totals: Mapping[tuple[SeatId, ...], int]
    ) -> int:
        """Return the distance of a side to the best other one, positive if it is ahead."""
        best = min(self.rules.sort_key(totals[other.seats]) for other in others)
        return best - self.rules.sort_key(totals[side.seats])

    def _longest_run(self, seat: SeatId) -> Run | None:
        """Return the longest run of a seat, the first of equal ones; missed rounds are ignored."""
        rounds = [played for played in self.rounds if any(hand.seat == seat for hand in played.hands)]
        runs = [
            Run(seat, numbers[0], numbers[-1], len(numbers))
            for out, together in groupby(rounds, key=lambda played: played.out == seat)
            if out and len(numbers := [played.number for played in together]) >= MIN_RUN
        ]
        return max(runs, key=lambda run: run.length, default=None)
