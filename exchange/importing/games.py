"""Match the games of a file with ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from exchange.importing.draft import DraftSession, needs_game
from game.variants.scoring_profiles import ScoringProfile, profile_named, scoring_profiles

LEFT_OUT = ""


@dataclass(frozen=True)
class FileGame:
    """A game of a file, how often it was played, and our game (None: it is skipped).

    number: its position among all games of the file by name.
    """

    number: int
    name: str
    sessions: int
    profile: ScoringProfile | None

    @property
    def is_ours(self) -> bool:
        """Whether it is imported, or has the name of one of our games."""
        return self.profile is not None or profile_named(self.name) is not None


def games_of(sessions: Iterable[DraftSession], chosen: Mapping[str, str]) -> list[FileGame]:
    """The games with totals only, matched ones first, then the most played."""
    played = Counter(session.game or "" for session in sessions if needs_game(session))
    found = [
        FileGame(number, name, played[name], _way(name, chosen.get(name)))
        for number, name in enumerate(sorted(played))
    ]
    return sorted(found, key=lambda game: (game.profile is None, -game.sessions, game.name))


def _way(name: str, choice: str | None) -> ScoringProfile | None:
    if choice == LEFT_OUT:
        return None
    return scoring_profiles().get(choice or "") or profile_named(name)
