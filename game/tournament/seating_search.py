"""The search for tables at which few people meet again: tabu search over swaps of two people.

People are numbers from 0. The cost of a seating is `repeat_weight` for each earlier meeting of a pair at the
same table, and `small_weight` for each earlier visit to a smaller table of a person who sits at one again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

Seating = list[list[int]]  # people by table
MIN_TABU_STEPS, MAX_TABU_STEPS = 5, 14  # steps during which a swap is not undone


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
    problem: RoundToDraw,
    rng: Random,
    budget: SearchBudget,
    *,
    repeat_weight: int = 1,
    small_weight: int = 1,
    max_steps: int,
) -> Seating:
    """Return the cheapest seating seen in so many steps within the budget, or the first that is perfect."""
    state = _TabuSearch(problem, rng, repeat_weight, small_weight)
    budget.spent += state.people**2
    while state.best_cost > state.least_cost and state.steps < max_steps and not budget.is_spent:
        state.step()
        budget.spent += state.people
    return state.best


class _TabuSearch:
    """price[person][table]: the cost of this person there, with all others where they sit.

    least_cost: a lower bound. tabu_until: by pair of people, the step up to which their swap is not undone.
    """

    def __init__(self, problem: RoundToDraw, rng: Random, repeat_weight: int, small_weight: int) -> None:
        self.rng = rng
        self.people = len(problem.met)
        order = iter(rng.sample(range(self.people), self.people))
        self.seating: Seating = [[next(order) for _seat in range(size)] for size in problem.sizes]
        self.table_of = [0] * self.people
        for number, table in enumerate(self.seating):
            for person in table:
                self.table_of[person] = number
        small_tables = [problem.is_small(table) for table in self.seating]
        self.met = [[repeat_weight * times for times in row] for row in problem.met]
        self.price = [
            [
                sum(row[other] for other in table) + (small_weight * visits if is_small else 0)
                for table, is_small in zip(self.seating, small_tables, strict=True)
            ]
            for row, visits in zip(self.met, problem.small_visits, strict=True)
        ]
        self.cost = repeat_weight * problem.repeats(self.seating)
        self.cost += small_weight * problem.small_again(self.seating)
        small_seats = sum(map(len, filter(problem.is_small, self.seating)))
        self.least_cost = small_weight * sum(sorted(problem.small_visits)[:small_seats])
        self.steps, self.tabu_until = 0, dict[tuple[int, int], int]()
        self._store_best()

    def step(self) -> None:
        """Make the best swap of a random person who adds to the cost, even if the cost rises by it."""
        self.steps += 1
        one = self.rng.choice([n for n, table in enumerate(self.table_of) if self.price[n][table]])
        other, change = self._best_swap(one)
        if other is None:
            return
        self._swap(one, other)
        self.cost += change
        self.tabu_until[min(one, other), max(one, other)] = self.steps + self.rng.randint(
            MIN_TABU_STEPS, MAX_TABU_STEPS
        )
        if self.cost < self.best_cost:
            self._store_best()

    def _best_swap(self, one: int) -> tuple[int | None, int]:
        """Return the person to swap with, at random among the best, and the change of the cost.

        None if every swap is tabu.
        """
        here, prices, met = self.table_of[one], self.price[one], self.met[one]
        best, least, ties = None, 0, 0
        for other, there in enumerate(self.table_of):
            if there == here:
                continue
            other_prices = self.price[other]
            change = prices[there] - prices[here] + other_prices[here] - other_prices[there] - 2 * met[other]
            if best is not None and change > least:
                continue
            is_tabu = self.tabu_until.get((min(one, other), max(one, other)), 0) > self.steps
            if is_tabu and self.cost + change >= self.best_cost:
                continue
            ties = ties + 1 if best is not None and change == least else 1
            if self.rng.random() * ties < 1:
                best, least = other, change
        return best, least

    def _swap(self, one: int, other: int) -> None:
        here, there = self.table_of[one], self.table_of[other]
        for prices, met_one, met_other in zip(self.price, self.met[one], self.met[other], strict=True):
            if met_one != met_other:
                prices[here] += met_other - met_one
                prices[there] += met_one - met_other
        tables = self.seating
        tables[here][tables[here].index(one)] = other
        tables[there][tables[there].index(other)] = one
        self.table_of[one], self.table_of[other] = there, here

    def _store_best(self) -> None:
        self.best_cost, self.best = self.cost, [list(table) for table in self.seating]
