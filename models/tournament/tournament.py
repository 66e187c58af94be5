"""Rounds at several tables, totals over all of them, a cut, a play-off; each table of each is a session."""

from __future__ import annotations

import uuid
from copy import deepcopy
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, aliased, joinedload, mapped_column, relationship, selectinload

from game.tournament import facts
from models.database import Id, Json, Model, Timestamp, db
from models.deletion import Deletable
from models.night import Night
from models.player import NAME_LENGTH, Player
from models.session import Session

TITLE_LENGTH = 80
MAX_ENTRANTS = 100  # admitted
MAX_REQUESTS = 200  # open at the same time
MAX_REQUESTS_OF_PHONE = 5
MOST_ROUNDS = 9
DECISIONS = ("name", "options", "rounds", "cut", "carried", "draws", "decisions")


class Tournament(Deletable, Model):
    """Stored: entrants, tables with their sessions, decisions of the umpire. Totals, the cut and winners
    are derived (game/tournament/state.py).

    options: of the session at each table. rounds: before the cut. cut: how many advance, null without a
    play-off. carried: whether the play-off continues from the combined totals. draws: {"seed": n, "method":
    "balanced", "random" or "by_hand"} for each drawn stage; the stage after `rounds` is the play-off.
    decisions: a list of {"kind", "players": ids, "by", "at", "note"}, as in the session document, with
    "stage" for a player who continues after leaving a table of it. version: counts every change except
    those of its sessions.
    """

    __tablename__ = "tournaments"
    __table_args__ = (Index("ix_tournaments_group_id_created_at", "group_id", "created_at"),)

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    night_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("nights.id", ondelete="SET NULL"), index=True
    )
    name: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    variant: Mapped[str] = mapped_column(String(40))
    options: Mapped[Json]
    rounds: Mapped[int]
    cut: Mapped[int | None]
    carried: Mapped[bool] = mapped_column(default=False)
    draws: Mapped[Json] = mapped_column(default=list)
    decisions: Mapped[Json] = mapped_column(default=list)
    created_at: Mapped[Timestamp]
    version: Mapped[int] = mapped_column(default=1)

    night: Mapped[Night | None] = relationship()
    entrants: Mapped[list[Entrant]] = relationship(
        order_by="Entrant.id", cascade="all, delete-orphan", passive_deletes=True
    )
    tables: Mapped[list[TournamentTable]] = relationship(
        order_by="TournamentTable.stage, TournamentTable.number",
        cascade="all, delete-orphan",
        passive_deletes=True,
    )

    @classmethod
    def of(cls, group_id: uuid.UUID, tournament_id: uuid.UUID, *, lock: bool = False) -> Tournament | None:
        """The group's tournament with entrants and tables, in three queries whatever its size; `lock` keeps
        other writers out until the transaction ends.
        """
        own = (cls.id == tournament_id, cls.visible_in(group_id))
        if lock:
            db.session.execute(db.select(cls.id).where(*own).with_for_update())
        return db.session.scalar(
            db.select(cls)
            .where(*own)
            .options(
                joinedload(cls.night),
                selectinload(cls.entrants).joinedload(Entrant.player),
                selectinload(cls.tables),
            )
        )

    @property
    def plan(self) -> facts.Plan:
        return facts.Plan(self.rounds, self.cut, self.carried)

    @property
    def playing(self) -> list[Entrant]:
        """The entrants admitted."""
        return [entrant for entrant in self.entrants if entrant.player_id is not None]

    @property
    def asking(self) -> list[Entrant]:
        """The requests for entry."""
        return [entrant for entrant in self.entrants if entrant.player_id is None]

    def requests_of(self, phone_id: uuid.UUID) -> list[Entrant]:
        """The open requests that this phone has sent."""
        return [entrant for entrant in self.asking if entrant.requested_by == phone_id]

    @property
    def playoff(self) -> int:
        """The number of the stage after the last round."""
        return self.rounds + 1

    def entrant(self, entrant_id: uuid.UUID) -> Entrant | None:
        return next((entrant for entrant in self.entrants if entrant.id == entrant_id), None)

    def tables_of(self, stage: int) -> list[TournamentTable]:
        return [table for table in self.tables if table.stage == stage]

    def snapshot(self) -> dict[str, dict[str, Any]]:
        """Every fact by thing; a change compares two of these."""
        return {
            "tournament": {field: deepcopy(getattr(self, field)) for field in DECISIONS},
            **{f"entrant:{entrant.id}": entrant.snapshot() for entrant in self.entrants},
            **{f"table:{table.id}": table.snapshot() for table in self.tables},
        }


