"""The draw of tables and seats, with as few repeated meetings as possible.

A draw without repeated meetings comes first, and of such draws one that leaves most of the coming rounds
possible without any. Where every draw repeats meetings, the sum of the repeated meetings and of
SMALL_TABLE_WEIGHT times the earlier visits to smaller tables decides: at a smaller table more people go out
with 0. At each table people are seated so that they play directly after others than before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations, islice, permutations
from random import Random

from game.tournament.seating_search import RoundToDraw, SearchBudget, Seating, search

Person = Hashable
Table = tuple[Person, ...]  # clockwise

RANDOM_SEED = 8  # of the random draws for comparison
MAX_ORDERS = 120  # seat orders compared for a table: all of five players
SMALL_TABLE_WEIGHT = 3  # one more visit to a smaller table costs as much as so many repeated meetings

MAX_COMPARISONS = 400_000  # of a swap with the present seating: half a second of processor time
MAX_STEPS = 2_000  # of one search, each of which compares the swaps of one person
STEPS_AHEAD = 300  # of a search for a coming round

# Fifteen people at five tables of three can meet once each in seven rounds (Kirkman, 1850); the search seldom
# finds the last two. Points 0 to 6, 7 to 13 and 14; each round adds 1 to the points of the last, modulo 7.
FIFTEEN = ((0, 1, 3), (2, 7, 9), (4, 12, 13), (5, 8, 11), (6, 10, 14))


@dataclass(frozen=True)
class MeetingHistory:
    """Earlier meetings. together: by pair of players; behind: by (player, player sitting before).

    small_visits: by player, the tables that were smaller than others of their round. first: the tables of the
    first round.
    """

    together: Counter[frozenset[Person]] = field(default_factory=Counter)
    behind: Counter[tuple[Person, Person]] = field(default_factory=Counter)
    small_visits: Counter[Person] = field(default_factory=Counter)
    first: Sequence[Table] = ()

    @classmethod
    def of(cls, rounds: Iterable[Iterable[Table]]) -> MeetingHistory:
        """Read the tables of each round, players clockwise."""
        all_rounds = [tuple(tables) for tables in rounds]
        history = cls(first=next(iter(all_rounds), ()))
        for tables in all_rounds:
            for table in tables:
                history.together.update(map(frozenset, combinations(table, 2)))
                history.behind.update(_behind(table))
            for table in _smaller(tables):
                history.small_visits.update(table)
        return history

    def measure(self, tables: Iterable[Table]) -> tuple[int, int]:
        """Return the earlier meetings of all pairs at a table, and the repeated neighbours."""
        repeats = behind = 0
        for table in tables:
            repeats += self.repeat_meetings(table)
            behind += self.repeat_neighbours(table)
        return repeats, behind

    def small_again(self, tables: Sequence[Table]) -> list[Person]:
        """Return the players at a smaller table who have been at one before."""
        return [player for table in _smaller(tables) for player in table if self.small_visits[player]]

    def repeat_meetings(self, table: Iterable[Person]) -> int:
        return sum(self.together[frozenset(pair)] for pair in combinations(table, 2))

    def meeting_pairs(self, people: Sequence[Person]) -> list[tuple[int, int, int]]:
        """Return (index, index, number of meetings) of all pairs of these people that have met."""
        place = {person: number for number, person in enumerate(people)}
        pairs = [(tuple(pair), times) for pair, times in self.together.items() if pair <= place.keys()]
        return [(place[one], place[other], times) for (one, other), times in pairs]

    def repeat_neighbours(self, table: Table) -> int:
        return sum(self.behind[pair] for pair in _behind(table))


def draw(
    people: Sequence[Person],
    sizes: Sequence[int],
    past: MeetingHistory,
    rng: Random,
    *,
    rounds_left: int = 0,
    budget: SearchBudget | None = None,
) -> tuple[Table, ...]:
    """Return the tables, players clockwise. Deterministic for the same people, past and seed.

    sizes: players at each table; their sum is the number of people. rounds_left: rounds to draw after this
    one, for which room is left. budget: counts the work; MAX_COMPARISONS if None.

    >>> first = draw("ABCDEF", sizes=(3, 3), past=MeetingHistory(), rng=Random(8))
    >>> second = draw("ABCDEF", sizes=(3, 3), past=MeetingHistory.of([first]), rng=Random(8))
    >>> sorted(map(len, second)), MeetingHistory.of([first]).measure(second)[0]
    ([3, 3], 2)
    """
    if kirkman := _kirkman_rounds(people, sizes, past):
        return tuple(_seat_order(table, past, rng) for table in rng.choice(kirkman))
    met = [[0] * len(people) for _person in people]
    for one, other, times in past.meeting_pairs(people):
        met[one][other] = met[other][one] = times
    problem = RoundToDraw(sizes, met, [past.small_visits[person] for person in people])
    seating = _best_seating(problem, rng, rounds_left, budget or SearchBudget(MAX_COMPARISONS))
    return tuple(_seat_order(tuple(people[n] for n in table), past, rng) for table in seating)


def _kirkman_rounds(
    people: Sequence[Person], sizes: Sequence[int], past: MeetingHistory
) -> list[list[Table]]:
    """Return rounds of fifteen people without repeated meetings, of those that contain the first round."""
    points = dict(zip(chain(*FIFTEEN), chain(*past.first), strict=False))
    is_fifteen = list(sizes) == list(map(len, past.first)) == [3] * 5
    if not is_fifteen or set(points.values()) != set(people):
        return []
    rounds = [
        [tuple(points[_shifted_point(point, by)] for point in triple) for triple in FIFTEEN]
        for by in range(1, 7)
    ]
    return [tables for tables in rounds if not any(map(past.repeat_meetings, tables))]


def _shifted_point(point: int, by: int) -> int:
    group, place = divmod(point, 7)
    return point if point == 14 else 7 * group + (place + by) % 7  # noqa: PLR2004


def _best_seating(problem: RoundToDraw, rng: Random, rounds_left: int, budget: SearchBudget) -> Seating:
    """Return the seating without repeated meetings that most such rounds can follow; the cheapest without."""
    if not any(map(any, problem.met)):
        rounds_left = 0  # every first round is as good as another
    best, best_value = None, (-1, 0)
    while not budget.is_spent:
        seating = _fewest_repeats(problem, rng, budget, max_steps=MAX_STEPS)
        if problem.repeats(seating):
            if best is None:
                return search(problem, rng, budget, small_weight=SMALL_TABLE_WEIGHT, max_steps=MAX_STEPS)
            continue
        clean = _clean_rounds(problem.after(seating), rng, rounds_left, budget)
        value = clean, -problem.small_again(seating)
        if best is None or value > best_value:
            best, best_value = seating, value
        if clean == rounds_left:
            break
    return best or []


def _clean_rounds(problem: RoundToDraw, rng: Random, most: int, budget: SearchBudget) -> int:
    """Return how many rounds without repeated meetings, at most `most`, a quick search finds."""
    for number in range(most):
        seating = _fewest_repeats(problem, rng, budget, max_steps=STEPS_AHEAD)
        if problem.repeats(seating):
            return number
        problem = problem.after(seating)
    return most


def _fewest_repeats(problem: RoundToDraw, rng: Random, budget: SearchBudget, *, max_steps: int) -> Seating:
    """Search with one repeated meeting costing more than all visits to smaller tables."""
    return search(problem, rng, budget, repeat_weight=1 + sum(problem.small_visits), max_steps=max_steps)


def random_meetings(
    people: Sequence[Person], sizes: Sequence[int], past: MeetingHistory, draws: int = 1000
) -> Sequence[int]:
    """Return the number of repeated meetings in each of `draws` random draws, for comparison.

    Deterministic for the same people and past.
    """
    return _meetings_by_lot(tuple(sizes), tuple(past.meeting_pairs(people)), draws)


@lru_cache(maxsize=16)  # an umpire views several draws
def _meetings_by_lot(
    sizes: tuple[int, ...], meetings: tuple[tuple[int, int, int], ...], draws: int
) -> list[int]:
    rng = Random(RANDOM_SEED)  # noqa: S311
    seats = [table for table, size in enumerate(sizes) for _ in range(size)]

    numbers = []
    for _ in range(draws):
        table_of = sorted(seats, key=lambda _seat: rng.random())
        numbers.append(sum(times for one, other, times in meetings if table_of[one] == table_of[other]))
    return numbers


def _seat_order(table: Table, past: MeetingHistory, rng: Random) -> Table:
    """Return a seat order with the fewest repeated neighbours; a random one of equal orders."""
    first = tuple(rng.sample(table, len(table)))
    return min(islice(permutations(first), MAX_ORDERS), key=past.repeat_neighbours)


def _behind(table: Table) -> Iterator[tuple[Person, Person]]:
    """Yield (player, player before); nothing for two players, who always follow each other."""
    if len(table) > 2:  # noqa: PLR2004
        yield from zip(table[1:] + table[:1], table, strict=True)


def _smaller(tables: Sequence[Table]) -> list[Table]:
    """Return the tables that are smaller than others of the same round."""
    largest = max(map(len, tables), default=0)
    return [table for table in tables if len(table) < largest]
