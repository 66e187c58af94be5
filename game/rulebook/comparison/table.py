"""Variants side by side as they are played by default: a column for each, a row for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from game.rulebook.comparison.hand_value import usual_rules
from game.rulebook.comparison.statements import Cell, eights_cells, is_moot, rummy_cells, set_up_cells
from game.scoring.rules import RANKS
from game.variants import Variant

LEAST, MOST = 2, 5  # variants that are compared at once
FAMILIES = {"eights": eights_cells, "rummy": rummy_cells}
PARTS: Mapping[str, Sequence[str]] = {
    "deal": ("players", "decks", "dealt", "rounds", "dealer", "turn_up"),
    "points": tuple(f"points.{rank}" for rank in RANKS),
    "special": (*(f"does.{rank}" for rank in RANKS), "two"),
    "play": ("match", "stuck", "empty", "must", "several"),
    "end": ("call", "out", "wins", "tie"),
}


@dataclass(frozen=True)
class Row:
    """One question: `about` names it, `ranks` are the cards it is about, if any; a cell for each variant."""

    about: str
    ranks: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def answers(self) -> list[Cell]:
        """The cells of the variants for which the question arises."""
        return [cell for cell in self.cells if not is_moot(cell)]

    @property
    def compares(self) -> bool:
        return len(self.answers) > 1

    @property
    def agrees(self) -> bool:
        """Whether there is nothing to tell apart."""
        return all(cell == self.answers[0] for cell in self.answers)

    @property
    def odd(self) -> tuple[bool, ...]:
        """For each variant whether its answer is unlike the one that more than half of them give."""
        usual = [cell for cell in self.answers if 2 * self.answers.count(cell) > len(self.answers)]
        return tuple(bool(usual) and not is_moot(cell) and cell not in usual for cell in self.cells)

    @property
    def is_empty(self) -> bool:
        return not any(self.answers)


@dataclass(frozen=True)
class Part:
    key: str
    rows: tuple[Row, ...]

    def only(self, wanted: Callable[[Row], bool]) -> Part:
        return Part(self.key, tuple(row for row in self.rows if wanted(row)))


def compare(variants: Sequence[Variant]) -> list[Part]:
    """Every part of the rules with the questions that at least one of these variants answers."""
    columns = [_column(variant) for variant in variants]
    parts = [Part(part, tuple(_rows(keys, columns))) for part, keys in PARTS.items()]
    return _with_rows(part.only(lambda row: not row.is_empty) for part in parts)


def differing(parts: Iterable[Part]) -> list[Part]:
    """The same without the questions that all answer alike."""
    return _with_rows(part.only(lambda row: not row.agrees) for part in parts)


def _column(variant: Variant) -> dict[str, Cell]:
    players, rules = variant.players[0], usual_rules(variant)
    played = FAMILIES[variant.play["family"]](variant.play_rules({}, players), rules)
    set_up = set_up_cells(variant, rules)
    cells = {**set_up, **played, "turn_up": set_up["turn_up"] + played["turn_up"]}
    ours = variant.play.get("our_choice", {})
    return {
        key: tuple(replace(statement, ours=ours.get(statement.rule_key, "")) for statement in cell)
        for key, cell in cells.items()
    }


def _rows(keys: Sequence[str], columns: Sequence[Mapping[str, Cell]]) -> list[Row]:
    """One for each question; ranks of which everybody says the same share theirs."""
    rows: list[Row] = []
    for key in keys:
        about, _, rank = key.partition(".")
        row = Row(about, (rank,) if rank else (), tuple(column[key] for column in columns))
        like = next((known for known in rows if rank and known.cells == row.cells), None)
        if like is None:
            rows.append(row)
        else:
            rows[rows.index(like)] = replace(like, ranks=(*like.ranks, rank))
    return rows


def _with_rows(parts: Iterable[Part]) -> list[Part]:
    return [part for part in parts if part.rows]
