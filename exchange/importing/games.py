"""Match the games of a file with ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from exchange.importing.draft import DraftSession, needs_game
from game.variants import Variant
from game.variants.scoring_profiles import ScoringProfile, profile_named, scoring_profiles

LEFT_OUT = ""


@dataclass(frozen=True)
class FileGame:
    """A game of a file, how often it was played, and our game (None: it is skipped).

    number: its position among all games of the file by name. is_ours: whether it is imported, or has the
    name of one of our games.
    """

    number: int
    name: str
    sessions: int
    profile: ScoringProfile | None
    is_ours: bool


def games_of(
    sessions: Iterable[DraftSession], chosen: Mapping[str, str], own: Sequence[Variant]
) -> list[FileGame]:
    """The games with totals only, matched ones first, then the most played. own: the games of the group."""
    played = Counter(session.game or "" for session in sessions if needs_game(session))
    profiles = scoring_profiles(own)
    found = []
    for number, name in enumerate(sorted(played)):
        named = profile_named(name, own)
        choice = chosen.get(name)
        profile = None if choice == LEFT_OUT else profiles.get(choice or "") or named
        found.append(FileGame(number, name, played[name], profile, profile is not None or named is not None))
    return sorted(found, key=lambda game: (game.profile is None, -game.sessions, game.name))
