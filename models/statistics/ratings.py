"""Ratings: how strong each player is, by who finished ahead of whom, and how that came about.

The figures are the running ones (game/analysis/running.py). They use every session of their scope, all
variants or one: a rating out of half of the sessions would be another rating.
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
class Scope:
    """All sessions of a group, or those of one variant, which have ratings of their own."""

    group_id: uuid.UUID
    variant: str | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """What an outcome must be to have a rating in this scope."""
        return [Outcome.group_id == self.group_id, *self.conditions_of_one()]

    def conditions_of_one(self) -> list[ColumnElement[bool]]:
        """The same for an outcome of one of the group's players: without the group, so that a database goes
        through that player's sessions in their order instead of sorting them.
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
    """A player's rating as it stood when the last session of the scope began.

    sessions: how many made it. before, after: what it was before the last of them, and what that made of it.
    last_day: the night of that one. is_away: nothing was heard for long.
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
class History:
    """Ratings as they stood at these moments, the first and the last session of the scope among them.

    ratings: one for each moment, by player; a newcomer's before the player's first session.
    """

    moments: list[datetime]
    ratings: dict[uuid.UUID, list[Rating]]

    def every(self, step: int) -> Iterator[tuple[datetime, dict[uuid.UUID, Rating]]]:
        """One moment in so many, back from the last, the newest first, with everybody's rating then."""
        for place in range(len(self.moments) - 1, -1, -step):
            yield self.moments[place], {player: then[place] for player, then in self.ratings.items()}


def ratings(scope: Scope) -> list[Rated]:
    """Everybody who is rated: settled ones first, then provisional ones, each by Rating.lower_bound.

    Two queries: a count over the scope, and two look-ups a player.
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


def history(scope: Scope, players: Sequence[uuid.UUID], *, alone: bool = False) -> History:
    """How the ratings of these players came about, at up to 60 moments as far apart as each other.

    alone: from the first session of these players on, instead of the first of the scope. One look-up for
    each player and moment, however long the history is.
    """
    moments = _moments(scope, players if alone else ())
    if not moments or not players:
        return History([], {})
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
    return History(moments, found)


def _from_last(
    scope: Scope, steps: int, *also: ColumnElement[bool], outer: Sequence[Any] = (Player,)
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


def _moments(scope: Scope, players: Sequence[uuid.UUID]) -> list[datetime]:
    """From the first to the last session; the last moment is exactly that of the last session."""
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
