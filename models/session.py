"""A session: one game of a variant, from the first deal to the result, with its rules frozen at the start."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, cast

import msgspec
from msgspec import structs
from sqlalchemy import (
    Connection,
    ForeignKey,
    Index,
    ScalarSelect,
    Select,
    String,
    Text,
    bindparam,
    event,
)
from sqlalchemy.orm import Mapped, joinedload, mapped_column, relationship, selectinload
from sqlalchemy.sql.base import ExecutableOption

from game.scoring import deal
from game.scoring.counts import RoundCounts
from game.scoring.facts import (
    Round,
    SeatFacts,
    Sheet,
    decoded,
    encoded,
    shared_seats,
    unseated,
    with_hands_clockwise,
)
from game.scoring.rules import Rules
from game.scoring.scored_sheet import ScoredSheet
from game.scoring.snapshot import Snapshot, snapshot
from game.scoring.standings import Standing
from models.database import Id, Json, Model, Timestamp, db
from models.deletion import Deletable
from models.names import isolated
from models.night import Night
from models.player import Player
from models.rules import FrozenRules, insert_rules, rules_with, shared


class Seat(Model):
    """The player of a seat, clockwise by `position` from 0; all else is in the sheet.

    `final_*` are written by Session.finalize alone.
    """

    __tablename__ = "seats"

    id: Mapped[Id]
    session_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), index=True)
    player_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("players.id"), index=True)
    position: Mapped[int]
    final_total: Mapped[int | None]
    final_rank: Mapped[int | None]
    final_won: Mapped[bool | None]

    session: Mapped[Any] = relationship("Session", back_populates="seats")
    player: Mapped[Player] = relationship()

    @property
    def name(self) -> str:
        """The player's name, isolated for any sentence."""
        return isolated(self.player.name)

    def facts(self) -> SeatFacts:
        """The seat as it stands on the sheet."""
        seat: SeatFacts = self.session.sheet.seat(self.id)
        return seat

    @property
    def team(self) -> str | None:
        return self.facts().team

    @property
    def has_left(self) -> bool:
        return self.facts().has_left

    @property
    def shares_with(self) -> list[Seat]:
        """The seats that share one total by taking over from each other, itself included, clockwise."""
        ids = {seat.id for seat in self._shared()}
        return [seat for seat in self.session.seats if seat.id in ids]

    @property
    def holder(self) -> Seat:
        """The seat that has the shared total now."""
        holder_id = next(iter(shared_seats(self._shared())))
        return next(seat for seat in self.session.seats if seat.id == holder_id)

    @property
    def is_taken_over(self) -> bool:
        """Whether another player has taken over the points of this seat."""
        return self.holder is not self

    def _shared(self) -> list[SeatFacts]:
        first = self.facts().origin or self.id
        return [seat for seat in self.session.sheet.seats if first in (seat.id, seat.origin)]


class StoredSheet(Model):
    """The score sheet of a session as JSON, see `game.scoring.facts.encoded`.

    Beside the session, so that lists do not read it and the counts of phones do not write it.
    """

    __tablename__ = "sheets"

    session_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True
    )
    text: Mapped[str] = mapped_column("sheet", Text)


