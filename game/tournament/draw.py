"""Who sits at which table, and in which order, so that as few as possible meet again.

The measure of a draw is a pair of numbers, the smaller the better, the first before the second:
how often the people who sit together now have sat together before, added over all pairs; and how often those
who sit directly behind somebody (play after them) have sat behind the same person before.
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

NOBODY_AGAIN: Measure = (0, 0)
STARTS = 6
LOTS = 8  # the seed of all draws by lot that others are held against
ORDERS = 120  # of a table that are compared at most: all where five sit there


@dataclass(frozen=True)
class Past:
    """Whoever sat together before, and who sat behind whom."""

    together: Counter[frozenset[Person]] = field(default_factory=Counter)
    behind: Counter[tuple[Person, Person]] = field(default_factory=Counter)

    @classmethod
    def of(cls, tables: Iterable[Table]) -> Past:
        together: Counter[frozenset[Person]] = Counter()
        behind: Counter[tuple[Person, Person]] = Counter()
        for table in tables:
            together.update(map(frozenset, combinations(table, 2)))
            behind.update(_behind(table))
        return cls(together, behind)

    def measure(self, tables: Iterable[Table]) -> Measure:
        again = behind = 0
        for table in tables:
            again += self.met(table)
            behind += self.sat_behind(table)
        return again, behind

    def met(self, table: Iterable[Person]) -> int:
        return sum(self.together[frozenset(pair)] for pair in combinations(table, 2))

    def met_by(self, person: Person, others: Iterable[Person]) -> int:
        own = self._known.get(person)
        return sum(own.get(other, 0) for other in others) if own else 0

    def met_among(self, people: Sequence[Person]) -> list[tuple[int, int, int]]:
        """Pairs of these people, by their places in the sequence, with how often they have met."""
        place = {person: number for number, person in enumerate(people)}
        pairs = [(tuple(pair), times) for pair, times in self.together.items() if pair <= place.keys()]
        return [(place[one], place[other], times) for (one, other), times in pairs]

    @cached_property
    def _known(self) -> dict[Person, dict[Person, int]]:
        """The same from each person's side."""
        found: defaultdict[Person, dict[Person, int]] = defaultdict(dict)
        for (one, other), times in self.together.items():
            found[one][other] = found[other][one] = times
        return found

    def sat_behind(self, table: Table) -> int:
        return sum(self.behind[pair] for pair in _behind(table))


def draw(people: Sequence[Person], sizes: Sequence[int], past: Past, chance: Random) -> tuple[Table, ...]:
    """Everybody at one table of these sizes; the same people, past and seed give the same draw.

    Cost grows with the square of the people for each time all of them are looked through.
    """
    best = min(_tries(people, sizes, past, chance), key=past.measure)
    return tuple(_in_order(table, past, chance) for table in best)


def _tries(
    people: Sequence[Person], sizes: Sequence[int], past: Past, chance: Random
) -> Iterator[list[Table]]:
    """Each mended until no two people can change places for the better; none after one where nobody meets."""
    for _start in range(STARTS):
        tables = _mended(_at_random(people, sizes, chance), past)
        yield tables
        if past.measure(tables) == NOBODY_AGAIN:
            return


def meetings_by_lot(
    people: Sequence[Person], sizes: Sequence[int], past: Past, draws: int = 1000
) -> Sequence[int]:
    """How often people meet again in each of so many draws by lot alone, to hold another against.

    The same lots for every draw of these people.
    """
    return _meetings_by_lot(tuple(sizes), tuple(past.met_among(people)), draws)


@lru_cache(maxsize=16)  # an umpire looks at one draw after another
def _meetings_by_lot(sizes: tuple[int, ...], met: tuple[tuple[int, int, int], ...], draws: int) -> list[int]:
    chance = Random(LOTS)  # noqa: S311
    seats = [table for table, size in enumerate(sizes) for _ in range(size)]

    def meetings() -> int:
        at = sorted(seats, key=lambda _seat: chance.random())
        return sum(times for one, other, times in met if at[one] == at[other])

    return [meetings() for _ in range(draws)]


def _at_random(people: Sequence[Person], sizes: Sequence[int], chance: Random) -> list[Table]:
    lot = iter(chance.sample(people, len(people)))
    return [tuple(next(lot) for _ in range(size)) for size in sizes]


def _mended(tables: list[Table], past: Past) -> list[Table]:
    """Two people change places as long as that lets fewer meet again."""
    seated = [list(table) for table in tables]
    while past.together and any(_change(*pair, past) for pair in combinations(seated, 2)):
        pass
    return [tuple(table) for table in seated]


def _change(one: list[Person], other: list[Person], past: Past) -> bool:
    """Whether two people of these tables changed places: none where nobody there has met."""
    if not (past.met(one) or past.met(other)):
        return False
    for own, their in product(range(len(one)), range(len(other))):
        here, there = one[:own] + one[own + 1 :], other[:their] + other[their + 1 :]
        a, b = one[own], other[their]
        before = past.met_by(a, here) + past.met_by(b, there)
        if before and past.met_by(b, here) + past.met_by(a, there) < before:
            one[own], other[their] = b, a
            return True
    return False


def _in_order(table: Table, past: Past, chance: Random) -> Table:
    """The same people so that as few as possible sit behind somebody again; of equal orders one by lot."""
    return min(_orders(table, chance), key=past.sat_behind)


def _orders(table: Table, chance: Random) -> Iterator[Table]:
    """All of them in a drawn order, or so many of a large table."""
    first = tuple(chance.sample(table, len(table)))
    yield from (order for _, order in zip(range(ORDERS), permutations(first), strict=False))


def _behind(table: Table) -> Iterator[tuple[Person, Person]]:
    """Each with whom it plays directly after, where more than two sit there: these always do."""
    if len(table) > 2:  # noqa: PLR2004
        yield from zip(table[1:] + table[:1], table, strict=True)
