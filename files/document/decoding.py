"""Decode untrusted JSON into types; errors name the path and the reason."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType, inspect

from files.document.checks import BadDocument, moment, name, place, shortened, shown
from files.document.games import check_game
from files.document.records import (
    DATE,
    FORMATS,
    UUID,
    Document,
    GameRecord,
    NightRecord,
    NonNegative,
    PlayerRecord,
    SessionRecord,
    TournamentRecord,
)
from game.texts import Text, Words
from game.variants.custom.definition import Points

# Ten years of a group hold 1.6 million values, 0.7 million lists and objects, and 234 bytes between two
# brackets at most. What no type names is skipped without becoming objects: these limit what a type may hold.
MAX_VALUES = 2_500_000
MAX_LISTS = 1_500_000
MAX_FLAT_LENGTH = (
    65_536  # bytes between two brackets that are looked at: a text, or members of one list or object
)
MAX_FLAT_COMMAS = 5_000  # commas in them
FLAT = bytes(byte not in b"[]{}" for byte in range(256))  # for `bytes.translate`, which takes 0.2 s for 60 MB
STRETCH = re.compile(rb"[^\[\]{}]++")
POSITION = re.compile(r"\(byte (\d+)\)")
BETWEEN = re.compile(rb"(?:[\s,]|\xef\xbb\xbf)*+")  # objects: blanks, commas, byte order marks
MAX_JOINED = 1_000
MAX_QUOTES = (
    4 * MAX_VALUES
)  # in a file whose decimals are removed, which takes 1 to 2 s for each million of texts
# A text or a whole number, and decimals that are zero.
ZERO_DECIMALS = re.compile(rb'("(?:[^"\\]++|\\.)*+"|-?[0-9]++)(?:\.0++(?![0-9eE]))?', re.DOTALL)
MAX_HAND_LENGTH = 10_000  # bytes; of more the key that is wrong is not looked for

T = TypeVar("T")
Step = str | int
ERROR = re.compile(r"(?P<problem>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
ENUM = re.compile(r"Invalid enum value (.*)", re.DOTALL)
STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]|\[(\.\.\.)\]")
KINDS = {"int": "integer", "str": "string", "float": "number", "bool": "boolean"}
PATTERNS = {UUID: "uuid", DATE: "date", r"\\S": "text"}
# Types of the values in an object by its name; otherwise they are words.
VALUES = {"values": Points | None, "cards": NonNegative, "words": Text | None}


class Head(Struct):
    """The members by which a kind of file is recognized."""

    format: Raw | UnsetType = UNSET
    plays: Raw | UnsetType = UNSET

    @property
    def is_document(self) -> bool:
        return self.format is not UNSET and bytes(self.format) in [
            b'"%s"' % name.encode() for name in FORMATS
        ]

    @property
    def has_plays(self) -> bool:
        return self.plays is not UNSET and bytes(memoryview(self.plays)[:1]) == b"["


class _Skipped(Struct):
    """An object of which no member is kept."""


def document_in(content: bytes) -> Document:
    """Decode a session document and check ids, names and times; rounds and rules are checked later.

    Raises BadDocument.
    """
    document = decoded(content, Document)
    name(document.group.name, "group.name")
    if document.exported_at is not UNSET:
        moment(document.exported_at, "exported_at")
    _check_once(document.players, "players")
    _check_once(document.nights, "nights")
    _check_once(document.games, "games")
    for index, game in enumerate(document.games):
        check_game(game, f"games[{index}]")
    _check_once(document.sessions, "sessions")
    _check_once(document.tournaments, "tournaments")
    share_rules(document.sessions)
    return document


def share_rules(sessions: Iterable[SessionRecord]) -> None:
    """Let sessions with equal rules share one copy; before, each of them references the text of the whole
    file.
    """
    copies: dict[bytes, Raw] = {}
    for session in sessions:
        if session.rules is not UNSET:
            text = bytes(session.rules)
            session.rules = copies.setdefault(text, Raw(text))


def decoded(content: bytes, shape: type[T], *, values: int = MAX_VALUES, lists: int = MAX_LISTS) -> T:
    """Decode a JSON object as `shape`; raises BadDocument.

    values, lists: limits on its values, and on its lists and objects.
    """
    if content.lstrip()[:1] != b"{":
        blank = len(content) - len(content.lstrip())
        raise BadDocument("", "line %(line)s: a JSON object is expected", line=_line(content, blank))
    check_size(content, values, lists)
    if b"\1" * MAX_FLAT_LENGTH in content.translate(FLAT) and any(
        stretch[0].count(b",") > MAX_FLAT_COMMAS for stretch in STRETCH.finditer(content)
    ):
        raise BadDocument("", "more than such a file can hold")
    try:
        return _as(shape, content)
    except msgspec.ValidationError as wrong:
        error = str(wrong)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise _broken(content, str(wrong)) from None
    except RecursionError:
        raise BadDocument("", "nested too deep") from None
    raise _refusal(content, shape, error)


def _as(shape: type[T], content: bytes) -> T:
    """Decode JSON in which whole numbers may be written as 12.0, as other programs do.

    JSON Schema (2020-12, 6.1.1) counts 12.0 as an integer. msgspec 0.22 does only if it is not strict, and
    then takes texts for numbers, too.
    """
    try:
        return msgspec.json.decode(content, type=shape)
    except msgspec.ValidationError as wrong:
        if "got `float`" not in str(wrong) or content.count(b'"') > MAX_QUOTES:
            raise
    return msgspec.json.decode(ZERO_DECIMALS.sub(rb"\1", content), type=shape)


def check_size(content: bytes, values: int = MAX_VALUES, lists: int = MAX_LISTS) -> None:
    """Raise BadDocument for more values, or lists and objects, than these."""
    if content.count(b",") > values or content.count(b"[") + content.count(b"{") > lists:
        raise BadDocument("", "more than such a file can hold")


def objects_in(content: bytes) -> list[bytes]:
    """Split JSON objects that stand one after the other, or in a list, as files joined by hand have them.

    Anything else is returned as a whole. Raises BadDocument.
    """
    start = len(content) - len(content.lstrip())
    is_list = content[start : start + 1] == b"["
    start = _next(content, start + is_list)
    if content[start : start + 1] != b"{":
        return [content]
    check_size(content)
    objects: list[slice] = []
    while content[start : start + 1] == b"{":
        if len(objects) == MAX_JOINED:
            raise BadDocument("", "more than such a file can hold")
        end = _end_of_object(content, start)
        objects.append(slice(start, end))
        start = _next(content, end)
    if content[start:].rstrip() != (b"]" if is_list else b""):
        raise _broken(content, f"(byte {start})")
    is_whole = len(objects) == 1 and not is_list
    return [content] if is_whole else [content[part] for part in objects]


def _next(content: bytes, start: int) -> int:
    """Where the next object may begin."""
    between = BETWEEN.match(content, start)
    return between.end() if between else start


def _end_of_object(content: bytes, start: int) -> int:
    """Where the object ends that begins at `start`, with the blanks behind it."""
    try:
        msgspec.json.decode(memoryview(content)[start:], type=_Skipped)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        position = POSITION.search(str(wrong))
        end = start + int(position[1]) if position else len(content)
        if "trailing characters" in str(wrong):
            return end - 1  # msgspec counts the first of them
        raise _broken(content, f"(byte {end})") from None
    except RecursionError:
        raise BadDocument("", "nested too deep") from None
    return len(content)


def _check_once(
    things: Sequence[PlayerRecord | NightRecord | GameRecord | SessionRecord | TournamentRecord], at: str
) -> None:
    seen: set[uuid.UUID] = set()
    for index, thing in enumerate(things):
        thing_id = uuid.UUID(thing.id)
        if thing_id in seen:
            raise BadDocument(f"{at}[{index}].id", "%(name)s is here twice", name=thing.id)
        seen.add(thing_id)


def _broken(content: bytes, problem: str) -> BadDocument:
    """The error for malformed JSON, with its line."""
    position = POSITION.search(problem)
    line = _line(content, int(position[1]) if position else len(content))
    return BadDocument("", "line %(line)s: this is where the JSON breaks off", line=line)


def _line(content: bytes, end: int) -> int:
    return content.count(b"\n", 0, end) + 1


def _refusal(content: bytes, shape: type, error: str) -> BadDocument:
    """Translate an error of msgspec into one of the catalogues, with the value at its path."""
    match = ERROR.fullmatch(error)
    problem, path = (match["problem"], match["path"] or "") if match else (error, "")
    try:
        steps, there = _at(content, path)
    except msgspec.DecodeError as wrong:  # further down; the first thing wrong was no part of a document
        return _broken(content, str(wrong))
    except RecursionError:
        return BadDocument("", "nested too deep")
    except (LookupError, StopIteration):  # of two members of one name the first was wrong, the last is found
        return BadDocument("", "%(problem)s", problem=problem[:200])
    at, value = place(steps), _shown(there)
    if details := ENUM.fullmatch(problem):
        is_key = bool(match and match["key"])
        kind = shown(_choices(shape, steps, of_keys=is_key))
        value = shortened(details[1]) if is_key else value
        return BadDocument(at, "expected %(kind)s, found %(value)s", kind=kind, value=value)
    for pattern, refusal in REFUSALS:
        if details := pattern.fullmatch(problem):
            return refusal(at, value, details[1])
    return BadDocument(at, "%(problem)s", problem=problem[:200])


def _of_kind(names: str) -> str:
    """Translate type names of msgspec into those of JSON: "int | null" → "integer / null"."""
    return " / ".join(KINDS.get(name, name) for name in names.split(" | "))


# What msgspec says, and the refusal by its place, by what stands there, and by what is marked in the words.
REFUSALS: Sequence[tuple[re.Pattern[str], Callable[[str, str, str], BadDocument]]] = (
    (
        re.compile(r"Object missing required field `(.+)`"),
        lambda at, _value, key: BadDocument(at, "“%(key)s” is missing", key=key),
    ),
    (
        re.compile(r"Expected `([^`]+)`, got `.+`"),
        lambda at, value, kind: BadDocument(
            at, "expected %(kind)s, found %(value)s", kind=_of_kind(kind), value=value
        ),
    ),
    (
        re.compile(r"Expected `str` matching regex '(.+)'"),
        lambda at, value, pattern: BadDocument(
            at, "not a valid %(kind)s: %(value)s", kind=PATTERNS[pattern], value=value
        ),
    ),
    (
        re.compile(r"Expected `(?:str|array)` of length >= (\d+)"),
        lambda at, value, _least: BadDocument(at, "too short: %(value)s", value=value),
    ),
    (
        re.compile(r"Expected `str` of length <= (\d+)"),
        lambda at, _value, most: BadDocument(at, "longer than %(most)s characters", most=most),
    ),
    (
        re.compile(r"Expected `array` of length <= (\d+)"),
        lambda at, _value, most: BadDocument(at, "more than %(most)s entries", most=most),
    ),
    (
        re.compile(r"Expected `int` >= (-?\d+)"),
        lambda at, value, least: BadDocument(
            at, "expected %(least)s or more, found %(value)s", least=least, value=value
        ),
    ),
    (
        re.compile(r"Expected `int` <= (-?\d+)"),
        lambda at, value, most: BadDocument(
            at, "expected %(most)s or less, found %(value)s", most=most, value=value
        ),
    ),
    (
        re.compile(r"Expected `array` of length (\d+)"),
        lambda at, value, count: BadDocument(
            at, "expected %(count)s entries, found %(value)s", count=count, value=value
        ),
    ),
    (
        re.compile(r"Object contains unknown field `(.+)`"),
        lambda at, _value, key: BadDocument(at, "“%(key)s” is unknown", key=shortened(key)),
    ),
    (
        re.compile(r"(.+) out of range"),
        lambda at, value, _said: BadDocument(at, "not a usable number: %(value)s", value=value),
    ),
)


def _at(content: bytes, path: str) -> tuple[list[Step], Raw]:
    """Split a path of msgspec into steps, and return them with the JSON at that path."""
    steps: list[Step] = []
    there = Raw(content)
    for member, index, some_key in STEP.findall(path):
        if some_key and len(memoryview(there)) > MAX_HAND_LENGTH:
            break
        step: Step = int(index) if index else member
        if index:
            there = msgspec.json.decode(there, type=list[Raw])[int(index)]
        else:
            members = msgspec.json.decode(there, type=dict[str, Raw])
            kind = VALUES.get(str(steps[-1]) if steps else "", Words)
            step = _wrong_key(members, kind) if some_key else member
            there = members[step]
        steps.append(step)
    return steps, there


def _choices(shape: type, steps: Sequence[Step], *, of_keys: bool) -> list[Any]:
    """The values of the literal type at a path of `shape`, or of the keys there."""
    kind: Any = inspect.type_info(shape)
    for step in steps:
        if isinstance(step, int):
            kind = _item_of(kind, step)
        else:
            fields = _of(kind, (inspect.StructType, inspect.DataclassType)).fields
            kind = next(field.type for field in fields if field.encode_name == step)
    kind = _of(kind, inspect.DictType).key_type if of_keys else kind
    return list(_of(kind, inspect.LiteralType).values)


def _item_of(kind: Any, index: int) -> Any:
    """The type of an item of a list or tuple."""
    items = _of(kind, (inspect.ListType, inspect.VarTupleType, inspect.TupleType))
    return items.item_types[index] if isinstance(items, inspect.TupleType) else items.item_type


def _of(kind: Any, wanted: type | tuple[type, ...]) -> Any:
    """The part of a type that is a `wanted`: the type may be annotated or a union."""
    kind = kind.type if isinstance(kind, inspect.Metadata) else kind
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    plain = (part.type if isinstance(part, inspect.Metadata) else part for part in kinds)
    return next(part for part in plain if isinstance(part, wanted))


def _wrong_key(members: Mapping[str, Raw], kind: Any) -> str:
    """The first key with an invalid value, or else with one of another kind; msgspec does not name keys."""
    unread = (key for key, value in members.items() if not _is(value, Any))
    others = (key for key, value in members.items() if not _is(value, kind))
    return next(chain(unread, others))


def _is(value: Raw, kind: Any) -> bool:
    try:
        msgspec.json.decode(value, type=kind)
    except msgspec.DecodeError:
        return False
    return True


def _shown(value: Raw) -> str:
    """The beginning of a JSON value, on one line."""
    text = bytes(memoryview(value)[:400]).decode(errors="ignore")
    return shortened(" ".join(text.split()))
