"""A score sheet as fields by key, in the form in which changes store what was before and after.

Keys are "session", "seat:<id>" and "round:<id>". Each hand and each adjustment is a field of its own, so that
two changes of one round or one seat do not stand in each other's way.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from msgspec import Struct, structs

from game.scoring.facts import Hand, Round, SeatFacts, Sheet

Fields = dict[str, Any]
Snapshot = dict[str, Any]  # things by key: their fields, or a seat or round, see `fields_of`
Diff = dict[str, list[Fields | None]]
ONLY_WHERE_SET = ("typed", "multipliers")  # of a hand


def snapshot(sheet: Sheet, **decisions: Any) -> Snapshot:
    """Return what a sheet has by key. decisions: of the session, beside those of the sheet."""
    return {
        "session": session_fields(sheet) | decisions,
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
        return seat_fields(thing)
    if isinstance(thing, Round):
        return round_fields(thing)
    fields: Fields | None = thing
    return fields


def session_fields(sheet: Sheet) -> Fields:
    return _fields(sheet, without=("seats", "rounds"))


def seat_fields(seat: SeatFacts) -> Fields:
    adjustments = {f"adjustment:{each.id}": _fields(each) for each in seat.adjustments}
    return _fields(seat, without=("id", "adjustments")) | adjustments


def round_fields(played: Round) -> Fields:
    hands = {f"hand:{hand.seat}": hand_fields(hand) for hand in played.hands}
    return _fields(played, without=("id", "hands", "multipliers")) | {
        "multipliers": list(played.multipliers) or None,
        **hands,
    }


def hand_fields(hand: Hand) -> Fields:
    fields = _fields(hand, without=("seat",))
    return {name: value for name, value in fields.items() if value or name not in ONLY_WHERE_SET}


def _fields(value: Struct, without: tuple[str, ...] = ()) -> Fields:
    return {name: _plain(each) for name, each in structs.asdict(value).items() if name not in without}


def _plain(value: Any) -> Any:
    """Return values as JSON has them."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Struct):
        return _fields(value)
    return dict(value) if isinstance(value, dict) else value
