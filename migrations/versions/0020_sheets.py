"""the score sheet of each session as one value, beside its rounds and hands

Every session is written and checked, those in hidden groups and recycle bins too: the sheet has what the rows
have, all seats that it names are its own, and it gives the totals, ranks and ends that are stored.

Revision ID: 0020
Revises: 0019
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import sqlalchemy as sa
from alembic import op

from game.scoring.facts import (
    Adjustment,
    Away,
    Hand,
    LastCards,
    NextDeal,
    Round,
    SeatFacts,
    Sheet,
    decoded,
    encoded,
    unseated,
)
from game.scoring.rules import Rules
from game.scoring.scored_sheet import ScoredSheet
from game.scoring.snapshot import fields_of, snapshot
from models.migrating import WrongRevision, too_far_back

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

AT_ONCE = 200  # sessions in memory
MOMENT = sa.DateTime(timezone=True)
FLAGS = ("stopped", "extended", "totals_only", "no_times")

sessions = sa.table(
    "sessions",
    *(sa.column("id", sa.Uuid), sa.column("rules", sa.JSON), sa.column("finished_at", MOMENT)),
    *(sa.column("first_dealers", sa.JSON), sa.column("next_deal", sa.JSON)),
    *(sa.column(flag, sa.Boolean) for flag in FLAGS),
    sa.column("last_round_at", MOMENT),
)
seats = sa.table(
    "seats",
    *(sa.column("id", sa.Uuid), sa.column("session_id", sa.Uuid), sa.column("position", sa.Integer)),
    *(sa.column("team", sa.String), sa.column("joined_round", sa.Integer), sa.column("away", sa.JSON)),
    *(sa.column("start_points", sa.Integer), sa.column("adjustments", sa.JSON)),
    *(sa.column("origin_id", sa.Uuid), sa.column("final_total", sa.Integer)),
    *(sa.column("final_rank", sa.Integer), sa.column("final_won", sa.Boolean)),
)
rounds = sa.table(
    "rounds",
    *(sa.column("id", sa.Uuid), sa.column("session_id", sa.Uuid), sa.column("number", sa.Integer)),
    *(sa.column("dealer_id", sa.Uuid), sa.column("hand_size", sa.Integer), sa.column("out_id", sa.Uuid)),
    *(sa.column("chain", sa.JSON), sa.column("multipliers", sa.JSON), sa.column("misdeals", sa.Integer)),
    sa.column("recorded_at", MOMENT),
)
hands = sa.table(
    "hands",
    *(sa.column("round_id", sa.Uuid), sa.column("seat_id", sa.Uuid), sa.column("cards", sa.JSON)),
    *(sa.column("points", sa.Integer), sa.column("typed", sa.String), sa.column("multipliers", sa.JSON)),
)
sheets = sa.table("sheets", sa.column("session_id", sa.Uuid), sa.column("sheet", sa.Text))

Rows = Mapping[UUID, Sequence[sa.Row[Any]]]


class SheetDiffers(WrongRevision):
    """A session cannot be written as a sheet; the message says which and why. Nothing is changed."""

    def __init__(self, session: UUID, why: str) -> None:
        super().__init__(
            f"The session {session} cannot be upgraded: {why}. Nothing was changed, and the version that was "
            "installed before still works."
        )


def upgrade() -> None:
    op.create_table(
        "sheets",
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("sheet", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", name="pk_sheets"),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name="fk_sheets_session_id_sessions", ondelete="CASCADE"
        ),
    )
    op.add_column("sessions", sa.Column("last_round_at", MOMENT, nullable=True))
    connection = op.get_bind()
    written = [0, 0, 0]  # sessions, rounds, hands
    for found in _in_turns(connection):
        _write(connection, found, written)
    counts = [
        connection.scalar(sa.select(sa.func.count()).select_from(table))
        for table in (sessions, rounds, hands)
    ]
    if counts != written:
        raise WrongRevision(
            f"Of {counts} sessions, rounds and hands {written} were written. Nothing was changed."
        )


def downgrade() -> None:
    raise too_far_back()


def _in_turns(connection: sa.Connection) -> Iterator[Sequence[sa.Row[Any]]]:
    wanted = sa.select(sessions).order_by(sessions.c.id).limit(AT_ONCE)
    found = connection.execute(wanted).all()
    while found:
        yield found
        found = connection.execute(wanted.where(sessions.c.id > found[-1].id)).all()


def _write(connection: sa.Connection, found: Sequence[sa.Row[Any]], written: list[int]) -> None:
    """Write and check the sheets of some sessions, and count what was written."""
    ids = [row.id for row in found]
    seats_of = _grouped(connection, seats, seats.c.session_id, ids, seats.c.position)
    rounds_of = _grouped(connection, rounds, rounds.c.session_id, ids, rounds.c.number)
    round_ids = sa.select(rounds.c.id).where(rounds.c.session_id.in_(ids))
    hands_of = _grouped(connection, hands, hands.c.round_id, round_ids, hands.c.seat_id)
    texts, times = [], []
    for row in found:
        own_seats, own_rounds = seats_of.get(row.id, ()), rounds_of.get(row.id, ())
        text = encoded(_sheet(row, own_seats, own_rounds, hands_of))
        sheet = decoded(text)
        _check(row, sheet, own_seats, own_rounds, hands_of)
        texts.append({"session_id": row.id, "sheet": text})
        if sheet.rounds:
            times.append({"of": row.id, "at": max(_utc(played.recorded_at) for played in own_rounds)})
        written[1] += len(sheet.rounds)
        written[2] += sum(len(played.hands) for played in sheet.rounds)
    written[0] += len(texts)
    connection.execute(sa.insert(sheets), texts)
    if times:
        last = sa.update(sessions).where(sessions.c.id == sa.bindparam("of"))
        connection.execute(last.values(last_round_at=sa.bindparam("at")), times)


def _grouped(
    connection: sa.Connection, table: sa.TableClause, key: sa.ColumnClause[UUID], wanted: Any, order: Any
) -> Rows:
    rows: dict[UUID, list[sa.Row[Any]]] = defaultdict(list)
    for row in connection.execute(sa.select(table).where(key.in_(wanted)).order_by(key, order)):
        rows[row._mapping[key.name]].append(row)
    return rows


def _sheet(
    row: sa.Row[Any], own_seats: Sequence[sa.Row[Any]], own_rounds: Sequence[sa.Row[Any]], hands_of: Rows
) -> Sheet:
    place = {seat.id: seat.position for seat in own_seats}
    return Sheet(
        seats=tuple(_seat(seat) for seat in own_seats),
        rounds=tuple(_round(played, hands_of.get(played.id, ()), place) for played in own_rounds),
        first_dealers=tuple(UUID(dealer) for dealer in row.first_dealers),
        next_deal=msgspec.convert(row.next_deal, NextDeal) if row.next_deal else None,
        **{flag: bool(row._mapping[flag]) for flag in FLAGS},
    )


def _seat(seat: sa.Row[Any]) -> SeatFacts:
    return SeatFacts(
        id=seat.id,
        position=seat.position,
        joined_round=seat.joined_round,
        away=tuple(msgspec.convert(away, Away) for away in seat.away),
        start_points=seat.start_points,
        team=seat.team,
        origin=seat.origin_id,
        adjustments=tuple(msgspec.convert(each, Adjustment) for each in seat.adjustments or ()),
    )


def _round(played: sa.Row[Any], own_hands: Sequence[sa.Row[Any]], place: Mapping[UUID, int]) -> Round:
    """Its hands clockwise. place: of each seat; those of others come last, to be found by `_check`."""
    ordered = sorted(own_hands, key=lambda hand: place.get(hand.seat_id, len(place)))
    return Round(
        number=played.number,
        dealer=played.dealer_id,
        hand_size=played.hand_size,
        out=played.out_id,
        hands=tuple(
            Hand(hand.seat_id, hand.cards, hand.points, hand.typed, tuple(hand.multipliers or ()))
            for hand in ordered
        ),
        chain=msgspec.convert(played.chain, LastCards) if played.chain else None,
        multipliers=tuple(played.multipliers or ()),
        misdeals=played.misdeals,
        id=played.id,
        recorded_at=_utc(played.recorded_at),
    )


def _utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _check(
    row: sa.Row[Any],
    sheet: Sheet,
    own_seats: Sequence[sa.Row[Any]],
    own_rounds: Sequence[sa.Row[Any]],
    hands_of: Rows,
) -> None:
    """Raise SheetDiffers unless the sheet has what the rows have, and gives what they give."""
    if [played.number for played in own_rounds] != list(range(1, len(own_rounds) + 1)):
        raise SheetDiffers(row.id, "its rounds are not numbered from 1 without a gap")
    if len({seat.position for seat in own_seats}) < len(own_seats):
        raise SheetDiffers(row.id, "two players have the same place at the table")
    if unseated(sheet):
        raise SheetDiffers(row.id, "it names a seat of another session")
    if {key: fields_of(thing) for key, thing in snapshot(sheet).items()} != _as_before(
        row, own_seats, own_rounds, hands_of
    ):
        raise SheetDiffers(row.id, "its sheet is not equal to its rounds and hands")
    scored = ScoredSheet(msgspec.convert(row.rules, Rules), sheet)
    if scored.is_over is not (row.finished_at is not None):
        raise SheetDiffers(row.id, "its sheet and what is stored disagree about whether it is over")
    finals = {seat.id: (seat.final_total, seat.final_rank, seat.final_won) for seat in own_seats}
    if finals != _finals(scored):
        raise SheetDiffers(row.id, "its sheet gives other totals or ranks than are stored")


def _finals(scored: ScoredSheet) -> dict[UUID, tuple[int | None, int | None, bool | None]]:
    finals: dict[UUID, tuple[int | None, int | None, bool | None]] = {
        seat.id: (None, None, None) for seat in scored.sheet.seats
    }
    for side in scored.standings if scored.is_over else ():
        won = side.leads and bool(scored.sheet.rounds)
        finals |= dict.fromkeys(side.seats, (side.total, side.rank, won))
    return finals


def _as_before(
    row: sa.Row[Any], own_seats: Sequence[sa.Row[Any]], own_rounds: Sequence[sa.Row[Any]], hands_of: Rows
) -> dict[str, Any]:
    """The fields of all rows by key, as changes have stored them until now."""
    session = {
        "first_dealers": row.first_dealers,
        "next_deal": row.next_deal,
        **{flag: bool(row._mapping[flag]) for flag in FLAGS},
    }
    fields = {"session": session}
    for seat in own_seats:
        fields[f"seat:{seat.id}"] = {
            "position": seat.position,
            "joined_round": seat.joined_round,
            "away": seat.away,
            "start_points": seat.start_points,
            "team": seat.team,
            "origin": str(seat.origin_id) if seat.origin_id else None,
            "player": None,  # beside the sheet
            **{f"adjustment:{each['id']}": each for each in seat.adjustments or ()},
        }
    for played in own_rounds:
        fields[f"round:{played.id}"] = {
            "number": played.number,
            "dealer": str(played.dealer_id),
            "hand_size": played.hand_size,
            "out": str(played.out_id) if played.out_id else None,
            "chain": played.chain,
            "multipliers": played.multipliers or None,
            "misdeals": played.misdeals,
            "recorded_at": _utc(played.recorded_at).isoformat(),
            **{f"hand:{hand.seat_id}": _hand_before(hand) for hand in hands_of.get(played.id, ())},
        }
    return fields


def _hand_before(hand: sa.Row[Any]) -> dict[str, Any]:
    extra = {"typed": hand.typed, "multipliers": hand.multipliers}
    return {"cards": hand.cards, "points": hand.points} | {k: v for k, v in extra.items() if v}
