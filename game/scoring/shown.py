"""What a page showed of a round, to tell what was entered on it from what others changed meanwhile.

A page sends it back as text: a mark for each field of the round (snapshot.py), by name. The marks of dealer
and hand size are their values, so that a phone without a network can compare them too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, cast
from uuid import UUID

import msgspec

from game.scoring.facts import Hand, Round, SeatId
from game.scoring.snapshot import HAND, Fields, hand_fields, round_fields, round_from

Shown = Mapping[str, str]  # marks by field
OF_ALL_HANDS = ("out", "multipliers")
ENTERED = ("dealer", "hand_size", "out", "chain", "multipliers")  # on the page, besides the hands
CHANGE = "change"  # instead of marks: the id of a change that a phone has made without a network


class BothChanged(ValueError):
    """A field was changed on the page and, to another value, by somebody else."""


def text_of(shown: Shown) -> str:
    """Return what a page sends back."""
    return msgspec.json.encode(shown).decode()


def from_text(text: str) -> Shown:
    """Return what a page was shown; nothing for any other text."""
    try:
        return msgspec.json.decode(text or "{}", type=dict[str, str])
    except msgspec.DecodeError:
        return {}


def shown_of(played: Round) -> dict[str, str]:
    """Return the marks of a saved round, with its id: its number may be that of another one by then."""
    return {"id": str(played.id), **{name: _mark(value) for name, value in _entered(played).items()}}


def shown_of_deal(dealer: SeatId | None, hand_size: int) -> dict[str, str]:
    """Return the marks of a round that is still to be played."""
    return {"dealer": _mark(dealer and str(dealer)), "hand_size": _mark(hand_size)}


def mark_of_hand(hand: Hand) -> str:
    """Return a short text, equal for equal hands."""
    return _mark(_without_zeros(hand_fields(hand)))


def merged(shown: Shown, sent: Round, now: Round) -> Round:
    """Return the round as it is now, with what was changed on the page. Raises BothChanged.

    Who went out, and multipliers of the round, decide what hands are worth: where one side changes them, the
    other must not have changed a hand.
    """
    fields = round_fields(now)
    entered, present = _entered(sent), _entered(now)
    is_shown = shown.get("id") == str(now.id)
    changed_on_page, changed_since = set(), set()
    for name in entered.keys() | present.keys():
        new, known, mark = entered.get(name), present.get(name), shown.get(name, "") if is_shown else None
        if _mark(new) != mark:
            changed_on_page.add(name)
        if _mark(known) != mark:
            changed_since.add(name)
        if new != known and name in changed_on_page & changed_since:
            raise BothChanged(name)
        if new != known and name in changed_on_page:
            fields[name] = new
    differs = any(entered[name] != present[name] for name in OF_ALL_HANDS)
    if differs and _of_hands(changed_on_page) and _of_hands(changed_since):
        raise BothChanged(*OF_ALL_HANDS)
    return round_from(cast(UUID, now.id), fields)


def _of_hands(names: Iterable[str]) -> set[str]:
    """Return those of these fields that decide what hands are worth."""
    return {name for name in names if HAND in name or name in OF_ALL_HANDS}


def _entered(played: Round) -> Fields:
    """Return the fields that a page has; a card class without cards is as if it were not counted."""
    fields = round_fields(played)
    return {name: _without_zeros(value) for name, value in fields.items() if name in ENTERED or HAND in name}


def _without_zeros(value: Any) -> Any:
    if isinstance(value, dict) and isinstance(value.get("cards"), dict):
        return value | {"cards": {key: cards for key, cards in value["cards"].items() if cards}}
    return value


def _mark(value: Any) -> str:
    """Return a short text, equal for equal values; "" for None."""
    if value is None:
        return ""
    if isinstance(value, (str, int)):
        return str(value)
    return hashlib.sha256(repr(_ordered(value)).encode()).hexdigest()[:12]


def _ordered(value: Any) -> Any:
    return sorted((key, _ordered(item)) for key, item in value.items()) if isinstance(value, dict) else value
