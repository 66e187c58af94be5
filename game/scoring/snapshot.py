"""A score sheet as fields by key, in the form in which changes store what was before and after, and back.

Keys are "session", "seat:<id>" and "round:<id>". Each hand and each adjustment is a field of its own, so that
two changes of one round or one seat do not stand in each other's way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct, structs

from game.scoring.facts import Adjustment, Hand, Round, SeatFacts, SeatId, Sheet, in_order
from game.scoring.operations import moved_seat, numbered, ordered

Fields = dict[str, Any]
Snapshot = dict[str, Any]  # things by key: their fields, or a seat or round, see `fields_of`
Diff = dict[str, list[Fields | None]]
AnyValue = TypeVar("AnyValue", bound=Struct)
HAND, ADJUSTMENT = "hand:", "adjustment:"
ONLY_WHERE_SET = ("typed", "multipliers")  # of a hand


def snapshot(sheet: Sheet, **decisions: Any) -> Snapshot:
    """Return what a sheet has by key. decisions: of the session, beside those of the sheet."""
    return {
        "session": _session_fields(sheet) | decisions,
        **{f"seat:{seat.id}": seat for seat in sheet.seats},
        **{f"round:{played.id}": played for played in sheet.rounds},
    }


def difference(before: Snapshot, after: Snapshot) -> Diff:
    """Return [before, after] of the things that differ, each reduced to the fields that differ."""
    diff: Diff = {}
    for key in before.keys() | after.keys():
        old, new = before.get(key), after.get(key)
        if old == new:  # most seats and rounds are the same objects
            continue
        old, new = fields_of(old), fields_of(new)
        if old is None or new is None:
            diff[key] = [old, new]
            continue
        fields = [f for f in old.keys() | new.keys() if old.get(f) != new.get(f)]
        if fields:
            diff[key] = [{f: old.get(f) for f in fields}, {f: new.get(f) for f in fields}]
    return diff


def fields_of(thing: Any) -> Fields | None:
    """Return the fields of what a snapshot has under one key; None for nothing."""
    if isinstance(thing, SeatFacts):
        return _seat_fields(thing)
    if isinstance(thing, Round):
        return round_fields(thing)
    fields: Fields | None = thing
    return fields


def _session_fields(sheet: Sheet) -> Fields:
    return _fields(sheet, without=("seats", "rounds"))


def _seat_fields(seat: SeatFacts) -> Fields:
    adjustments = {f"{ADJUSTMENT}{added.id}": _fields(added) for added in seat.adjustments}
    return _fields(seat, without=("id", "adjustments")) | adjustments


def round_fields(played: Round) -> Fields:
    hands = {f"{HAND}{hand.seat}": hand_fields(hand) for hand in played.hands}
    return _fields(played, without=("id", "hands", "multipliers")) | {
        "multipliers": list(played.multipliers) or None,
        **hands,
    }


def hand_fields(hand: Hand) -> Fields:
    fields = _fields(hand, without=("seat",))
    return {name: value for name, value in fields.items() if value or name not in ONLY_WHERE_SET}


def _fields(value: Struct, without: tuple[str, ...] = ()) -> Fields:
    return {name: _plain(field) for name, field in structs.asdict(value).items() if name not in without}


def _plain(value: Any) -> Any:
    """Return a value in the types of JSON."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Struct):
        return _fields(value)
    return dict(value) if isinstance(value, dict) else value


def restored(sheet: Sheet, diff: Diff) -> Sheet:
    """Return the sheet with the fields from before the change; rounds are numbered anew.

    Seats that rounds name may be missing in the result, see `unseated`.
    """
    seats, rounds = {seat.id: seat for seat in sheet.seats}, list(sheet.rounds)
    for key, (before, after) in sorted(diff.items(), key=_order):
        kind, _, thing_id = key.partition(":")
        if kind == "session":
            sheet = _with_fields(Sheet, _session_fields(sheet) | (before or {}), seats=(), rounds=())
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


def _seat_from(seat_id: UUID, fields: Fields) -> SeatFacts:
    """Return the seat of these fields; an adjustment that is None is left out."""
    adjustments = ordered(
        msgspec.convert(adjustment, Adjustment)
        for name, adjustment in fields.items()
        if name.startswith(ADJUSTMENT) and adjustment is not None
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
        now = _seat_fields(seats[seat_id]) if seat_id in seats else {}
        seats[seat_id] = _seat_from(seat_id, now | before)


def _restore_round(
    rounds: list[Round], round_id: UUID, before: Fields | None, *, is_created: bool
) -> tuple[int, int] | None:
    """Restore one round in place. If it was removed or inserted, return its number and -1 or 1.

    is_created: whether the change removed it.
    """
    place = next((place for place, played in enumerate(rounds) if played.id == round_id), None)
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
    """Build a value from those fields that its type has; changes of earlier versions may have more."""
    known = {name: value for name, value in fields.items() if name in kind.__struct_fields__}
    return msgspec.convert(known | others, kind)
