"""Reads the golden tournaments in club/: the score sheet of every table in every round.

A sheet has a title, the names in seat order, one line for each game, and the totals below:

    Round 1, table 3
       | Ida          | Jon          | Kim
     1 | 3 =         3| out =       0| Q =        10
       |            95|            51|            33

Cards are ranks, followed by "=" and their cost: 8 = 30 (SP29), A = 1 (SP30), 2 to 9 their number (SP31),
10 J Q K = 10 (SP32). Then come the places: rank, name, and the sum of the totals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("club")
Places = list[tuple[str, int, int]]


@dataclass(frozen=True)
class Sheet:
    """stage: the title up to the table. games: for each game, the cards of each seat and their cost."""

    stage: str
    names: list[str]
    games: list[list[tuple[str, int]]]
    totals: list[int]

    def rounds(self) -> list[str]:
        """In the notation of tests/table.py."""
        return [self._round([cards for cards, _cost in game]) for game in self.games]

    def _round(self, hands: list[str]) -> str:
        out = self.names[hands.index("out")]
        others = [f"{name} {cards}" for name, cards in zip(self.names, hands, strict=True) if cards != "out"]
        return f"{out} out, {', '.join(others)}"


@dataclass(frozen=True)
class ClubSheets:
    """One tournament as worked out: the sheets, and the places by their title."""

    sheets: list[Sheet]
    places: dict[str, Places]

    @classmethod
    def of(cls, name: str) -> ClubSheets:
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        blocks = [block.split("\n") for block in text.strip().split("\n\n")]
        return cls(
            [_sheet(block) for block in blocks if ", table " in block[0]],
            {block[0]: list(_places(block[1:])) for block in blocks if ", table " not in block[0]},
        )

    def stage(self, title: str) -> list[Sheet]:
        return [sheet for sheet in self.sheets if sheet.stage == title]

    @property
    def everybody(self) -> list[str]:
        return sorted(name for sheet in self.stage("Round 1") for name in sheet.names)


def _sheet(lines: list[str]) -> Sheet:
    title, names, *games, totals = lines
    return Sheet(
        title.partition(", ")[0],
        _cells(names),
        [[(hand, int(cost)) for hand, cost in map(_hand, _cells(game))] for game in games],
        [int(total) for total in _cells(totals)],
    )


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")[1:]]


def _hand(cell: str) -> list[str]:
    return [part.strip() for part in cell.split("=")]


def _places(lines: list[str]) -> Iterator[tuple[str, int, int]]:
    """Name, total and rank."""
    for line in lines:
        rank, name, *numbers = re.findall(r"\w+", line)
        yield name, int(numbers[-1]), int(rank)
