"""Variants side by side: what each of them says about one question, and what a hand is worth under each."""

from __future__ import annotations

from game.rulebook.comparison.hand_value import ExtraCards, HandValue, hand_value, usual_rules
from game.rulebook.comparison.statements import Cell, Statement
from game.rulebook.comparison.table import LEAST, MOST, Part, Row, compare, differing

__all__ = [
    "LEAST",
    "MOST",
    "Cell",
    "ExtraCards",
    "HandValue",
    "Part",
    "Row",
    "Statement",
    "compare",
    "differing",
    "hand_value",
    "usual_rules",
]
