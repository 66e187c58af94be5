"""Put back what a change of a sheet has replaced, from the fields in which it is stored (snapshot.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct, structs

from game.scoring.facts import (
    Adjustment,
    Hand,
    Round,
    SeatFacts,
    SeatId,
    Sheet,
    in_order,
)
from game.scoring.operations import moved_seat, numbered, ordered
from game.scoring.snapshot import Diff, Fields, round_fields, seat_fields, session_fields

HAND, ADJUSTMENT = "hand:", "adjustment:"

AnyValue = TypeVar("AnyValue", bound=Struct)


def restored(sheet: Sheet, diff: Diff) -> Sheet:
    """Return the sheet with the fields from before the change; rounds are numbered anew.

    Seats that rounds name may be missing in the result, see `unseated`.
    """
    seats, rounds = {seat.id: seat for seat in sheet.seats}, list(sheet.rounds)
    for key, (before, after) in sorted(diff.items(), key=_order):
        kind, _, thing_id = key.partition(":")
        if kind == "session":
            sheet = _with_fields(Sheet, session_fields(sheet) | (before or {}), seats=(), rounds=())
        elif kind == "seat":
            _restore_seat(seats, UUID(thing_id), before)
        elif kind == "round":
            moved = _restore_round(rounds, UUID(thing_id), before, is_created=after is None)
            if moved is not None:
                past, by = moved
                others = [seat for seat in seats.values() if f"seat:{seat.id}" not in diff]
                seats |= {seat.id: moved_seat(seat, past=past, by=by) for seat in others}
    order = in_order(seats.values())
    return structs.replace(sheet, seats=tuple(order), rounds=numbered(rounds))


def round_from(round_id: UUID, fields: Fields) -> Round:
    """Return the round of these fields; a hand that is None is left out."""
    hands = tuple(
        _with_fields(Hand, hand, seat=UUID(name.removeprefix(HAND)))
        for name, hand in fields.items()
        if name.startswith(HAND) and hand is not None
    )
    multipliers = fields.get("multipliers") or ()
    return _with_fields(Round, fields, id=round_id, hands=hands, multipliers=multipliers)


def seat_from(seat_id: UUID, fields: Fields) -> SeatFacts:
    """Return the seat of these fields; an adjustment that is None is left out."""
    adjustments = ordered(
        msgspec.convert(each, Adjustment)
        for name, each in fields.items()
        if name.startswith(ADJUSTMENT) and each is not None
    )
    return _with_fields(SeatFacts, fields, id=seat_id, adjustments=adjustments)


def _order(item: tuple[str, Sequence[Any]]) -> tuple[bool, int]:
    """Sort key: seats first, then rounds to delete, last first, and to insert."""
    key, (before, after) = item
    number = before.get("number", 0) if before else -(after or {}).get("number", 0)
    return not key.startswith("seat:"), number


def _restore_seat(seats: dict[SeatId, SeatFacts], seat_id: UUID, before: Fields | None) -> None:
    if before is None:
        seats.pop(seat_id, None)
    else:
        now = seat_fields(seats[seat_id]) if seat_id in seats else {}
        seats[seat_id] = seat_from(seat_id, now | before)


def _restore_round(
    rounds: list[Round], round_id: UUID, before: Fields | None, *, is_created: bool
) -> tuple[int, int] | None:
    """Restore one round in place. If it was removed or inserted, return its number and -1 or 1.

    is_created: whether the change removed it.
    """
    place = next((place for place, each in enumerate(rounds) if each.id == round_id), None)
    if before is None:
        return None if place is None else (rounds.pop(place).number, -1)
    if place is None:
        place = min(before["number"], len(rounds) + 1) - 1
        rounds.insert(place, round_from(round_id, before))
        return place + 1, 1
    now = rounds[place]
    moving = {} if is_created else {"number": now.number}
    rounds[place] = round_from(round_id, round_fields(now) | before | moving)
    return None


def _with_fields(kind: type[AnyValue], fields: Mapping[str, Any], **others: Any) -> AnyValue:
    """A value of these fields, as far as its type has them; changes of earlier versions may have more."""
    known = {name: value for name, value in fields.items() if name in kind.__struct_fields__}
    return msgspec.convert(known | others, kind)
