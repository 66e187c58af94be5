"""Checks for parts of a session document, and the error that names the place and the reason."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

from models.names import is_visible, tidy

DEEPEST = 40
FIRST_YEAR, LAST_YEAR = 1900, 2999  # a time zone must still fit on both sides


class BadDocument(ValueError):
    """A document that cannot be read. path: the place in it, as sessions[0].rounds[2].

    reason: a message id of the catalogues; values: its placeholders. str() gives the English text.
    """

    def __init__(self, place: str, reason: str, **values: object) -> None:
        text = reason % values
        super().__init__(f"{place}: {text}" if place else text)
        self.place = place
        self.reason = reason
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with its attributes: its text alone does not make it."""
        return type(self).__new__, (type(self), *self.args), vars(self)

    def at(self, place: str) -> BadDocument:
        """Return the same error for another path."""
        return type(self)(place, self.reason, **self.values)


def with_integers(value: Any, levels: int = DEEPEST) -> Any:
    """Return a JSON value with 12 for 12.0, which JSON Schema counts as an integer, too.

    levels: of lists and objects to look into.

    >>> with_integers({"points": [12.0, 12.5]})
    {'points': [12, 12.5]}
    """
    if levels and isinstance(value, dict):
        return {key: with_integers(item, levels - 1) for key, item in value.items()}
    if levels and isinstance(value, list):
        return [with_integers(item, levels - 1) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def check_texts(json_value: Any) -> None:
    """Raise BadDocument for text that a database cannot store, and for nesting deeper than DEEPEST."""
    waiting: list[tuple[Any, tuple[str | int, ...]]] = [(json_value, ())]
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
    """Whether a value can contain text; skips numbers, so that a long list of them needs no memory."""
    return isinstance(value, str | list | dict)


def place(path: Iterable[str | int]) -> str:
    """Format a path: ("sessions", 0, "rounds", 2) → "sessions[0].rounds[2]"."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step[:40]}" if text else step[:40]
    return text


def moment(text: str, at: str) -> datetime:
    """Parse an ISO date and time as UTC; without a zone it is UTC. Raises BadDocument."""
    try:
        read = datetime.fromisoformat(text)
        utc = (read.replace(tzinfo=UTC) if read.tzinfo is None else read).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        utc = None
    if utc is None or not FIRST_YEAR <= utc.year <= LAST_YEAR:
        raise BadDocument(at, "not a date and time: %(value)s", value=shown(text))
    return utc


def day_of(text: str) -> date:
    """The local date of an ISO date and time that `moment` has accepted."""
    return datetime.fromisoformat(text).date()


def name(text: str, at: str) -> str:
    check_characters(text, at)
    if tidy(text) != text or not is_visible(text):
        raise BadDocument(at, "not a name: %(value)s", value=shown(text))
    return text


def check_text(text: str | None, at: str, most: int) -> None:
    """Raise BadDocument for a text longer than `most` characters, or one that a database cannot store."""
    if len(text or "") > most:
        raise BadDocument(at, "longer than %(most)s characters", most=most)
    check_characters(text or "", at)


def check_characters(text: str, at: str) -> None:
    if "\x00" in text or (not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)):
        raise BadDocument(at, "a text that cannot be written")


def whole(value: Any, at: str, *, least: int, most: int) -> int:
    """Return a whole number from `least` to `most`; raises BadDocument otherwise."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadDocument(
            at,
            "expected a whole number from %(least)s to %(most)s, found %(value)s",
            least=least,
            most=most,
            value=shown(value),
        )
    return value


def check_total(given: object, computed: object, at: str) -> None:
    """Raise BadDocument if a computed figure differs from the one in the document."""
    if given != computed:
        raise BadDocument(at, "the hands make %(worth)s, not %(value)s", worth=computed, value=given)


def bad_option(at: str, reason: str) -> BadDocument:
    """The error for an option. reason: of IllegalOption."""
    return {
        "unknown": BadDocument(at, "there is no such option"),
        "type": BadDocument(at, "not the kind of value it takes"),
        "choice": BadDocument(at, "not one of the choices"),
        "range": BadDocument(at, "too small or too large"),
        "rank": BadDocument(at, "there is no such card"),
    }[reason]


def shown(value: Any) -> str:
    """Format a value as JSON, shortened."""
    return shortened(json.dumps(value, ensure_ascii=False, default=str))


def shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004
