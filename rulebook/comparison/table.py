"""Variants side by side as they are played by default: a column for each, a row for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulebook.comparison.eights import eights_cells
from rulebook.comparison.rummy import rummy_cells
from rulebook.comparison.said import Cell
from rulebook.comparison.setting_up import set_up_cells
from rulebook.comparison.worth import usual_rules
from scoring.rules import RANKS
from variants import Variant

LEAST, MOST = 2, 5  # variants that are compared at once
FAMILIES = {"eights": eights_cells, "rummy": rummy_cells}
PARTS: Mapping[str, Sequence[str]] = {
    "deal": ("players", "decks", "dealt", "rounds", "dealer", "turn_up"),
    "points": tuple(f"points.{rank}" for rank in RANKS),
    "special": tuple(f"does.{rank}" for rank in RANKS),
    "play": ("match", "stuck", "must", "several"),
    "end": ("call", "out", "wins"),
}


@dataclass(frozen=True)
class Row:
    """One question: `about` names it, `rank` is the card it is about, if any; a cell for each variant."""

    about: str
    rank: str
    cells: tuple[Cell, ...]

    @property
    def agrees(self) -> bool:
        return all(cell == self.cells[0] for cell in self.cells)

    @property
    def odd(self) -> tuple[bool, ...]:
        """For each variant whether its answer is unlike the one that more than half of them give."""
        usual = [cell for cell in self.cells if 2 * self.cells.count(cell) > len(self.cells)]
        return tuple(bool(usual) and cell not in usual for cell in self.cells)

    @property
    def is_empty(self) -> bool:
        return not any(self.cells)


@dataclass(frozen=True)
class Part:
    key: str
    rows: tuple[Row, ...]

    def only(self, wanted: Callable[[Row], bool]) -> Part:
        return Part(self.key, tuple(row for row in self.rows if wanted(row)))


def compare(variants: Sequence[Variant]) -> list[Part]:
    """Every part of the rules with the questions that at least one of these variants answers."""
    columns = [_column(variant) for variant in variants]
    parts = [Part(part, tuple(_row(key, columns) for key in keys)) for part, keys in PARTS.items()]
    return _with_rows(part.only(lambda row: not row.is_empty) for part in parts)


def differing(parts: Iterable[Part]) -> list[Part]:
    """The same without the questions that all answer alike."""
    return _with_rows(part.only(lambda row: not row.agrees) for part in parts)


def _column(variant: Variant) -> dict[str, Cell]:
    players, rules = variant.players[0], usual_rules(variant)
    played = FAMILIES[variant.play["family"]](variant.played({}, players), rules)
    set_up = set_up_cells(variant, rules)
    return {**set_up, **played, "turn_up": set_up["turn_up"] + played["turn_up"]}


def _row(key: str, columns: Sequence[Mapping[str, Cell]]) -> Row:
    about, _, rank = key.partition(".")
    return Row(about, rank, tuple(column[key] for column in columns))


def _with_rows(parts: Iterable[Part]) -> list[Part]:
    return [part for part in parts if part.rows]
