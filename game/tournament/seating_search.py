"""The search for tables at which few people meet again: tabu search over swaps of two people.

People are numbers from 0. The cost of a seating is `weights.repeat` for each earlier meeting of a pair at the
same table, and `weights.small` for each earlier visit to a smaller table of somebody who sits at one again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

Seating = list[list[int]]  # people by table
MIN_TABU_STEPS, MAX_TABU_STEPS = 5, 14  # steps during which a swap is not undone


@dataclass(frozen=True)
class CostWeights:
    """Cost of one repeated meeting, and of one earlier visit to a smaller table."""

    repeat: int
    small: int


@dataclass
class SearchBudget:
    """The work that may be done, and has been: comparisons of a swap with the present seating."""

    limit: int
    spent: int = 0

    @property
    def is_spent(self) -> bool:
        return self.spent >= self.limit


@dataclass(frozen=True)
class RoundToDraw:
    """One round to draw.

    sizes: of the tables. met: earlier meetings by person and person. small_visits: how often each person has
    sat at a table that was smaller than others of its round.
    """

    sizes: Sequence[int]
    met: Sequence[Sequence[int]]
    small_visits: Sequence[int]

    def repeats(self, seating: Seating) -> int:
        return sum(self.met[one][other] for table in seating for one, other in combinations(table, 2))

    def small_again(self, seating: Seating) -> int:
        """Return the earlier visits to smaller tables of all who sit at a smaller table."""
        return sum(self.small_visits[person] for table in seating if self.is_small(table) for person in table)

    def is_small(self, table: Sequence[int]) -> bool:
        return len(table) < max(self.sizes)

    def after(self, seating: Seating) -> RoundToDraw:
        """Return the same problem for the round after this one."""
        met = [list(row) for row in self.met]
        visits = list(self.small_visits)
        for table in seating:
            for one, other in combinations(table, 2):
                met[one][other] += 1
                met[other][one] += 1
            for person in table if self.is_small(table) else ():
                visits[person] += 1
        return RoundToDraw(self.sizes, met, visits)


def search(
    problem: RoundToDraw, weights: CostWeights, rng: Random, budget: SearchBudget, *, max_steps: int
) -> Seating:
    """Return the cheapest seating seen in so many steps within the budget, or the first that is perfect."""
    swaps = _TabuSearch(problem, weights, rng)
    budget.spent += swaps.people**2
    while swaps.best_cost > swaps.least_cost and swaps.number < max_steps and not budget.is_spent:
        swaps.step()
        budget.spent += swaps.people
    return swaps.best


@dataclass
class _TabuSearch:
    """price[person][table]: the cost of this person there, with all others where they sit."""

    problem: RoundToDraw
    weights: CostWeights
    rng: Random
    seating: Seating = field(init=False)
    best: Seating = field(init=False)

    def __post_init__(self) -> None:
        problem, weights = self.problem, self.weights
        self.people = len(problem.met)
        order = iter(self.rng.sample(range(self.people), self.people))
        self.seating = [[next(order) for _seat in range(size)] for size in problem.sizes]
        self.table_of = [0] * self.people
        for number, table in enumerate(self.seating):
            for person in table:
                self.table_of[person] = number
        self.is_small = [problem.is_small(table) for table in self.seating]
        self.met = [[weights.repeat * times for times in row] for row in problem.met]
        self.price = [
            [
                sum(row[other] for other in table) + (weights.small * visits if is_small else 0)
                for table, is_small in zip(self.seating, self.is_small, strict=True)
            ]
            for row, visits in zip(self.met, problem.small_visits, strict=True)
        ]
        self.cost = weights.repeat * problem.repeats(self.seating)
        self.cost += weights.small * problem.small_again(self.seating)
        small_seats = sum(map(len, filter(problem.is_small, self.seating)))
        self.least_cost = weights.small * sum(sorted(problem.small_visits)[:small_seats])
        self.number, self.free_again = 0, dict[tuple[int, int], int]()
        self._remember()

    def step(self) -> None:
        """Make the best swap of somebody who adds to the cost, even if it costs more than none."""
        self.number += 1
        one = self.rng.choice([n for n, table in enumerate(self.table_of) if self.price[n][table]])
        other, change = self._best_swap(one)
        if other is None:
            return
        self._swap(one, other)
        self.cost += change
        self.free_again[min(one, other), max(one, other)] = self.number + self.rng.randint(
            MIN_TABU_STEPS, MAX_TABU_STEPS
        )
        if self.cost < self.best_cost:
            self._remember()

    def _best_swap(self, one: int) -> tuple[int | None, int]:
        """Return whom to swap with, at random among the best, and how that changes the cost."""
        here, prices, met = self.table_of[one], self.price[one], self.met[one]
        best, least, ties = None, 0, 0
        for other, there in enumerate(self.table_of):
            if there == here:
                continue
            theirs = self.price[other]
            change = prices[there] - prices[here] + theirs[here] - theirs[there] - 2 * met[other]
            if best is not None and change > least:
                continue
            is_tabu = self.free_again.get((min(one, other), max(one, other)), 0) > self.number
            if is_tabu and self.cost + change >= self.best_cost:
                continue
            ties = ties + 1 if best is not None and change == least else 1
            if self.rng.random() * ties < 1:
                best, least = other, change
        return best, least

    def _swap(self, one: int, other: int) -> None:
        here, there = self.table_of[one], self.table_of[other]
        for prices, mine, theirs in zip(self.price, self.met[one], self.met[other], strict=True):
            if mine != theirs:
                prices[here] += theirs - mine
                prices[there] += mine - theirs
        tables = self.seating
        tables[here][tables[here].index(one)] = other
        tables[there][tables[there].index(other)] = one
        self.table_of[one], self.table_of[other] = there, here

    def _remember(self) -> None:
        self.best_cost, self.best = self.cost, [list(table) for table in self.seating]
