"""Which cases of a large grid run: some of every kind, drawn with a seed that the run prints, or all.

`make test` and `make test-all` always use the same seed, `make check` runs all cases and draws new examples.
`--seed 8` draws the cases and examples of a run with that seed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from random import Random
from typing import TypeVar

import pytest

Case = TypeVar("Case")


class Extent(Enum):
    """How much of the suite runs: `make test`, `make test-all` or `make check`."""

    QUICK = "quick"
    FULL = "full"
    WHOLE = "whole"


USUAL_SEED = 8
LARGEST_SEED = 2**32
# Hypothesis examples of a test with default settings
EXAMPLES = {Extent.QUICK: 15, Extent.FULL: 25, Extent.WHOLE: 400}

full_only = pytest.mark.full
whole_only = pytest.mark.whole
chaos = pytest.mark.chaos


class _Run:
    """The seed and the extent of this run."""

    seed = 0
    extent = Extent.QUICK


def choose(seed: int, extent: Extent) -> None:
    """Set the seed and extent of the run, before tests are collected."""
    _Run.seed, _Run.extent = seed, extent


def is_whole() -> bool:
    return _Run.extent is Extent.WHOLE


def is_full() -> bool:
    return _Run.extent is not Extent.QUICK


def chance_for(name: str) -> Random:
    """Random numbers that depend on the seed and on the name of the grid."""
    return Random(f"{_Run.seed} {name}")


def examples(count: int) -> int:
    """The number of Hypothesis examples: `count` with --whole, a fifth with --full, otherwise an eighth."""
    if is_whole():
        return count
    return max(count // 5, 4) if is_full() else max(count // 8, 3)


def one_of_each_kind(cases: Iterable[Case], kind: Callable[[Case], Hashable], chance: Random) -> list[Case]:
    """One case of every kind, or all cases with --whole."""
    if is_whole():
        return list(cases)
    kinds: dict[Hashable, list[Case]] = defaultdict(list)
    for case in cases:
        kinds[kind(case)].append(case)
    return [chance.choice(alike) for alike in kinds.values()]


def half_of_each_kind(cases: Iterable[Case], kind: Callable[[Case], Hashable], chance: Random) -> list[Case]:
    """Half of the cases of every kind, rounded up, in their order; or all with --whole."""
    return _part_of_each_kind(2, cases, kind, chance)


def third_of_each_kind(cases: Iterable[Case], kind: Callable[[Case], Hashable], chance: Random) -> list[Case]:
    """A third of the cases of every kind, rounded up, in their order; or all with --whole."""
    return _part_of_each_kind(3, cases, kind, chance)


def _part_of_each_kind(
    parts: int, cases: Iterable[Case], kind: Callable[[Case], Hashable], chance: Random
) -> list[Case]:
    cases = list(cases)
    kinds: dict[Hashable, list[int]] = defaultdict(list)
    for place, case in enumerate(cases):
        kinds[kind(case)].append(place)
    if is_whole():
        return cases
    drawn = {place for alike in kinds.values() for place in chance.sample(alike, -(-len(alike) // parts))}
    return [case for place, case in enumerate(cases) if place in drawn]
