"""A draft: what a file tells, before the table has said who is who and which game is which.

It is a session document (exchange/document/records.py), as it stands where the file tells rounds. Where it
tells totals only, a session has, instead of variant, night and rounds, what DraftSession adds.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Set
from datetime import UTC, datetime, tzinfo
from typing import Any, NotRequired, TypedDict, cast

from exchange.document.checks import BadDocument, day_of, moment
from exchange.document.collecting import making_many
from exchange.document.records import GroupRecord, NightRecord, PlayerRecord, SessionRecord
from exchange.document.tournaments.records import TournamentRecord
from models.imported_file import compressed, named_in, repacked
from models.names import tidy


class DraftPlayer(PlayerRecord):
    """told: the name as the file has it. nameless: never known by name."""

    told: NotRequired[str]
    nameless: NotRequired[bool]


class DraftSession(SessionRecord):
    """at: its place in the file. game: what the file calls the game.

    day, timed: the date, and whether started_at is more than a guess. place, note: of that evening.
    totals: whole points or wins, one for each of “seats”. winners: who won by the file's own word.
    played: points by round, one for each of “seats”, null for whoever did not play it.
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
    played: NotRequired[list[list[int | None]]]
    ours: NotRequired[str]


class LeftOut(TypedDict):
    """What cannot come in: its place in the file, a few of its words, and why, as BadDocument has it."""

    at: str
    what: str
    reason: str
    values: dict[str, str]


class Odd(TypedDict):
    """Something in a file that the table should know of: its place, which kind of oddity, and its values.

    code: "winner" (the file names another winner than the points do: `file`, `points`, lists of names),
    "sum" (points that no hands of this game make: `name`, `count`), "name" (a name was shortened: `name`,
    `short`), "note" (a remark on a game that has no place here: `note`), "rounds" (rounds do not add up to
    the total of `name`), "total" (a `row` of totals says `said` of `name`, whose column makes `made`), "sums"
    (a `row` is taken for the totals), "row" (a `row` is not read), "column" (`name` is not read) or "sheet"
    (of several sheets only `name` is read).
    """

    at: str
    code: str
    values: dict[str, Any]


class Question(TypedDict):
    """Something that a table does not say: `answers` that are possible, the one that is `chosen`.

    key: "rows" (what a row is: "rounds" of one game or "games"), "running" (whether numbers run on: "yes",
    "no"), "dates" ("dmy", "mdy", "ymd"; about: a date as it is `written` and what it is by each) or "day"
    (when it was played, any day).
    """

    key: str
    answers: list[str]
    chosen: str
    about: dict[str, str]


class Table(TypedDict):
    """The lines of a table, each with its number and cells, and what is asked of them."""

    lines: list[Any]
    questions: list[Question]


class Draft(TypedDict):
    format: str
    group: GroupRecord
    players: list[DraftPlayer]
    nights: NotRequired[list[NightRecord]]
    sessions: list[DraftSession]
    tournaments: NotRequired[list[TournamentRecord]]
    left_out: NotRequired[list[LeftOut]]
    odd: NotRequired[list[Odd]]
    table: NotRequired[Table]


NAMED = {"players", "left_out", "odd", "table"}  # where names stand
# What only a draft says; a document that says it too does not mean that.
OF_A_PLAYER = DraftPlayer.__annotations__.keys() - PlayerRecord.__annotations__.keys()
OF_A_SESSION = DraftSession.__annotations__.keys() - SessionRecord.__annotations__.keys()


def draft_of_document(document: Mapping[str, Any], zone: tzinfo = UTC) -> Draft:
    """The draft that a session document is, without the words that only a draft has: nobody checked them.

    zone: whose clock tells on which day a session began that names no night, where it was written in UTC.
    """
    draft = {
        **document,
        "players": [_without(OF_A_PLAYER, player) for player in document["players"]],
        "sessions": [as_document(session) for session in document["sessions"]],
    }
    for words in ("left_out", "odd", "table"):
        draft.pop(words, None)
    for session in draft["sessions"]:
        if "night" not in session and "started_at" in session:
            session["day"] = _day_of(session["started_at"], zone)
    return cast(Draft, draft)


def _day_of(written: str, zone: tzinfo) -> str:
    """UTC is nobody's clock on the wall; any other is that of whoever wrote it."""
    is_utc = not datetime.fromisoformat(written).utcoffset()
    return (moment(written, "").astimezone(zone).date() if is_utc else day_of(written)).isoformat()


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
    """A draft as the database keeps it."""
    named = {part: told for part, told in draft.items() if part in NAMED}
    return repacked(named, compressed(_without(NAMED, draft)))


def unpacked(kept: bytes) -> Draft:
    with making_many():
        named, rest = named_in(kept)
        return cast(Draft, {**(json.loads(zlib.decompress(rest)) if rest else {}), **named})


def _without(words: Set[str], record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in words}
