"""Judging a session document by its schema."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from exchange.document.checks import (
    MOST_IN_A_TOURNAMENT,
    MOST_PEOPLE,
    MOST_SESSIONS,
    MOST_TOURNAMENTS,
    BadDocument,
    check_texts,
    moment,
    name,
    place,
    shown,
)

SCHEMA = Path(__file__).with_name("schema.json")
MOST = {
    "players": MOST_PEOPLE,
    "nights": MOST_SESSIONS,
    "sessions": MOST_SESSIONS,
    "tournaments": MOST_TOURNAMENTS,
}
MOST_LOOKED_AT = 200  # of what is wrong: they come in reading order, but for parts that are missing


def check_document(document: Any) -> None:
    """Raise BadDocument where it cannot be a session document at all; what is played is not looked at."""
    _check_numbers(document)
    check_texts(document)
    if isinstance(document, dict):
        _check_lists(document.get("tournaments"), ("tournaments",))
    check_schema(_without_plain_hands(document))
    name(document["group"]["name"], "group.name")
    if "exported_at" in document:
        moment(document["exported_at"], "exported_at")
    for part in ("players", "nights", "sessions", "tournaments"):
        _check_once(document.get(part, []), part)


def check_schema(document: Any, validator: Draft202012Validator | None = None, at: str = "") -> None:
    """Raise BadDocument at the first place, in reading order, where a schema is broken: by default that of a
    whole document.
    """
    found = (validator or _document_validator()).iter_errors(document)
    wrong = min(islice(found, MOST_LOOKED_AT), key=lambda error: list(error.absolute_path), default=None)
    if wrong is not None:
        raise _refusal(wrong, at)


def _check_numbers(document: Any) -> None:
    """Raise BadDocument for longer lists than anybody has: each entry takes time to judge."""
    for part, most in MOST.items():
        things = document.get(part) if isinstance(document, dict) else None
        if isinstance(things, list) and len(things) > most:
            raise BadDocument(part, "more than %(most)s entries", most=most)


def _check_lists(thing: Any, path: tuple[str | int, ...]) -> None:
    """The same for whatever lists a tournament holds."""
    inside = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    if isinstance(thing, list) and len(path) > 1 and len(thing) > MOST_IN_A_TOURNAMENT:
        raise BadDocument(place(path), "more than %(most)s entries", most=MOST_IN_A_TOURNAMENT)
    for step, value in inside:
        _check_lists(value, (*path, step))


def _without_plain_hands(document: Any) -> Any:
    """The document without the hands that are beyond doubt: most of a history, and most of what judging it
    by a schema takes. Where one hand of a session is in doubt, all of them stay, for their places.
    """
    try:
        ids = {player["id"] for player in document["players"]}
        sessions = [_without_hands(session, ids) for session in document["sessions"]]
    except (KeyError, TypeError, AttributeError):  # not even built like one: the schema says where
        return document
    return {**document, "sessions": sessions}


def _without_hands(session: Mapping[str, Any], ids: set[str]) -> Mapping[str, Any]:
    lists = [played["hands"] for played in session["rounds"]]
    are_lists = all(isinstance(part, list) for part in (session["rounds"], *lists))
    if not (are_lists and all(_is_plain(hand, ids) for hands in lists for hand in hands)):
        return session
    return {**session, "rounds": [{**played, "hands": []} for played in session["rounds"]]}


def _is_plain(hand: Any, ids: set[str]) -> bool:
    """Whether it is somebody’s, with counts of cards or none, and with points or none."""
    cards, points = hand.get("cards"), hand.get("points")
    counts_well = cards is None or all(type(count) is int and count >= 0 for count in cards.values())
    return hand["player"] in ids and counts_well and (points is None or type(points) is int)


def _check_once(things: list[Mapping[str, Any]], at: str) -> None:
    seen: set[uuid.UUID] = set()
    for index, thing in enumerate(things):
        own = uuid.UUID(thing["id"])
        if own in seen:
            raise BadDocument(f"{at}[{index}].id", "%(name)s is here twice", name=thing["id"])
        seen.add(own)


@cache
def _document_validator() -> Draft202012Validator:
    return validator_of(json.loads(SCHEMA.read_text(encoding="utf-8")))


def validator_of(schema: Any) -> Draft202012Validator:
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
    value, wanted = shown(wrong.instance), wrong.validator_value
    if wrong.validator == "required":
        missing = next(key for key in wanted if key not in wrong.instance)
        return BadDocument(at, "“%(key)s” is missing", key=missing)
    if wrong.validator == "type":
        kind = wanted if isinstance(wanted, str) else " / ".join(wanted)
        return BadDocument(at, "expected %(kind)s, found %(value)s", kind=kind, value=value)
    if wrong.validator == "format":
        return BadDocument(at, "not a valid %(kind)s: %(value)s", kind=wanted, value=value)
    if wrong.validator in ("const", "enum"):
        return BadDocument(at, "expected %(kind)s, found %(value)s", kind=shown(wanted), value=value)
    if wrong.validator == "oneOf":
        return BadDocument(at, "neither an id nor null: %(value)s", value=value)
    if wrong.validator == "minimum":
        return BadDocument(at, "expected %(least)s or more, found %(value)s", least=wanted, value=value)
    if wrong.validator in ("minLength", "minItems"):
        return BadDocument(at, "too short: %(value)s", value=value)
    if wrong.validator == "maxLength":
        return BadDocument(at, "longer than %(most)s characters", most=wanted)
    if wrong.validator == "maximum":
        return BadDocument(at, "expected %(most)s or less, found %(value)s", most=wanted, value=value)
    return BadDocument(at, "%(problem)s", problem=wrong.message[:200])
