"""Nights and club evenings that came with a file and go with it, unless they have come to be needed.

What has gone before may have come into another group since, with the same ids: there it is none of ours.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, func

from models.database import db, in_turns
from models.night import Night
from models.people.unneeded import named_in
from models.player import Player
from models.seat import Seat
from models.session import Session
from models.tournament.tournament import Tournament, TournamentTable

AT_ONCE = 500


def delete_nights(group_id: uuid.UUID, made: dict[str, list[str | None]]) -> list[Night]:
    """Those that stay: something was played on them, or somebody has written about them."""
    kept = []
    for some in in_turns([uuid.UUID(own) for own in made], AT_ONCE):
        here = db.select(Night).where(Night.id.in_(some), Night.group_id == group_id)
        used = named_in(Session.night_id, some) | named_in(Tournament.night_id, some)
        for night in db.session.scalars(here).all():
            if night.id in used or [night.place, night.note] != made[str(night.id)]:
                kept.append(night)
            else:
                db.session.delete(night)
    db.session.flush()
    return sorted(kept, key=lambda night: night.date)


def delete_tournaments(group_id: uuid.UUID, made: Iterable[str], sessions: Sequence[uuid.UUID]) -> None:
    """Those, and whichever else has one of these sessions at a table: without it there is no such evening."""
    for some in in_turns([uuid.UUID(own) for own in made], AT_ONCE):
        _delete(Tournament.id.in_(some), Tournament.group_id == group_id)
    for some in in_turns(sessions, AT_ONCE):
        at_tables = db.select(TournamentTable.tournament_id).where(TournamentTable.session_id.in_(some))
        _delete(Tournament.id.in_(at_tables), Tournament.group_id == group_id)


def _delete(*which: ColumnElement[bool]) -> None:
    delete = db.delete(Tournament).where(*which)
    db.session.execute(delete.execution_options(synchronize_session=False))


def put_last_played_back(group_id: uuid.UUID, before: dict[str, str | None]) -> None:
    """When each player of the group last sat down, without what has gone."""
    ids = [uuid.UUID(own) for own in before]
    for some in in_turns(ids, AT_ONCE):
        since = dict(
            db.session.execute(
                db.select(Seat.player_id, func.max(Session.started_at))
                .join(Session, Session.id == Seat.session_id)
                .where(Seat.player_id.in_(some))
                .group_by(Seat.player_id)
            ).all()
        )
        here = db.select(Player).where(Player.id.in_(some), Player.group_id == group_id)
        for player in db.session.scalars(here):
            at = before[str(player.id)]
            known = [datetime.fromisoformat(at)] if at else []
            player.last_played_at = max([*known, *filter(None, [since.get(player.id)])], default=None)
