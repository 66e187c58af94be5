"""The draw of tables and seats, with as few repeated meetings as possible.

The measure of a draw is a pair of numbers, compared in order, smaller is better: the number of earlier
meetings of all pairs at the same table; and how often the players directly behind another (who play next)
have sat behind the same player before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, permutations, product
from random import Random

Person = Hashable
Table = tuple[Person, ...]  # clockwise
Measure = tuple[int, int]

NO_REPEATS: Measure = (0, 0)
STARTS = 6  # random starts of the search
RANDOM_SEED = 8  # of the random draws for comparison
MOST_ORDERS = 120  # seat orders compared for a table: all of five players


@dataclass(frozen=True)
class MeetingHistory:
    """Earlier meetings. together: by pair of players; behind: by (player, player sitting before)."""

    together: Counter[frozenset[Person]] = field(default_factory=Counter)
    behind: Counter[tuple[Person, Person]] = field(default_factory=Counter)

    @classmethod
    def of(cls, tables: Iterable[Table]) -> MeetingHistory:
        together: Counter[frozenset[Person]] = Counter()
        behind: Counter[tuple[Person, Person]] = Counter()
        for table in tables:
            together.update(map(frozenset, combinations(table, 2)))
            behind.update(_behind(table))
        return cls(together, behind)

    def measure(self, tables: Iterable[Table]) -> Measure:
        repeats = behind = 0
        for table in tables:
            repeats += self.repeat_meetings(table)
            behind += self.repeat_neighbours(table)
        return repeats, behind

    def repeat_meetings(self, table: Iterable[Person]) -> int:
        return sum(self.together[frozenset(pair)] for pair in combinations(table, 2))

    def meetings_with(self, person: Person, others: Iterable[Person]) -> int:
        own = self._by_person.get(person)
        return sum(own.get(other, 0) for other in others) if own else 0

    def meeting_pairs(self, people: Sequence[Person]) -> list[tuple[int, int, int]]:
        """Return (index, index, number of meetings) of all pairs of these people that have met."""
        place = {person: number for number, person in enumerate(people)}
        pairs = [(tuple(pair), times) for pair, times in self.together.items() if pair <= place.keys()]
        return [(place[one], place[other], times) for (one, other), times in pairs]

    @cached_property
    def _by_person(self) -> dict[Person, dict[Person, int]]:
        """`together` by person and other person."""
        found: defaultdict[Person, dict[Person, int]] = defaultdict(dict)
        for (one, other), times in self.together.items():
            found[one][other] = found[other][one] = times
        return found

    def repeat_neighbours(self, table: Table) -> int:
        return sum(self.behind[pair] for pair in _behind(table))


def draw(
    people: Sequence[Person], sizes: Sequence[int], past: MeetingHistory, rng: Random
) -> tuple[Table, ...]:
    """Return the tables, players clockwise. Deterministic for the same people, past and seed.

    sizes: players at each table; their sum is the number of people. Cost grows with the square of the number
    of people for each improvement pass.

    >>> first = draw("ABCDEF", sizes=(3, 3), past=MeetingHistory(), rng=Random(8))
    >>> second = draw("ABCDEF", sizes=(3, 3), past=MeetingHistory.of(first), rng=Random(8))
    >>> sorted(map(len, second)), MeetingHistory.of(first).measure(second)[0]
    ([3, 3], 2)
    """
    best = min(_candidates(people, sizes, past, rng), key=past.measure)
    return tuple(_in_order(table, past, rng) for table in best)


def _candidates(
    people: Sequence[Person], sizes: Sequence[int], past: MeetingHistory, rng: Random
) -> Iterator[list[Table]]:
    """Yield local optima of random starts; stop after one without repeated meetings."""
    for _start in range(STARTS):
        tables = _improved(_random_tables(people, sizes, rng), past)
        yield tables
        if past.measure(tables) == NO_REPEATS:
            return


def random_meetings(
    people: Sequence[Person], sizes: Sequence[int], past: MeetingHistory, draws: int = 1000
) -> Sequence[int]:
    """Return the number of repeated meetings in each of `draws` random draws, for comparison.

    Deterministic for the same people and past.
    """
    return _meetings_by_lot(tuple(sizes), tuple(past.meeting_pairs(people)), draws)


@lru_cache(maxsize=16)  # an umpire views several draws
def _meetings_by_lot(
    sizes: tuple[int, ...], repeat_meetings: tuple[tuple[int, int, int], ...], draws: int
) -> list[int]:
    rng = Random(RANDOM_SEED)  # noqa: S311
    seats = [table for table, size in enumerate(sizes) for _ in range(size)]

    def meetings() -> int:
        at = sorted(seats, key=lambda _seat: rng.random())
        return sum(times for one, other, times in repeat_meetings if at[one] == at[other])

    return [meetings() for _ in range(draws)]


def _random_tables(people: Sequence[Person], sizes: Sequence[int], rng: Random) -> list[Table]:
    order = iter(rng.sample(people, len(people)))
    return [tuple(next(order) for _ in range(size)) for size in sizes]


def _improved(tables: list[Table], past: MeetingHistory) -> list[Table]:
    """Swap pairs of players between tables while that reduces repeated meetings."""
    seated = [list(table) for table in tables]
    while past.together and any(_try_swap(*pair, past) for pair in combinations(seated, 2)):
        pass
    return [tuple(table) for table in seated]


def _try_swap(one: list[Person], other: list[Person], past: MeetingHistory) -> bool:
    """Make the first swap between two tables that reduces repeated meetings; return whether there was one."""
    if not (past.repeat_meetings(one) or past.repeat_meetings(other)):
        return False
    for own, their in product(range(len(one)), range(len(other))):
        here, there = one[:own] + one[own + 1 :], other[:their] + other[their + 1 :]
        a, b = one[own], other[their]
        before = past.meetings_with(a, here) + past.meetings_with(b, there)
        if before and past.meetings_with(b, here) + past.meetings_with(a, there) < before:
            one[own], other[their] = b, a
            return True
    return False


def _in_order(table: Table, past: MeetingHistory, rng: Random) -> Table:
    """Return a seat order with the fewest repeated neighbours; a random one of equal orders."""
    return min(_orders(table, rng), key=past.repeat_neighbours)


def _orders(table: Table, rng: Random) -> Iterator[Table]:
    """Yield up to MOST_ORDERS seat orders, from a random one on."""
    first = tuple(rng.sample(table, len(table)))
    yield from (order for _, order in zip(range(MOST_ORDERS), permutations(first), strict=False))


def _behind(table: Table) -> Iterator[tuple[Person, Person]]:
    """Yield (player, player before); nothing for two players, who always follow each other."""
    if len(table) > 2:  # noqa: PLR2004
        yield from zip(table[1:] + table[:1], table, strict=True)
