"""Comparison of variants: their answers to each question, and the points of a hand in each."""

from __future__ import annotations

from game.rulebook.comparison.hand_value import ExtraCards, HandValue, default_rules, hand_value
from game.rulebook.comparison.statements import Cell, Statement
from game.rulebook.comparison.table import (
    MAX_VARIANTS,
    MIN_VARIANTS,
    ComparisonPart,
    ComparisonRow,
    compare,
    differing,
    row_of,
)

__all__ = [
    "MAX_VARIANTS",
    "MIN_VARIANTS",
    "Cell",
    "ComparisonPart",
    "ComparisonRow",
    "ExtraCards",
    "HandValue",
    "Statement",
    "compare",
    "default_rules",
    "differing",
    "hand_value",
    "row_of",
]
