"""The tables of a document’s club evenings as they are read: of each session only what it came to."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import selectinload

from exchange.document.sessions import SessionReader
from game.scoring.facts import SeatId
from game.scoring.standings import standings
from game.tournament.facts import PlayedTable
from models.database import db, in_turns
from models.round import Round
from models.seat import Seat, has_left_before
from models.session import Session

AT_ONCE = 100
LOADED = (selectinload(Session.seats), selectinload(Session.rounds).selectinload(Round.hands))


@dataclass(frozen=True)
class TableRead:
    """played: by ids of the file. adds_points: whether totals are points, each one seat’s own."""

    game: str
    adds_points: bool
    played: PlayedTable
    started_at: datetime

    @classmethod
    def of(cls, session: Session, reader: SessionReader) -> TableRead:
        """A session of the file."""
        keys = [seat["player"] for seat in reader.record["seats"]]
        made = standings(session.scoring_rules, session.seat_facts(), reader.played)
        totals = {seat: side.total for side in made for seat in side.seats}
        own = dict(zip(keys, session.seats, strict=True))
        return cls._of(session, own, totals, len(reader.played))

    @classmethod
    def here(cls, session: Session, keys: Mapping[uuid.UUID, str]) -> TableRead:
        """A session that the group has. keys: ids in the file by those here, which stand for the others."""
        totals = {seat: side.total for side in session.standings() for seat in side.seats}
        own = {keys.get(seat.player_id, str(seat.player_id)): seat for seat in session.seats}
        return cls._of(session, own, totals, len(session.rounds))

    @classmethod
    def _of(
        cls, session: Session, own: Mapping[str, Seat], totals: Mapping[SeatId, int], rounds: int
    ) -> TableRead:
        rules = session.scoring_rules
        adds_points = not rules.counts_wins and not any(seat.team for seat in session.seats)
        is_over = session.finished_at is not None
        played = PlayedTable(
            tuple(own),
            {key: totals[seat.id] for key, seat in own.items()},
            is_over,
            left=frozenset(
                key
                for key, seat in own.items()
                if seat.is_taken_over or has_left_before(seat, rounds, is_over)
            ),
        )
        return cls(session.variant, adds_points, played, session.started_at)


def tables_here(
    group_id: uuid.UUID, ids: Iterable[uuid.UUID], keys: Mapping[uuid.UUID, str]
) -> dict[uuid.UUID, TableRead]:
    """Of those sessions that are the group’s."""
    found = {}
    for some in in_turns(list(ids), AT_ONCE):
        own = db.select(Session).where(Session.id.in_(some), Session.group_id == group_id)
        for session in db.session.scalars(own.options(*LOADED)):
            found[session.id] = TableRead.here(session, keys)
    return found
