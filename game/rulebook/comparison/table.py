"""The comparison table with default options: a column for each variant, a row for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from game.rulebook.comparison.hand_value import default_rules
from game.rulebook.comparison.statements import Cell, eights_cells, is_moot, rummy_cells, set_up_cells
from game.scoring.rules import RANKS
from game.variants import Variant

MIN_VARIANTS, MAX_VARIANTS = 2, 5  # that are compared at once
FAMILIES = {"eights": eights_cells, "rummy": rummy_cells}
PARTS: Mapping[str, Sequence[str]] = {
    "deal": ("players", "decks", "dealt", "rounds", "dealer", "turn_up"),
    "points": tuple(f"points.{rank}" for rank in RANKS),
    "special": (*(f"does.{rank}" for rank in RANKS), "two"),
    "play": ("match", "stuck", "empty", "must", "several"),
    "end": ("call", "out", "wins", "tie"),
}


@dataclass(frozen=True)
class ComparisonRow:
    """One question. about: its key; ranks: the cards it is about, if any; cells: one for each variant."""

    about: str
    ranks: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def answers(self) -> list[Cell]:
        """The cells of the variants to which the question applies."""
        return [cell for cell in self.cells if not is_moot(cell)]

    @property
    def compares(self) -> bool:
        return len(self.answers) > 1

    @property
    def agrees(self) -> bool:
        """Whether all answers are equal."""
        return all(cell == self.answers[0] for cell in self.answers)

    @property
    def is_unusual(self) -> tuple[bool, ...]:
        """For each variant, whether its answer differs from that of the majority."""
        majority = [cell for cell in self.answers if 2 * self.answers.count(cell) > len(self.answers)]
        return tuple(bool(majority) and not is_moot(cell) and cell not in majority for cell in self.cells)

    @property
    def is_empty(self) -> bool:
        return not any(self.answers)


@dataclass(frozen=True)
class ComparisonPart:
    key: str
    rows: tuple[ComparisonRow, ...]

    def only(self, wanted: Callable[[ComparisonRow], bool]) -> ComparisonPart:
        return ComparisonPart(self.key, tuple(row for row in self.rows if wanted(row)))


def compare(variants: Sequence[Variant]) -> list[ComparisonPart]:
    """Return the parts of the rules with the questions that at least one of these variants answers."""
    columns = [_column(variant) for variant in variants]
    parts = [ComparisonPart(part, tuple(_rows(keys, columns))) for part, keys in PARTS.items()]
    return _with_rows(part.only(lambda row: not row.is_empty) for part in parts)


def row_of(key: str, variants: Sequence[Variant]) -> ComparisonRow:
    """Return the row with a key of PARTS."""
    about, _, rank = key.partition(".")
    rows = (row for part in compare(variants) for row in part.rows)
    return next(row for row in rows if row.about == about and (not rank or rank in row.ranks))


def differing(parts: Iterable[ComparisonPart]) -> list[ComparisonPart]:
    """Return the parts without the questions that all variants answer alike."""
    return _with_rows(part.only(lambda row: not row.agrees) for part in parts)


def _column(variant: Variant) -> dict[str, Cell]:
    players, rules = variant.players[0], default_rules(variant)
    played = FAMILIES[variant.play["family"]](variant.play_rules({}, players), rules)
    set_up = set_up_cells(variant, rules)
    cells = {**set_up, **played, "turn_up": set_up["turn_up"] + played["turn_up"]}
    decisions = variant.play.get("decisions", {})
    return {
        key: tuple(replace(statement, decision=decisions.get(statement.rule_key, "")) for statement in cell)
        for key, cell in cells.items()
    }


def _rows(keys: Sequence[str], columns: Sequence[Mapping[str, Cell]]) -> list[ComparisonRow]:
    """Return one row for each question; ranks with equal cells share a row."""
    rows: list[ComparisonRow] = []
    for key in keys:
        about, _, rank = key.partition(".")
        row = ComparisonRow(about, (rank,) if rank else (), tuple(column[key] for column in columns))
        like = next((known for known in rows if rank and known.cells == row.cells), None)
        if like is None:
            rows.append(row)
        else:
            rows[rows.index(like)] = replace(like, ranks=(*like.ranks, rank))
    return rows


def _with_rows(parts: Iterable[ComparisonPart]) -> list[ComparisonPart]:
    return [part for part in parts if part.rows]