class Session(Deletable, Model):
    """Stored: the score sheet, and what no sheet has. Totals, ranks and deals are derived.

    counting: counts of the next round (game/scoring/counts.py), no fact until it is saved. last_round_at: the
    latest time of a round; totals_only, no_times: those of the sheet. All three are here for queries, and
    only setting the sheet writes them. version: increased by every change, so that phones can poll cheaply;
    of two writers that read the same one, the second fails.
    """

    __tablename__ = "sessions"
    __table_args__ = (
        Index("ix_sessions_group_started", "group_id", "started_at"),
        Index("ix_sessions_group_finished", "group_id", "finished_at", "started_at"),
    )

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    night_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("nights.id", ondelete="CASCADE"), index=True)
    variant: Mapped[str] = mapped_column(String(40))
    options: Mapped[Json]
    rules_id: Mapped[str] = mapped_column(ForeignKey("rules.id"), index=True)
    counting: Mapped[Json | None]
    started_at: Mapped[Timestamp]
    finished_at: Mapped[Timestamp | None]
    last_round_at: Mapped[Timestamp | None]
    totals_only: Mapped[bool] = mapped_column(default=False)
    no_times: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int] = mapped_column(default=1)

    night: Mapped[Night] = relationship()
    at_table: Mapped[Any] = relationship("TournamentTable", viewonly=True)
    seats: Mapped[list[Seat]] = relationship(
        back_populates="session",
        order_by=Seat.position,
        cascade="all, delete-orphan",
        passive_deletes=True,
    )
    stored_sheet: Mapped[StoredSheet] = relationship(cascade="all, delete-orphan", passive_deletes=True)

    __mapper_args__ = {"version_id_col": version, "version_id_generator": False}  # noqa: RUF012

    @classmethod
    def of(cls, group_id: uuid.UUID, session_id: uuid.UUID, *, lock: bool = False) -> Session | None:
        """The group's session with everything a table page needs, in two queries whatever its size; `lock`
        keeps other writers out until the transaction ends.
        """
        if lock:
            cls.lock(group_id, session_id)
        return next(iter(cls.several(group_id, [session_id], afresh=lock)), None)

    @classmethod
    def several(
        cls, group_id: uuid.UUID, session_ids: Collection[uuid.UUID], *, afresh: bool = False
    ) -> Sequence[Session]:
        """The group's sessions with these ids, as `of` returns them, in as many queries as for one.

        afresh: also what this transaction has read before is read again.
        """
        wanted = {"ids": list(session_ids), "group": group_id}
        options = {"populate_existing": afresh}
        return db.session.scalars(_whole_sessions(), wanted, execution_options=options).all()

    @classmethod
    def lock(cls, group_id: uuid.UUID, session_id: uuid.UUID) -> None:
        """Lock the row. Call before reading anything else, so that the latest committed state is read."""
        db.session.execute(_row_to_lock(), {"session": session_id, "group": group_id})

    @property
    def frozen_rules(self) -> FrozenRules:
        """The rules as they were when it began; setting them stores them with the session."""
        replaced: FrozenRules | None = self.__dict__.get("_rules")
        return replaced if replaced and replaced.id == self.rules_id else rules_with(self.rules_id)

    @frozen_rules.setter
    def frozen_rules(self, frozen: FrozenRules) -> None:
        self.__dict__["_rules"] = shared(frozen)
        self.rules_id = frozen.id

    @property
    def rules(self) -> Rules:
        """The frozen rules; setting them replaces all."""
        return self.frozen_rules.rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        self.frozen_rules = FrozenRules.of(rules)

    @property
    def planned_rounds(self) -> int | None:
        """The number of rounds by the frozen rules; None without one. The table may change it."""
        return self.rules.rounds

    @planned_rounds.setter
    def planned_rounds(self, rounds: int | None) -> None:
        options = {**self.options}
        if isinstance(options.get("rounds"), int):  # not "per_player"
            options["rounds"] = rounds
        self.options, self.frozen_rules = options, self.frozen_rules.changed(rounds=rounds, options=options)

    @property
    def sheet(self) -> Sheet:
        """Everything that happened at the table, as one value; setting it stores it, and the seats."""
        return self.scored.sheet

    @sheet.setter
    def sheet(self, sheet: Sheet) -> None:
        if unseated(sheet):
            raise ValueError(f"the sheet names seats that it does not have: {unseated(sheet)}")
        sheet = with_hands_clockwise(sheet)
        text, stored = encoded(sheet), cast(StoredSheet | None, self.stored_sheet)
        if stored is None:
            self.stored_sheet = StoredSheet(text=text)
        else:
            stored.text = text
        self._update_seats(sheet.seats)
        times = [played.recorded_at for played in sheet.rounds if played.recorded_at is not None]
        self.last_round_at = max(times, default=None)
        self.totals_only, self.no_times = sheet.totals_only, sheet.no_times
        self._cache_scored(text, sheet)

    @property
    def scored(self) -> ScoredSheet:
        """The sheet with its rules, and what follows from both; cached until one of them changes."""
        text, rules = self.stored_sheet.text, self.rules
        cached_text, cached = self.__dict__.get("_cached_scored", (None, None))
        if cached is not None and cached.rules is rules and cached_text == text:
            return cached
        players = {seat.id: seat.player_id for seat in self.seats}
        return self._cache_scored(text, with_players(decoded(text), players))

    def _cache_scored(self, text: str, sheet: Sheet) -> ScoredSheet:
        scored = ScoredSheet(self.rules, sheet)
        self.__dict__["_cached_scored"] = text, scored
        return scored

    def _update_seats(self, values: Sequence[SeatFacts]) -> None:
        """Update the rows of seats from those of the sheet."""
        rows = {row.id: row for row in self.seats}
        for value in values:
            row = rows.get(value.id) or rows.setdefault(value.id, Seat(id=value.id, session_id=self.id))
            if value.player is not None and row.player_id != value.player:
                row.player = db.session.get_one(Player, value.player)
            row.position = value.position
        seated = [rows[value.id] for value in values]
        if seated != self.seats:
            self.seats[:] = seated

    @property
    def rounds(self) -> tuple[Round, ...]:
        return self.sheet.rounds

    @property
    def rules_in_force(self) -> Rules:
        """The frozen rules, without an end where the table decided to play on."""
        return self.scored.rules_in_force

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    @property
    def hours_known(self) -> bool:
        """Whether it was recorded while it was played; otherwise its times only preserve the order."""
        return not (self.totals_only or self.no_times)

    @property
    def last_played_at(self) -> datetime:
        """The time of the last event at this table."""
        return last_played(self.started_at, self.finished_at, self.last_round_at)

    def counted(self, number: int) -> RoundCounts:
        """The counts of round `number` on phones."""
        if self.counting and self.counting["number"] == number:
            return msgspec.convert(self.counting, RoundCounts)
        return RoundCounts(number)

    def upcoming_deal(self) -> deal.Deal:
        return self.scored.upcoming_deal

    def plan(self, rules: Rules | None = None) -> list[deal.Deal]:
        """All deals. rules: others than those in force, for a table that may play more rounds."""
        return self.scored.plan(rules)

    def standings(self) -> list[Standing]:
        return self.scored.standings

    def seat(self, seat_id: Any) -> Seat | None:
        return next((seat for seat in self.seats if seat.id == seat_id), None)

    def playing(self, number: int) -> list[Seat]:
        """The seats that play round `number`, clockwise."""
        playing = set(self.scored.playing(number))
        return [seat for seat in self.seats if seat.id in playing]

    def round_number(self, number: int) -> Round | None:
        return self.sheet.round_number(number)

    def finalize(self, at: datetime) -> None:
        """Recompute finished_at, which is never before the start, and each seat's final rank."""
        over = self.scored.is_over
        self.finished_at = max(self.finished_at or at, self.started_at) if over else None
        ranked = self.standings() if over else []
        table = {seat: standing for standing in ranked for seat in standing.seats}
        for seat in self.seats:
            standing = table.get(seat.id)
            seat.final_total = standing.total if standing else None
            seat.final_rank = standing.rank if standing else None
            seat.final_won = (standing.leads and bool(self.rounds)) if standing else None

    def snapshot(self) -> Snapshot:
        """The sheet as changes compare and restore it."""
        return snapshot(self.sheet, planned_rounds=self.planned_rounds)


