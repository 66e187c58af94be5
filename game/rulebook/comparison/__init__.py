"""Variants side by side: what each of them says about one question, and what a hand is worth under each."""

from __future__ import annotations

from game.rulebook.comparison.said import Cell, Said
from game.rulebook.comparison.table import LEAST, MOST, Part, Row, compare, differing
from game.rulebook.comparison.worth import Surplus, Worth, usual_rules, worth_of

__all__ = [
    "LEAST",
    "MOST",
    "Cell",
    "Part",
    "Row",
    "Said",
    "Surplus",
    "Worth",
    "compare",
    "differing",
    "usual_rules",
    "worth_of",
]
