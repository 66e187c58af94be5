"""Judging a session document by its schema, and saying where and why it is wrong."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from models.names import is_visible, tidy

SCHEMA = Path(__file__).with_name("schema.json")
DEEPEST = 40
MOST_LOOKED_AT = 200  # of what is wrong: they come in reading order, but for parts that are missing
MOST_PEOPLE = 2_000
MOST_SESSIONS = 20_000
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


def check_document(document: Any) -> None:
    """Raise BadDocument where it cannot be a session document at all; what is played is not looked at."""
    _check_numbers(document)
    check_texts(document)
    check_schema(document)
    name(document["group"]["name"], "group.name")
    if "exported_at" in document:
        moment(document["exported_at"], "exported_at")
    for part in ("players", "nights", "sessions"):
        _check_once(document.get(part, []), part)


def check_schema(document: Any, schema: Path = SCHEMA, at: str = "") -> None:
    """Raise BadDocument at the first place, in reading order, where the schema is broken."""
    found = _validator(schema).iter_errors(document)
    wrong = min(islice(found, MOST_LOOKED_AT), key=lambda error: list(error.absolute_path), default=None)
    if wrong is not None:
        raise _refusal(wrong, at)


def check_texts(document: Any) -> None:
    """Raise BadDocument for a text that nothing could hold or show, and for what is nested too deep."""
    waiting: list[tuple[Any, tuple[str | int, ...]]] = [(document, ())]
    while waiting:
        thing, path = waiting.pop()
        if len(path) > DEEPEST:
            raise BadDocument(place(path[:DEEPEST]), "nested too deep")
        if isinstance(thing, str):
            _check_text(thing, path)
        elif isinstance(thing, dict):
            for key in thing:
                _check_text(key, path)
            waiting += [(value, (*path, key)) for key, value in reversed(thing.items()) if _holds(value)]
        elif isinstance(thing, list):
            places = range(len(thing) - 1, -1, -1)
            waiting += [(thing[index], (*path, index)) for index in places if _holds(thing[index])]


def _holds(value: Any) -> bool:
    """Whether there may be a text in it; a long list of numbers shall take no memory."""
    return isinstance(value, str | list | dict)


def _check_numbers(document: Any) -> None:
    """Raise BadDocument for longer lists than anybody has: each entry takes time to judge."""
    for part, most in (("players", MOST_PEOPLE), ("nights", MOST_SESSIONS), ("sessions", MOST_SESSIONS)):
        things = document.get(part) if isinstance(document, dict) else None
        if isinstance(things, list) and len(things) > most:
            raise BadDocument(part, "more than %(most)s entries", most=most)


def _check_text(text: str, path: tuple[str | int, ...]) -> None:
    if "\x00" in text or (not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)):
        raise BadDocument(place(path), "a text that cannot be written")


def _check_once(things: list[Mapping[str, Any]], at: str) -> None:
    seen: set[uuid.UUID] = set()
    for index, thing in enumerate(things):
        own = uuid.UUID(thing["id"])
        if own in seen:
            raise BadDocument(f"{at}[{index}].id", "%(name)s stands here twice", name=thing["id"])
        seen.add(own)


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
        raise BadDocument(at, "no date and time: %(value)s", value=_shown(text))
    return utc


def day_of(text: str) -> date:
    """The day of a point in time, on the clock it was written by; `moment` has read it before."""
    return datetime.fromisoformat(text).date()


def name(text: str, at: str) -> str:
    if tidy(text) != text or not is_visible(text):
        raise BadDocument(at, "no name: %(value)s", value=_shown(text))
    return text


def check_length(text: str | None, at: str, most: int) -> None:
    if len(text or "") > most:
        raise BadDocument(at, "longer than %(most)s characters", most=most)


def whole(value: Any, at: str, *, least: int, most: int) -> int:
    """A whole number within bounds that a database can hold and a table can see."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadDocument(
            at,
            "a whole number from %(least)s to %(most)s is wanted, not %(value)s",
            least=least,
            most=most,
            value=_shown(value),
        )
    return value


