"""One game of one variant, from the first deal to the result, with its rules frozen when it starts."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, joinedload, mapped_column, relationship, selectinload

from game.scoring import deal, facts, standings
from game.scoring.elimination import with_eliminations
from game.scoring.rules import Rules
from game.scoring.snapshot import snapshot
from game.variants.wording import Wording
from models.counting import RoundCounts
from models.database import Id, Json, Model, Timestamp, db
from models.night import Night
from models.round import Round, last_played
from models.seat import Seat

# Flags that export and import copy unchanged, with the same names in exchange/document/records.py. `stopped`
# and `extended` are computed from the rounds on import.
FLAGS = ("totals_only", "no_times")


class Session(Model):
    """Stored: seats, rounds, hands and decisions of the table. Totals, ranks and deals are derived.

    first_dealers: seat ids, one for each block of rounds that begins with a cut. next_deal: {"round": n,
    "dealer": seat id or null, "misdeals": n} of the next round. counting: counts of the next round
    (models/counting.py), no fact until it is saved. stopped: ended by the table before its plan. extended:
    continues past its plan until it is stopped. totals_only: only the totals are known, and the
    rounds are placeholders that add up to them. no_times: entered from paper; the times of its rounds only
    preserve their order. version: increased by every change, so that phones can poll cheaply.
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
    rules: Mapped[Json]
    first_dealers: Mapped[Json]
    next_deal: Mapped[Json | None]
    counting: Mapped[Json | None]
    started_at: Mapped[Timestamp]
    finished_at: Mapped[Timestamp | None]
    stopped: Mapped[bool] = mapped_column(default=False)
    extended: Mapped[bool] = mapped_column(default=False)
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
    rounds: Mapped[list[Round]] = relationship(
        back_populates="session",
        order_by=Round.number,
        cascade="all, delete-orphan",
        passive_deletes=True,
    )

    @classmethod
    def of(cls, group_id: uuid.UUID, session_id: uuid.UUID, *, lock: bool = False) -> Session | None:
        """The group's session with everything a table page needs, in four queries whatever its size; `lock`
        keeps other writers out until the transaction ends.
        """
        if lock:
            cls.lock(group_id, session_id)
        return next(iter(cls.several(group_id, [session_id])), None)

    @classmethod
    def several(cls, group_id: uuid.UUID, session_ids: Collection[uuid.UUID]) -> Sequence[Session]:
        """The group's sessions with these ids, as `of` returns them, in as many queries as for one."""
        return db.session.scalars(
            db.select(cls)
            .where(cls.id.in_(session_ids), cls.group_id == group_id)
            .options(
                joinedload(cls.night),
                joinedload(cls.at_table),
                selectinload(cls.seats).joinedload(Seat.player),
                selectinload(cls.rounds).selectinload(Round.hands),
            )
        ).all()

    @classmethod
    def lock(cls, group_id: uuid.UUID, session_id: uuid.UUID) -> None:
        """Lock the row. Call before reading anything else, so that the latest committed state is read."""
        own = db.select(cls.id).where(cls.id == session_id, cls.group_id == group_id)
        db.session.execute(own.with_for_update())

    @cached_property
    def scoring_rules(self) -> Rules:
        return Rules.from_dict(self.rules)

    @property
    def planned_rounds(self) -> int | None:
        """The number of rounds by the frozen rules; None without one. The table may change it."""
        return self.scoring_rules.rounds

    @planned_rounds.setter
    def planned_rounds(self, rounds: int | None) -> None:
        options = {**self.options}
        if isinstance(options.get("rounds"), int):  # not "per_player"
            options["rounds"] = rounds
        self.options, self.rules = options, {**self.rules, "rounds": rounds, "options": options}
        self.__dict__.pop("scoring_rules", None)

    @cached_property
    def wording(self) -> Wording:
        """The words for the game, its rounds and its cards, from the frozen rules."""
        return Wording(self.rules)

    @property
    def rules_in_force(self) -> Rules:
        """The frozen rules, without an end where the table decided to play on."""
        return self.scoring_rules.without_end() if self.extended else self.scoring_rules

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
        last_round = max((played.recorded_at for played in self.rounds), default=None)
        return last_played(self.started_at, self.finished_at, last_round)

    def seat_facts(self) -> list[facts.SeatFacts]:
        """The seats as input of scoring, clockwise, with eliminations."""
        rules = self.scoring_rules
        rounds = [] if rules.eliminate_at is None else self.round_facts()
        return with_eliminations(rules, [seat.facts() for seat in self.seats], rounds)

    def round_facts(self) -> list[facts.RoundFacts]:
        return [played.facts() for played in self.rounds]

    def first_dealer_ids(self) -> list[uuid.UUID]:
        return [uuid.UUID(dealer) for dealer in self.first_dealers]

    def chosen_dealer(self) -> uuid.UUID | None:
        """The dealer that the table has chosen for the next round, if still playing."""
        number = len(self.rounds) + 1
        dealer = next_deal_info(self.next_deal, len(self.rounds)).get("dealer")
        playing = [seat.id for seat in self.playing(number)] if dealer else []
        return next((seat_id for seat_id in playing if str(seat_id) == dealer), None)

    def misdeals(self) -> int:
        """The number of misdeals of the next round."""
        return next_deal_info(self.next_deal, len(self.rounds)).get("misdeals", 0)

    def counted(self, number: int) -> RoundCounts:
        """The counts of round `number` on phones."""
        known = self.counting
        return RoundCounts.from_dict(known) if known and known["number"] == number else RoundCounts(number)

    def set_next_deal(self, *, dealer: uuid.UUID | None, misdeals: int, number: int | None = None) -> None:
        """Set dealer and misdeals of the next round. number: of that round, if earlier rounds are not
        loaded yet.
        """
        self.next_deal = {
            "round": number or len(self.rounds) + 1,
            "dealer": str(dealer) if dealer else None,
            "misdeals": misdeals,
        }

    def upcoming_deal(self) -> deal.Deal:
        return deal.next_deal(self.rules_in_force, *self._dealing())

    def plan(self, rules: Rules | None = None) -> list[deal.Deal]:
        """All deals. rules: others than those in force, for a table that may play more rounds."""
        return deal.plan(rules or self.rules_in_force, *self._dealing())

    def moved_deals(self, *, first: int, by: int) -> list[deal.Deal]:
        """The deals of the rounds from number `first` on, each with dealer and hand size of its neighbour."""
        seats, rounds, first_dealers, _chosen = self._dealing()
        return deal.moved_deals(self.rules_in_force, seats, rounds, first_dealers, first=first, by=by)

    def standings(self) -> list[standings.Standing]:
        return standings.standings(self.scoring_rules, self.seat_facts(), self.round_facts())

    def seat(self, seat_id: Any) -> Seat | None:
        return next((seat for seat in self.seats if seat.id == seat_id), None)

    def playing(self, number: int) -> list[Seat]:
        """The seats that play round `number`, clockwise."""
        playing = {seat.id for seat in self.seat_facts() if seat.plays(number)}
        return [seat for seat in self.seats if seat.id in playing]

    def round_number(self, number: int) -> Round | None:
        return next((played for played in self.rounds if played.number == number), None)

    def finalize(self, at: datetime, rounds: Sequence[facts.RoundFacts] | None = None) -> None:
        """Recompute finished_at, which is never before the start, and each seat's final rank.

        rounds: those of a session that is being read and has none yet.
        """
        rounds, seats = self.round_facts() if rounds is None else rounds, self.seat_facts()
        over = self.stopped or standings.is_over(self.rules_in_force, seats, rounds)
        self.finished_at = max(self.finished_at or at, self.started_at) if over else None
        ranked = standings.standings(self.scoring_rules, seats, rounds) if over else []
        table = {seat: standing for standing in ranked for seat in standing.seats}
        for seat in self.seats:
            standing = table.get(seat.id)
            seat.final_total = standing.total if standing else None
            seat.final_rank = standing.rank if standing else None
            seat.final_won = (standing.leads and bool(rounds)) if standing else None

    def sheet(self) -> facts.Sheet:
        """Everything that happened at the table, as one value."""
        next_deal = self.next_deal
        return facts.Sheet(
            seats=tuple(seat.facts() for seat in self.seats),
            rounds=tuple(self.round_facts()),
            first_dealers=tuple(self.first_dealer_ids()),
            next_deal=msgspec.convert(next_deal, facts.NextDeal) if next_deal else None,
            stopped=self.stopped,
            extended=self.extended,
            totals_only=self.totals_only,
            no_times=self.no_times,
        )

    def snapshot(self) -> dict[str, dict[str, Any]]:
        """The sheet as changes compare and restore it."""
        return snapshot(self.sheet(), planned_rounds=self.planned_rounds)

    def restore(self, snapshot: dict[str, Any]) -> None:
        for name, value in snapshot.items():
            if getattr(self, name) != value:
                setattr(self, name, value)

    def _dealing(
        self,
    ) -> tuple[list[facts.SeatFacts], list[facts.RoundFacts], list[uuid.UUID], uuid.UUID | None]:
        """Arguments of the functions in game/scoring/deal.py."""
        return self.seat_facts(), self.round_facts(), self.first_dealer_ids(), self.chosen_dealer()


def next_deal_info(stored: dict[str, Any] | None, rounds: int) -> dict[str, Any]:
    """`next_deal` if it is of the round after `rounds` rounds; empty otherwise."""
    return stored if stored and stored["round"] == rounds + 1 else {}
