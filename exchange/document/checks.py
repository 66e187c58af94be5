"""What any part of a session document is checked by, and how it is said where and why one is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

from models.names import is_visible, tidy

DEEPEST = 40
FIRST_YEAR, LAST_YEAR = 1900, 2999  # a time zone must still fit on both sides


class BadDocument(ValueError):
    """A document that cannot be read: `place` in it (as sessions[0].rounds[2]) and the `reason`.

    The reason is a message of the catalogues, with `values` for its placeholders; str() says it in English.
    """

    def __init__(self, place: str, reason: str, **values: object) -> None:
        said = reason % values
        super().__init__(f"{place}: {said}" if place else said)
        self.place = place
        self.reason = reason
        self.values = values

    def at(self, place: str) -> BadDocument:
        """The same refusal, told of another place."""
        return type(self)(place, self.reason, **self.values)


def check_texts(found: Any) -> None:
    """Raise BadDocument where JSON holds a text that no database could, or is nested too deep."""
    waiting: list[tuple[Any, tuple[str | int, ...]]] = [(found, ())]
    while waiting:
        thing, path = waiting.pop()
        if len(path) > DEEPEST:
            raise BadDocument(place(path[:DEEPEST]), "nested too deep")
        if isinstance(thing, str):
            check_characters(thing, place(path))
        elif isinstance(thing, dict):
            for key in thing:
                check_characters(key, place(path))
            waiting += [(value, (*path, key)) for key, value in reversed(thing.items()) if _holds(value)]
        elif isinstance(thing, list):
            places = range(len(thing) - 1, -1, -1)
            waiting += [(thing[index], (*path, index)) for index in places if _holds(thing[index])]


def _holds(value: Any) -> bool:
    """Whether there may be a text in it; a long list of numbers shall take no memory."""
    return isinstance(value, str | list | dict)


def place(path: Iterable[str | int]) -> str:
    """sessions, 0, rounds, 2 → sessions[0].rounds[2]."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step[:40]}" if text else step[:40]
    return text


def moment(text: str, at: str) -> datetime:
    """A point in time; without a zone it is UTC."""
    try:
        read = datetime.fromisoformat(text)
        utc = (read.replace(tzinfo=UTC) if read.tzinfo is None else read).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        utc = None
    if utc is None or not FIRST_YEAR <= utc.year <= LAST_YEAR:
        raise BadDocument(at, "not a date and time: %(value)s", value=shown(text))
    return utc


def day_of(text: str) -> date:
    """The day of a point in time, on the clock it was written by; `moment` has read it before."""
    return datetime.fromisoformat(text).date()


def name(text: str, at: str) -> str:
    check_characters(text, at)
    if tidy(text) != text or not is_visible(text):
        raise BadDocument(at, "not a name: %(value)s", value=shown(text))
    return text


def check_text(text: str | None, at: str, most: int) -> None:
    """Raise BadDocument for a text that is too long, or that no database could hold."""
    if len(text or "") > most:
        raise BadDocument(at, "longer than %(most)s characters", most=most)
    check_characters(text or "", at)


def check_characters(text: str, at: str) -> None:
    if "\x00" in text or (not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)):
        raise BadDocument(at, "a text that cannot be written")


def whole(value: Any, at: str, *, least: int, most: int) -> int:
    """A whole number within bounds that a database can hold and a table can see."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadDocument(
            at,
            "expected a whole number from %(least)s to %(most)s, found %(value)s",
            least=least,
            most=most,
            value=shown(value),
        )
    return value


def check_made(said: object, made: object, at: str) -> None:
    """Raise BadDocument where something that is computed is said to be something else."""
    if said != made:
        raise BadDocument(at, "the hands make %(worth)s, not %(value)s", worth=made, value=said)


def bad_option(at: str, reason: str) -> BadDocument:
    """reason: as IllegalOption has it."""
    return {
        "unknown": BadDocument(at, "there is no such option"),
        "type": BadDocument(at, "not the kind of value it takes"),
        "choice": BadDocument(at, "not one of the choices"),
        "range": BadDocument(at, "too small or too large"),
        "rank": BadDocument(at, "there is no such card"),
    }[reason]


def shown(value: Any) -> str:
    """A value of the document as JSON, cut short where it is long."""
    return shortened(json.dumps(value, ensure_ascii=False, default=str))


def shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004
