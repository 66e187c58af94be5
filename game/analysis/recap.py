"""What there is to tell of one session: where it turned, its worst hand, who was caught with the eights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from game.analysis.race import Race
from game.scoring.facts import HandFacts, RoundFacts, SeatFacts, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import Standing, leading_since

LEAST_RUN = 3


@dataclass(frozen=True)
class Swing:
    """The round in which a winner's distance to the best side that did not win changed most.

    before, after: that distance, positive where the winner was ahead; points that the table gave somebody on
    the way back are in both.
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
    """How often one seat went out in a row, and in which rounds first and last; it may have missed some."""

    seat: SeatId
    first: int
    last: int
    length: int


@dataclass(frozen=True)
class Recap:
    """A session looked back on; without rounds there is nothing to tell.

    misdeals: for each round how often it was dealt wrongly before. class_of_eights: the class in which eights
    are counted, None where they are not (game/variants/eights.py).
    """

    rules: Rules
    seats: Sequence[SeatFacts]
    rounds: Sequence[RoundFacts]
    misdeals: Sequence[int] = ()
    class_of_eights: str | None = None

    @cached_property
    def leading_since(self) -> int | None:
        """The round after which the winners never lost the lead again (game/scoring/standings.py)."""
        return leading_since(self.rules, self.seats, self.rounds)

    @cached_property
    def swing(self) -> Swing | None:
        """Of equal ones the last; a side counts from the round it joined in, if it stays to the end.

        None where wins are counted (each round is worth one), or where nobody lost.
        """
        if self.rules.counts_wins:
            return None
        race = Race(self.rules, self.seats, self.rounds)
        swings = (swing for played in self.rounds for swing in self._swings(race, played.number))
        return max(swings, key=lambda swing: (swing.size, swing.round), default=None)

    @cached_property
    def worst_hands(self) -> list[tuple[int, HandFacts]]:
        """Every hand that cost most, with the number of its round; none where points mean nothing."""
        if self.rules.counts_wins:
            return []
        most = max((hand.points or 0 for _round, hand in self._caught), default=0)
        return [(played.number, hand) for played, hand in self._caught if hand.points == most > 0]

    @cached_property
    def eights(self) -> Mapping[SeatId, int] | None:
        """Eights by seat in hands that were counted in cards and did not go out; who has none is left out.

        None where they are not counted, and where no round is known.
        """
        if self.class_of_eights is None or not self.rounds:
            return None
        caught: Counter[SeatId] = Counter()
        for _round, hand in self._caught:
            caught[hand.seat] += (hand.cards or {}).get(self.class_of_eights, 0)
        return +caught

    @cached_property
    def runs(self) -> list[Run]:
        """The longest run of going out of each seat, from three rounds on: two happen every evening."""
        return [run for seat in self.seats if (run := self._longest_run(seat.id))]

    @cached_property
    def dealt(self) -> Mapping[SeatId, int]:
        """Rounds by dealer."""
        return Counter(played.dealer for played in self.rounds)

    @cached_property
    def misdealt(self) -> Mapping[SeatId, int]:
        """Deals gone wrong, by dealer."""
        wrong: Counter[SeatId] = Counter()
        for played, times in zip(self.rounds, self.misdeals, strict=False):
            wrong[played.dealer] += times
        return +wrong

    @property
    def _caught(self) -> list[tuple[RoundFacts, HandFacts]]:
        """Every hand that did not go out, and its round."""
        return [(played, hand) for played in self.rounds for hand in played.hands if hand.seat != played.out]

    def _swings(self, race: Race, number: int) -> Iterator[Swing]:
        """What round `number` did to each winner."""
        there = race.there(number)
        others = [side for side in there if not side.leads]
        for winner in (side for side in there if side.leads and others):
            ahead = min(self._before(side, number) for side in others) - self._before(winner, number)
            after = min(side.history[number] for side in others) - winner.history[number]
            yield Swing(number, winner.seats, ahead, after)

    def _before(self, side: Standing, number: int) -> int:
        """A side's total before that round, with what it was given on the way back into it."""
        seats = [seat for seat in self.seats if seat.id in side.seats]
        given = sum(away.points for seat in seats for away in seat.away if away.until == number)
        return side.history[number - 1] + given

    def _longest_run(self, seat: SeatId) -> Run | None:
        """Of equal ones the first; a round that the seat missed neither lengthens nor breaks a run."""
        there = [played for played in self.rounds if any(hand.seat == seat for hand in played.hands)]
        runs = [
            Run(seat, numbers[0], numbers[-1], len(numbers))
            for out, together in groupby(there, key=lambda played: played.out == seat)
            if out and len(numbers := [played.number for played in together]) >= LEAST_RUN
        ]
        return max(runs, key=lambda run: run.length, default=None)