def same_shape(given: Any, model: Any, at: str) -> None:
    """Raise BadDocument where `given` is not built like `model`: the same keys and kinds all the way down.

    Where the model says null anything plain may stand; a list's items are built like the model's first.
    """
    if isinstance(model, Mapping):
        if not isinstance(given, Mapping):
            raise BadDocument(at, "an object is wanted")
        _same_keys(given, model, at)
        for key in given:
            same_shape(given[key], model[key], f"{at}.{key}")
    elif isinstance(model, list):
        if not isinstance(given, list) or len(given) > 100:  # noqa: PLR2004
            raise BadDocument(at, "a list is wanted")
        for index, item in enumerate(given):
            if model:
                same_shape(item, model[0], f"{at}[{index}]")
    elif given is not None and model is not None and type(given) is not type(model):
        kind = type(model).__name__
        raise BadDocument(at, "%(kind)s is wanted, not %(value)s", kind=kind, value=_shown(given))
    elif isinstance(given, Mapping | list) or (isinstance(given, str) and len(given) > 500):  # noqa: PLR2004
        raise BadDocument(at, "this is too much for one value")


def _same_keys(given: Mapping[str, Any], model: Mapping[str, Any], at: str) -> None:
    missing, unknown = model.keys() - given.keys(), given.keys() - model.keys()
    if missing:
        raise BadDocument(at, "“%(key)s” is missing", key=min(missing))
    if unknown:
        raise BadDocument(f"{at}.{min(unknown)}", "unknown here")


@cache
def _validator(path: Path) -> Draft202012Validator:
    schema = json.loads(path.read_text(encoding="utf-8"))
    schema = _in_place(schema, schema.get("$defs", {}))  # looking up every reference takes half of the time
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def _in_place(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """The schema with each definition where it is referred to; none refers to itself."""
    if isinstance(schema, list):
        return [_in_place(item, definitions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    named = schema.get("$ref")
    if isinstance(named, str):
        referred = _in_place(definitions[named.removeprefix("#/$defs/")], definitions)
        return {**referred, **{key: value for key, value in schema.items() if key != "$ref"}}
    return {key: _in_place(value, definitions) for key, value in schema.items() if key != "$defs"}


def _refusal(wrong: ValidationError, within: str) -> BadDocument:
    at = ".".join(filter(None, (within, place(wrong.absolute_path))))
    value, wanted = _shown(wrong.instance), wrong.validator_value
    if wrong.validator == "required":
        missing = next(key for key in wanted if key not in wrong.instance)
        return BadDocument(at, "“%(key)s” is missing", key=missing)
    if wrong.validator == "type":
        kind = wanted if isinstance(wanted, str) else " / ".join(wanted)
        return BadDocument(at, "%(kind)s is wanted, not %(value)s", kind=kind, value=value)
    if wrong.validator == "format":
        return BadDocument(at, "no %(kind)s: %(value)s", kind=wanted, value=value)
    if wrong.validator == "const":
        return BadDocument(at, "%(kind)s is wanted, not %(value)s", kind=_shown(wanted), value=value)
    if wrong.validator == "oneOf":
        return BadDocument(at, "neither an id nor null: %(value)s", value=value)
    if wrong.validator == "minimum":
        return BadDocument(at, "%(least)s or more is wanted, not %(value)s", least=wanted, value=value)
    if wrong.validator in ("minLength", "minItems"):
        return BadDocument(at, "too short: %(value)s", value=value)
    if wrong.validator == "maxLength":
        return BadDocument(at, "longer than %(most)s characters", most=wanted)
    if wrong.validator == "maximum":
        return BadDocument(at, "%(most)s or less is wanted, not %(value)s", most=wanted, value=value)
    return BadDocument(at, "%(problem)s", problem=wrong.message[:200])


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004