class Entrant(Model):
    """A player who takes part, or without a player, a request for entry under `requested_name`.

    requested_by: the phone that sent the request (views/web/phone.py), null if it was not recorded.
    start_points: for the rounds missed. withdrew_after: the last round played.
    """

    __tablename__ = "entrants"
    __table_args__ = (UniqueConstraint("tournament_id", "player_id"),)

    id: Mapped[Id]
    tournament_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("tournaments.id", ondelete="CASCADE"), index=True
    )
    player_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("players.id"), index=True)
    requested_name: Mapped[str | None] = mapped_column(String(NAME_LENGTH))
    requested_by: Mapped[uuid.UUID | None]
    joined_round: Mapped[int] = mapped_column(default=1)
    start_points: Mapped[int] = mapped_column(default=0)
    withdrew_after: Mapped[int | None]

    player: Mapped[Player | None] = relationship()

    def facts(self) -> facts.EntrantFacts:
        return facts.EntrantFacts(self.player_id, self.joined_round, self.start_points, self.withdrew_after)

    def snapshot(self) -> dict[str, Any]:
        """The fields that a change compares and restores."""
        return {
            "player": str(self.player_id) if self.player_id else None,
            "asks_as": self.requested_name,
            "requested_by": str(self.requested_by) if self.requested_by else None,
            "joined_round": self.joined_round,
            "start_points": self.start_points,
            "withdrew_after": self.withdrew_after,
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Set the fields that a snapshot names."""
        for field in ("joined_round", "start_points", "withdrew_after"):
            if field in snapshot:
                setattr(self, field, snapshot[field])
        if "asks_as" in snapshot:
            self.requested_name = snapshot["asks_as"]
        if snapshot.get("requested_by"):
            self.requested_by = uuid.UUID(snapshot["requested_by"])
        if "player" in snapshot:
            self.player_id = uuid.UUID(snapshot["player"]) if snapshot["player"] else None


class TournamentTable(Model):
    """The session that is played at one table of a stage."""

    __tablename__ = "tournament_tables"
    __table_args__ = (
        UniqueConstraint("tournament_id", "stage", "number"),
        UniqueConstraint("session_id"),
    )

    id: Mapped[Id]
    tournament_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("tournaments.id", ondelete="CASCADE"))
    stage: Mapped[int]
    number: Mapped[int]
    session_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))

    tournament: Mapped[Tournament] = relationship(viewonly=True)

    @classmethod
    def is_past(cls, session_id: uuid.UUID) -> bool:
        """Whether the session is a table of a stage after which another one has been drawn."""
        later = aliased(cls)
        own = db.select(later.id).join(cls, cls.tournament_id == later.tournament_id)
        query = own.where(cls.session_id == session_id, later.stage > cls.stage).limit(1)
        return db.session.scalar(query) is not None

    @classmethod
    def lock_sessions(cls, group_id: uuid.UUID, tournament_id: uuid.UUID) -> None:
        """Lock the sessions of all tables of a tournament, always in the same order."""
        own = db.select(cls.session_id).where(cls.tournament_id == tournament_id)
        sessions = db.select(Session.id).where(Session.visible_in(group_id), Session.id.in_(own))
        db.session.execute(sessions.order_by(Session.id).with_for_update())

    def snapshot(self) -> dict[str, Any]:
        """What a change compares."""
        return {"stage": self.stage, "number": self.number, "session": str(self.session_id)}
