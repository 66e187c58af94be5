"""Which of our games the games of a file are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from exchange.importing.draft import DraftSession, tells_totals
from game.variants.naming import Way, way_called, ways

LEFT_OUT = ""


@dataclass(frozen=True)
class FileGame:
    """One game of a file, how often it was played, and what it is here (None: it is left out).

    number: its place among them all by name.
    """

    number: int
    name: str
    sessions: int
    way: Way | None

    @property
    def is_ours(self) -> bool:
        """Whether it comes in, or would by its name."""
        return self.way is not None or way_called(self.name) is not None


def games_of(sessions: Iterable[DraftSession], chosen: Mapping[str, str]) -> list[FileGame]:
    """The games that a draft tells totals of: those that come in first, then the most played."""
    played = Counter(session.game or "" for session in sessions if tells_totals(session))
    found = [
        FileGame(number, name, played[name], _way(name, chosen.get(name)))
        for number, name in enumerate(sorted(played))
    ]
    return sorted(found, key=lambda game: (game.way is None, -game.sessions, game.name))


def _way(name: str, choice: str | None) -> Way | None:
    if choice == LEFT_OUT:
        return None
    return ways().get(choice or "") or way_called(name)