@event.listens_for(Session, "before_insert")
@event.listens_for(Session, "before_update")
def _store_rules(_mapper: Any, connection: Connection, session: Session) -> None:
    rules: FrozenRules | None = session.__dict__.pop("_rules", None)
    if rules is not None:
        connection.execute(insert_rules(connection.dialect.name), {"id": rules.id, "text": rules.text})


@cache
def _whole_sessions() -> Select[Session]:
    """The sessions `ids` of a `group`. Built once: every page of a table reads one."""
    return (
        db.select(Session)
        .where(Session.id.in_(bindparam("ids", expanding=True)), Session.visible_in(bindparam("group")))
        .options(joinedload(Session.night), joinedload(Session.at_table), *sheet_and_players())
    )


def sheet_and_players() -> tuple[ExecutableOption, ...]:
    """Loader options for the score sheet, and for the seats with their players (a second query)."""
    return joinedload(Session.stored_sheet), selectinload(Session.seats).joinedload(Seat.player)


@cache
def _row_to_lock() -> Select[uuid.UUID]:
    wanted = (Session.id == bindparam("session"), Session.visible_in(bindparam("group")))
    return db.select(Session.id).where(*wanted).with_for_update()


def has_left_before(seat: SeatFacts, rounds: int, is_over: bool) -> bool:
    """Whether a player left before the end of a session and did not come back.

    rounds: how many were played; leaving after the last one is not leaving.
    """
    return seat.has_left and not (is_over and seat.left_round > rounds)


def last_played(started_at: datetime, finished_at: datetime | None, last_round: datetime | None) -> datetime:
    """When a session was last played, given the time of its last round.

    A session may be ended, or a forgotten round inserted, days later. Imported rounds without times have the
    start of the session.
    """
    if last_round is None:
        return started_at
    if finished_at is None:
        return max(started_at, last_round)
    return max(started_at, finished_at if last_round <= started_at else min(last_round, finished_at))


def sheets_by_session(sessions: Collection[uuid.UUID] | ScalarSelect[uuid.UUID]) -> dict[uuid.UUID, Sheet]:
    """The sheets of sessions by their ids, with the players of the seats; two queries for any number."""
    stored = db.select(StoredSheet.session_id, StoredSheet.text).where(StoredSheet.session_id.in_(sessions))
    seats = db.select(Seat.id, Seat.player_id).where(Seat.session_id.in_(sessions))
    players = {row.id: row.player_id for row in db.session.execute(seats)}
    return {row.session_id: with_players(decoded(row.text), players) for row in db.session.execute(stored)}


def with_players(sheet: Sheet, players: Mapping[uuid.UUID, uuid.UUID | None]) -> Sheet:
    """The sheet with the player of each seat."""
    seats = tuple(structs.replace(seat, player=players[seat.id]) for seat in sheet.seats)
    return structs.replace(sheet, seats=seats)
