"""Which of our games the games of a file are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from models.importing.draft import tells_totals
from variants.naming import Way, way_called, ways

LEFT_OUT = ""


@dataclass(frozen=True)
class Game:
    """One game of a file, how often it was played, and what it is here (None: it is left out).

    number: its place among them all by name. known: it has the name of one of ours.
    """

    number: int
    name: str
    sessions: int
    way: Way | None
    known: bool


def games(sessions: Iterable[Mapping[str, Any]], chosen: Mapping[str, str]) -> list[Game]:
    """The games that a draft tells totals of: those that come in first, then the most played."""
    played = Counter(told["game"] for told in sessions if tells_totals(told))
    found = [
        Game(number, name, played[name], _way(name, chosen.get(name)), way_called(name) is not None)
        for number, name in enumerate(sorted(played))
    ]
    return sorted(found, key=lambda game: (game.way is None, -game.sessions, game.name))


def _way(name: str, choice: str | None) -> Way | None:
    if choice == LEFT_OUT:
        return None
    return ways().get(choice or "") or way_called(name)
