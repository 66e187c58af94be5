"""Compares figures with those of a plain replay, so that a failure begins with the figure that differs."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from tests.inventory import differences

MAX_LINES = 10

Figures = Mapping[Any, Mapping[str, Any]]  # by owner, such as a player's name, and by name of the figure


def assert_same_figures(figures: Figures, replayed: Figures, *, replay: str, rounding: bool = False) -> None:
    """Fail with a line for each figure that is missing or differs.

    replay: the file that computes `replayed`. rounding: whether numbers may differ by a rounding error.
    """
    __tracebackhide__ = True
    names, expected_names = _names(figures), _names(replayed)
    lines = differences(expected_names, names, where=replay)
    lines += [f"{owner} has no figures in {replay}" for owner in figures.keys() - replayed.keys()]
    lines += [f"{owner} has figures only in {replay}" for owner in replayed.keys() - figures.keys()]
    for owner, name in product(figures.keys() & replayed.keys(), sorted(names & expected_names)):
        value, expected = figures[owner].get(name, "no value"), replayed[owner].get(name, "no value")
        if value != (pytest.approx(expected) if rounding else expected):
            lines.append(f"{name} of {owner}: {value!r}, the replay says {expected!r}")
    assert not lines, "\n".join(lines[:MAX_LINES])


def _names(figures: Figures) -> set[str]:
    return {name for of_owner in figures.values() for name in of_owner}
