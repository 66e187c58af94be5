"""Ratings: how strong each player is, by order of finish, and their history."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from game.analysis.rating import NEWCOMER, RatedSession, Rating
from models.database import db
from models.player import Player
from models.statistics.outcome import Outcome
from models.statistics.running import ratings_after

NEVER = datetime.min.replace(tzinfo=UTC)
SETTLED = 10  # sessions until a rating is no longer provisional
MOST_POINTS = 60
AWAY = timedelta(days=365)  # before the group's last session: who has not played since is inactive

Lines = Mapping[uuid.UUID, Sequence[RatedSession]]


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
    last = max((line[-1].at for line in lines.values()), default=NEVER)
    rated = [_rated(player, day, lines[player.id], last) for player, day in _with_last_days(group_id, lines)]
    return sorted(rated, key=lambda r: (r.is_provisional, -r.rating.lower_bound, r.player.name, r.player.id))


def _with_last_days(group_id: uuid.UUID, lines: Lines) -> Iterator[tuple[Player, date]]:
    """The players, each with the night of the last session."""
    of_last = {line[-1].session for line in lines.values()}
    query = db.select(Player, Outcome.session_id, Outcome.day).join(Outcome, Outcome.player_id == Player.id)
    for player, session, day in db.session.execute(query.where(Outcome.session_id.in_(of_last))):
        if player.id in lines and lines[player.id][-1].session == session:
            yield player, day


def _rated(player: Player, last_day: date, line: Sequence[RatedSession], last: datetime) -> Rated:
    newest = line[-1]
    return Rated(
        player=player,
        rating=newest.rating.aged(newest.at, last),
        before=line[-2].rating if len(line) > 1 else NEWCOMER,
        after=newest.rating,
        sessions=len(line),
        last_session_id=newest.session,
        last_day=last_day,
        is_away=last - newest.at > AWAY,
    )


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
    moments = _moments(min(line[0].at for line in lines), max(line[-1].at for line in lines))
    return RatingHistory(
        moments, {player: [running.rating_at(player, moment) for moment in moments] for player in players}
    )


def _moments(first: datetime, last: datetime) -> list[datetime]:
    """Points in time, both included."""
    if first == last:
        return [first]
    step = (last - first) / (MOST_POINTS - 1)
    return [first + step * n for n in range(MOST_POINTS - 1)] + [last]
