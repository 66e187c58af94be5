"""Ratings: how strong each player is, by order of finish, and their history.

They are derived from the outcomes. A group of ten years has 15,000: its ratings take some 0.3 s anew, 0.1 s
where only later sessions were added to those that this process has rated, and nothing while its statistics
have the same version.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Row, type_coerce
from sqlalchemy.types import NullType

from game.analysis.rating import NEWCOMER, Rating, RunningRatings, SideFinish
from models.database import db
from models.player import Player
from models.statistics.outcome import STAYED, Outcome
from models.statistics.selection import Selection
from models.statistics.version import version_to_follow

SETTLED = 10  # sessions until a rating is no longer provisional
MAX_MOMENTS = 60  # of a history
AWAY = timedelta(days=365)  # before the group's last session: who has not played since is inactive
MAX_CACHED_RATINGS = 20  # groups and variants; ten years take some 3 MB


@dataclass(frozen=True)
class Rated:
    """A player's rating at the start of the last session of all.

    sessions: their number. before, after: the rating before and after the player's last one. last_day: the
    night of that one. is_away: it was more than a year before the last session of the group.
    """

    player: Player
    rating: Rating
    before: Rating
    after: Rating
    sessions: int
    last_session_id: uuid.UUID
    last_day: date
    is_away: bool

    @property
    def is_provisional(self) -> bool:
        return self.sessions < SETTLED


@dataclass(frozen=True)
class RatingHistory:
    """Ratings at these moments, from the first to the last session.

    ratings: one for each moment, by player; the initial rating before the player's first session.
    """

    moments: list[datetime]
    ratings: dict[uuid.UUID, list[Rating]]

    def every(self, step: int) -> Iterator[tuple[datetime, dict[uuid.UUID, Rating]]]:
        """Every step-th moment, newest first, with the ratings of all players."""
        for place in range(len(self.moments) - 1, -1, -step):
            yield self.moments[place], {player: then[place] for player, then in self.ratings.items()}


def ratings(group_id: uuid.UUID, variant: str | None = None) -> list[Rated]:
    """The ratings of all players over everything the group plays, or one variant: established ones first,
    then provisional ones, each by Rating.lower_bound.

    One query, beside those of `ratings_after`.
    """
    lines = ratings_after(group_id, variant).lines
    if not lines:
        return []
    last = max(line[-1].at for line in lines.values())
    last_sessions = {line[-1].session for line in lines.values()}
    query = db.select(Player, Outcome.session_id, Outcome.day).join(Outcome, Outcome.player_id == Player.id)
    rated = []
    for player, session_id, day in db.session.execute(query.where(Outcome.session_id.in_(last_sessions))):
        line = lines.get(player.id)
        if line is None or line[-1].session != session_id:
            continue
        newest = line[-1]
        rated.append(
            Rated(
                player=player,
                rating=newest.rating.aged(newest.at, last),
                before=line[-2].rating if len(line) > 1 else NEWCOMER,
                after=newest.rating,
                sessions=len(line),
                last_session_id=session_id,
                last_day=day,
                is_away=last - newest.at > AWAY,
            )
        )
    return sorted(rated, key=lambda r: (r.is_provisional, -r.rating.lower_bound, r.player.name, r.player.id))


def history(
    group_id: uuid.UUID, players: Sequence[uuid.UUID], *, variant: str | None = None, alone: bool = False
) -> RatingHistory:
    """The ratings of these players at up to 60 equidistant moments.

    alone: start at the first session of these players instead of the first of all.
    """
    running = ratings_after(group_id, variant)
    lines = [line for player, line in running.lines.items() if player in players or not alone]
    if not lines or not players:
        return RatingHistory([], {})
    first, last = min(line[0].at for line in lines), max(line[-1].at for line in lines)
    step = (last - first) / (MAX_MOMENTS - 1)
    moments = [first + step * n for n in range(MAX_MOMENTS - 1)] if first < last else []
    moments.append(last)
    return RatingHistory(
        moments, {player: [running.rating_at(player, moment) for moment in moments] for player in players}
    )


class _CachedRatings(NamedTuple):
    """Ratings that this process has computed, of which version, from how many outcomes with which hash."""

    version: uuid.UUID
    outcomes: int
    hash: int
    ratings: RunningRatings


_CACHE: dict[Selection, _CachedRatings] = {}


def ratings_after(group_id: uuid.UUID, variant: str | None = None) -> RunningRatings:
    """The ratings after every session of a group, or of one variant. Not to be changed: threads share it.

    One query, which grows with the outcomes; and one for the version.
    """
    scope = Selection(group_id, variant)
    version = version_to_follow(scope)
    cached = _CACHE.get(scope)
    if cached and cached.version == version:
        return cached.ratings
    rows = _finishes(scope)
    running, done = RunningRatings(), 0
    if cached and cached.hash == hash(tuple(rows[: cached.outcomes])):
        running, done = cached.ratings.copy(), cached.outcomes
    _add_sessions(running, rows[done:])
    if version is not None:
        if len(_CACHE) >= MAX_CACHED_RATINGS:  # another thread may clear it at any moment
            _CACHE.clear()
        _CACHE[scope] = _CachedRatings(version, len(rows), hash(tuple(rows)), running)
    return running


def _finishes(scope: Selection) -> Sequence[Row[Any]]:
    """The outcomes in the order they were played, as the driver returns them: converting ids and times of
    all of them would take longer than the ratings.
    """
    columns = (Outcome.started_at, Outcome.session_id, Outcome.player_id, Outcome.side, Outcome.rank)
    query = db.select(*(type_coerce(column, NullType).label(column.key) for column in columns))
    # by player: swapped seats or an import change no last digit of a rating
    in_order = query.order_by(Outcome.started_at, Outcome.session_id, Outcome.player_id)
    return db.session.execute(in_order.where(*scope.conditions(), STAYED)).all()


def _add_sessions(ratings: RunningRatings, rows: Sequence[Row[Any]]) -> None:
    ids = _Ids()
    for session, seats in groupby(rows, key=attrgetter("session_id")):
        sides: dict[int, list[Row[Any]]] = {}
        for row in seats:
            sides.setdefault(row.side, []).append(row)
        finishes = [
            SideFinish(tuple(ids[row.player_id] for row in side), side[0].rank) for side in sides.values()
        ]
        ratings.add(ids[session], _moment(row.started_at), finishes)


class _Ids(dict[Any, uuid.UUID]):
    """One object for each id as the driver returns it."""

    def __missing__(self, key: Any) -> uuid.UUID:
        self[key] = key if isinstance(key, uuid.UUID) else uuid.UUID(key)
        return self[key]


def _moment(stored: Any) -> datetime:
    """A time as the driver returns it: SQLite's has no zone, and is a text."""
    at = stored if isinstance(stored, datetime) else datetime.fromisoformat(stored)
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
