"""A draft: what a file tells, before the table has said who is who and which game is which.

It is a session document (models/document/records.py), as it stands where the file tells rounds. Where it
tells totals only, a session has, instead of variant, night and rounds, what DraftSession adds.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Set
from typing import Any, NotRequired, TypedDict, cast

from models.document.checks import BadDocument
from models.document.collecting import making_many
from models.document.records import GroupRecord, NightRecord, PlayerRecord, SessionRecord
from models.names import tidy


class DraftPlayer(PlayerRecord):
    """told: the name as the file has it. nameless: never known by name."""

    told: NotRequired[str]
    nameless: NotRequired[bool]


class DraftSession(SessionRecord):
    """at: its place in the file. game: what the file calls the game.

    day, timed: the date, and whether started_at is more than a guess. place, note: of that evening.
    totals: whole points or wins, one for each of “seats”. winners: who won by the file's own word.
    ours: what may be the id of the session here that the file got it from.
    """

    at: NotRequired[str]
    game: NotRequired[str]
    day: NotRequired[str]
    timed: NotRequired[bool]
    place: NotRequired[str | None]
    note: NotRequired[str | None]
    totals: NotRequired[list[int]]
    winners: NotRequired[list[str]]
    ours: NotRequired[str]


class LeftOut(TypedDict):
    """What cannot come in: its place in the file, a few of its words, and why, as BadDocument has it."""

    at: str
    what: str
    reason: str
    values: dict[str, str]


class Draft(TypedDict):
    format: str
    group: GroupRecord
    players: list[DraftPlayer]
    nights: NotRequired[list[NightRecord]]
    sessions: list[DraftSession]
    left_out: NotRequired[list[LeftOut]]


NAMED = {"players", "left_out"}  # where names stand
# What only a draft says; a document that says it too does not mean that.
OF_A_PLAYER = DraftPlayer.__annotations__.keys() - PlayerRecord.__annotations__.keys()
OF_A_SESSION = DraftSession.__annotations__.keys() - SessionRecord.__annotations__.keys()


def draft_of_document(document: Mapping[str, Any]) -> Draft:
    """The draft that a session document is, without the words that only a draft has: nobody checked them."""
    draft = {
        **document,
        "players": [_without(OF_A_PLAYER, player) for player in document["players"]],
        "sessions": [as_document(session) for session in document["sessions"]],
    }
    draft.pop("left_out", None)
    return cast(Draft, draft)


def as_document(session: DraftSession) -> SessionRecord:
    """A session without the words that only a draft has."""
    return cast(SessionRecord, _without(OF_A_SESSION, session))


def left_out(what: str, why: BadDocument) -> LeftOut:
    values = {key: str(value) for key, value in why.values.items()}
    return {"at": why.place, "what": tidy(what), "reason": why.reason, "values": values}


def tells_totals(session: DraftSession) -> bool:
    """Whether it still needs a game to become a session of a document."""
    return "totals" in session


def packed(draft: Draft) -> bytes:
    """A draft as the database keeps it: who is named in it first, so that the rest can stay as it is."""
    named = {part: told for part, told in draft.items() if part in NAMED}
    return repacked(named, _compressed(_without(NAMED, draft)))


def unpacked(kept: bytes) -> Draft:
    with making_many():
        named, rest = named_in(kept)
        return cast(Draft, {**(json.loads(zlib.decompress(rest)) if rest else {}), **named})


def named_in(kept: bytes) -> tuple[dict[str, Any], bytes]:
    """Players and what is left out, and the rest for `repacked`; of what an older version kept everything."""
    first = zlib.decompressobj()
    return json.loads(first.decompress(kept)), first.unused_data


def repacked(named: Mapping[str, Any], rest: bytes) -> bytes:
    return _compressed(named) + rest


def _compressed(part: Mapping[str, Any]) -> bytes:
    return zlib.compress(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode())


def _without(words: Set[str], record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in words}
