"""Match the games of a file with ours, or make games of the group of them."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from files.document.records import GameRecord
from files.importing.draft import DraftSession, needs_game
from game.variants import Variant
from game.variants.custom.building import custom_variant
from game.variants.custom.definition import LONGEST_NAME, MOST_PLAYERS, GameDefinition
from game.variants.scoring_profiles import ScoringProfile, profile_named, scoring_profiles
from models.names import folded, tidy, two_letters

LEFT_OUT = ""
# A new game of the group, and who wins it.
HIGHEST, LOWEST, WINS, PLACES = "new:highest", "new:lowest", "new:wins", "new:places"
NEW_GAMES: Mapping[str, Mapping[str, Any]] = {
    HIGHEST: {"scoring": "typed", "winner": "highest"},
    LOWEST: {"scoring": "typed", "winner": "lowest"},
    WINS: {"scoring": "wins"},
    PLACES: {"scoring": "places"},
}
NAMESPACE = uuid.UUID("3f7d1f0e-3f55-5c0b-8f5c-6b1f5b8a9d27")  # ids of games that files name
MAX_IN_LIST = 8  # new games of a file that stand in the list of games; of more, none does
MIN_PLAYERS, USUAL_PLAYERS = 2, 10
MIN_PLACES, MIN_RANKINGS = 3, 3  # players, and games, whose totals are places rather than points


@dataclass(frozen=True)
class FileGame:
    """A game of a file, how often it was played, and our game (None: it is skipped).

    number: its position among all games of the file by name. is_ours: whether it has the name of one of our
    games. new: the choices for a new game of the group; suggested: the one that the file says, "" if it does
    not. definition: of the new game that it becomes, None if it becomes none. is_open: whether the file does
    not name it, and it is not chosen.
    """

    number: int
    name: str
    sessions: int
    profile: ScoringProfile | None
    is_ours: bool
    new: tuple[str, ...] = ()
    suggested: str = ""
    definition: GameDefinition | None = None
    is_open: bool = False

    @property
    def choice(self) -> str:
        """The key of its profile; LEFT_OUT without one."""
        return self.profile.key if self.profile else LEFT_OUT

    def record(self, at: datetime, *, is_retired: bool) -> GameRecord | None:
        """The new game, made at that time; None if it is none."""
        if self.definition is None or self.profile is None:
            return None
        return GameRecord(
            id=self.profile.variant.key,
            definition=self.definition,
            created_at=at.isoformat(),
            changed_at=at.isoformat(),
            retired_at=at.isoformat() if is_retired else None,
        )


def games_of(
    sessions: Iterable[DraftSession], chosen: Mapping[str, str], own: Sequence[Variant], name: str = ""
) -> list[FileGame]:
    """The games with totals only, those with the name of ours first, then the most played.

    chosen: by name. own: the games of the group. name: of a new game if the file does not name it.
    """
    played: dict[str, list[DraftSession]] = defaultdict(list)
    for session in sessions:
        if needs_game(session):
            played[session.game or ""].append(session)
    profiles = scoring_profiles(own)
    games = []
    for number, title in enumerate(sorted(played)):
        named, suggested = profile_named(title, own), suggestion(played[title])
        choice = chosen.get(title, suggested if title else LEFT_OUT)
        if named and (title not in chosen or choice in NEW_GAMES):  # which it became by an earlier file
            choice = named.key
        profile, definition = profiles.get(choice), None
        if choice in NEW_GAMES and (title or name):
            definition = _definition(title or name, choice, played[title])
            profile = ScoringProfile(choice, custom_variant(game_id(title or name), definition.stored()), {})
        games.append(
            FileGame(
                number,
                title,
                len(played[title]),
                profile,
                is_ours=named is not None,
                new=tuple(NEW_GAMES) if (title or name) and named is None else (),
                suggested=suggested,
                definition=definition,
                is_open=not title and title not in chosen,
            )
        )
    return sorted(games, key=lambda game: (not game.is_ours, -game.sessions, game.name))


def suggestion(sessions: Sequence[DraftSession]) -> str:
    """Who wins a game, as its plays in the file say: the highest or lowest points, or without points.

    "" if they do not say.
    """
    tallies = {session.tally for session in sessions}
    if tallies == {"places"} or (len(sessions) >= MIN_RANKINGS and all(map(_are_places, sessions))):
        return PLACES
    if "points" not in tallies:
        return WINS
    fits: Counter[str] = Counter()
    for session in sessions:
        if not session.winners or session.tally != "points":
            continue
        totals = {seat.player: total for seat, total in zip(session.seats, session.totals or [], strict=True)}
        won = {totals[player] for player in session.winners if player in totals}
        fits[HIGHEST] += won == {max(totals.values())} != {min(totals.values())}
        fits[LOWEST] += won == {min(totals.values())} != {max(totals.values())}
    if fits[HIGHEST] != fits[LOWEST]:
        return max(fits, key=lambda choice: fits[choice])
    said = {session.highest_wins for session in sessions if isinstance(session.highest_wins, bool)}
    return {True: HIGHEST, False: LOWEST}[said.pop()] if len(said) == 1 else ""


def _are_places(session: DraftSession) -> bool:
    """Whether the totals of three or more players are the places 1, 2, 3 and so on."""
    totals = sorted(session.totals or [])
    return len(totals) >= MIN_PLACES and totals == list(range(1, len(totals) + 1)) and not session.winners


def game_id(name: str) -> str:
    """The id of the game of that name in every file."""
    return str(uuid.uuid5(NAMESPACE, folded(name)))


def _definition(name: str, choice: str, sessions: Sequence[DraftSession]) -> GameDefinition:
    title = tidy(name)[:LONGEST_NAME].strip() or "?"
    points = [total for session in sessions for total in session.totals or ()]
    most = min(max(USUAL_PLAYERS, *(len(session.seats) for session in sessions)), MOST_PLAYERS)
    is_negative = choice in (HIGHEST, LOWEST) and min(points, default=0) < 0
    return GameDefinition(
        name=title,
        letters=two_letters(title),
        players=(MIN_PLAYERS, most),
        negative=is_negative,
        **NEW_GAMES[choice],
    )
