"""Ratings: how strong each player is, by order of finish, and their history.

They are the running figures (game/analysis/running.py) over every session of their scope, all variants or
one.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, column, true, values
from sqlalchemy.orm import InstrumentedAttribute, aliased

from game.analysis.rating import Rating
from models.database import UtcTime, db
from models.player import Player
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection
from models.statistics.tally import sessions_played

NEVER = datetime.min.replace(tzinfo=UTC)
SETTLED = 10  # sessions until a rating is no longer provisional
MOST_POINTS = 60
AWAY = timedelta(days=365)  # before the group's last session: who has not played since is inactive


@dataclass(frozen=True)
class RatingScope:
    """The sessions that ratings are computed from: all of a group, or all of one variant."""

    group_id: uuid.UUID
    variant: str | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """What an outcome must be to have a rating in this scope."""
        return [Outcome.group_id == self.group_id, *self.conditions_of_one()]

    def conditions_of_one(self) -> list[ColumnElement[bool]]:
        """Conditions for outcomes of one player of the group: without the group, so that a database reads
        that player's sessions in order instead of sorting them.
        """
        wanted: list[ColumnElement[bool]] = [Outcome.rank.is_not(None)]
        return wanted if self.variant is None else [*wanted, Outcome.variant == self.variant]

    def figures(
        self, outcome: type[Outcome]
    ) -> tuple[InstrumentedAttribute[Any], InstrumentedAttribute[Any]]:
        """Strength and doubt after a session."""
        if self.variant is None:
            return outcome.mu, outcome.sigma
        return outcome.own_mu, outcome.own_sigma


@dataclass(frozen=True)
class Rated:
    """A player's rating at the start of the last session of the scope.

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
    """Ratings at these moments, from the first to the last session of the scope.

    ratings: one for each moment, by player; the initial rating before the player's first session.
    """

    moments: list[datetime]
    ratings: dict[uuid.UUID, list[Rating]]

    def every(self, step: int) -> Iterator[tuple[datetime, dict[uuid.UUID, Rating]]]:
        """Every step-th moment, newest first, with the ratings of all players."""
        for place in range(len(self.moments) - 1, -1, -step):
            yield self.moments[place], {player: then[place] for player, then in self.ratings.items()}


def ratings(scope: RatingScope) -> list[Rated]:
    """The ratings of all players: established ones first, then provisional ones, each by
    Rating.lower_bound.

    Two queries: a count over the scope, and two look-ups per player.
    """
    counts = sessions_played(Selection(scope.group_id, scope.variant))
    now, before = aliased(Outcome), aliased(Outcome)
    found = db.session.execute(
        db.select(
            Player,
            *(now.session_id, now.day, now.started_at),
            *scope.figures(now),
            *scope.figures(before),
        )
        .select_from(Player)
        .join(now, now.seat_id == _from_last(scope, 0))
        .outerjoin(before, before.seat_id == _from_last(scope, 1))
        .where(Player.group_id == scope.group_id)
    ).all()
    last = max((row.started_at for row in found), default=NEVER)
    rated = [
        Rated(
            player=player,
            rating=Rating(mu, sigma).aged(at, last),
            before=_rating(was_mu, was_sigma),
            after=Rating(mu, sigma),
            sessions=counts.get(player.id, 0),
            last_session_id=session_id,
            last_day=day,
            is_away=last - at > AWAY,
        )
        for player, session_id, day, at, mu, sigma, was_mu, was_sigma in found
    ]
    return sorted(rated, key=lambda r: (r.is_provisional, -r.rating.lower_bound, r.player.name, r.player.id))


def history(scope: RatingScope, players: Sequence[uuid.UUID], *, alone: bool = False) -> RatingHistory:
    """The ratings of these players at up to 60 equidistant moments.

    alone: start at the first session of these players instead of the first of the scope. One look-up per
    player and moment, whatever the length of the history.
    """
    moments = _moments(scope, players if alone else ())
    if not moments or not players:
        return RatingHistory([], {})
    grid = values(column("at", UtcTime), name="grid").data([(moment,) for moment in moments]).cte("moments")
    there = aliased(Outcome)
    then = _from_last(scope, 0, Outcome.started_at <= grid.c.at, outer=(Player, grid))
    rows = db.session.execute(
        db.select(Player.id, grid.c.at, there.started_at, *scope.figures(there))
        .select_from(Player)
        .join(grid, true())
        .outerjoin(there, there.seat_id == then)
        .where(Player.id.in_(players))
        .order_by(grid.c.at)
    )
    found: dict[uuid.UUID, list[Rating]] = {player: [] for player in players}
    for player_id, moment, since, mu, sigma in rows:
        found[player_id].append(_rating(mu, sigma).aged(since or moment, moment))
    return RatingHistory(moments, found)


def _from_last(
    scope: RatingScope, steps: int, *also: ColumnElement[bool], outer: Sequence[Any] = (Player,)
) -> ScalarSelect[uuid.UUID]:
    """The seat in the player's last session of the scope, or so many steps before it."""
    return (
        db.select(Outcome.seat_id)
        .where(Outcome.player_id == Player.id, *scope.conditions_of_one(), *also)
        .order_by(Outcome.started_at.desc(), Outcome.session_id.desc())
        .limit(1)
        .offset(steps)
        .correlate(*outer)
        .scalar_subquery()
    )


def _moments(scope: RatingScope, players: Sequence[uuid.UUID]) -> list[datetime]:
    """Points in time from the first session to the last, both included."""
    wanted = scope.conditions()
    if players:
        wanted.append(Outcome.player_id.in_(players))
    ends = (
        db.select(Outcome.started_at).where(*wanted).order_by(end).limit(1).scalar_subquery()
        for end in (Outcome.started_at, Outcome.started_at.desc())
    )
    first, last = db.session.execute(db.select(*ends)).one()
    if first is None or first == last:
        return [first] if first else []
    step = (last - first) / (MOST_POINTS - 1)
    return [first + step * n for n in range(MOST_POINTS - 1)] + [last]


def _rating(mu: float | None, sigma: float | None) -> Rating:
    """A newcomer's where there is none yet."""
    return Rating() if mu is None or sigma is None else Rating(mu, sigma)
