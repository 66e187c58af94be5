"""A draft: what a file tells, before the table has said who is who and which game is which.

It is a session document (exchange/document/records.py), as it stands where the file tells rounds. Where it
tells totals only, a session has no variant, night and rounds, but what DraftSession adds.
"""

from __future__ import annotations

import zlib
from datetime import UTC, datetime, tzinfo
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType, field
from msgspec.structs import asdict

from exchange.document.checks import BadDocument, day_of, moment
from exchange.document.decoding import share_rules
from exchange.document.records import (
    Document,
    GroupRecord,
    NightRecord,
    PlayerRecord,
    Record,
    RoundRecord,
    SessionRecord,
    TournamentRecord,
)
from models.imported_file import compressed, repacked
from models.names import tidy


class DraftPlayer(PlayerRecord, kw_only=True):
    """told: the name as the file has it, where that is another. nameless: never known by name."""

    told: str | UnsetType = UNSET
    nameless: bool = False


class DraftSession(SessionRecord, kw_only=True):
    """at: its place in the file. game: what the file calls the game.

    day, timed: the date, and whether started_at is more than a guess. place, note: of that evening.
    totals: whole points or wins, one for each of “seats”. winners: who won by the file's own word.
    played: points by round, one for each of “seats”, null for whoever did not play it.
    ours: what may be the id of the session here that the file got it from.
    """

    variant: str = ""
    rounds: list[RoundRecord] = field(default_factory=list)
    at: str = ""
    game: str | UnsetType = UNSET
    day: str | UnsetType = UNSET
    timed: bool = True
    place: str | None = None
    note: str | None = None
    totals: list[int] | UnsetType = UNSET
    winners: list[str] = field(default_factory=list)
    played: list[list[int | None]] | UnsetType = UNSET
    ours: str | UnsetType = UNSET


class LeftOut(Record, kw_only=True):
    """What cannot come in: its place in the file, a few of its words, and why, as BadDocument has it."""

    at: str
    what: str
    reason: str
    values: dict[str, str]


class Odd(Record, kw_only=True):
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


class Question(Record, kw_only=True):
    """Something that a table does not say: `answers` that are possible, the one that is `chosen`.

    key: "rows" (what a row is: "rounds" of one game or "games"), "running" (whether numbers run on: "yes",
    "no"), "dates" ("dmy", "mdy", "ymd"; about: a date as it is `written` and what it is by each) or "day"
    (when it was played, any day).
    """

    key: str
    answers: list[str]
    chosen: str
    about: dict[str, str]


class Table(Record, kw_only=True):
    """The lines of a table, each with its number and cells, and what is asked of them."""

    lines: list[tuple[int, list[str]]]
    questions: list[Question]


class Draft(Record, kw_only=True):
    format: str
    group: GroupRecord
    players: list[DraftPlayer]
    nights: list[NightRecord] = field(default_factory=list)
    sessions: list[DraftSession]
    tournaments: list[TournamentRecord] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    odd: list[Odd] = field(default_factory=list)
    table: Table | UnsetType = UNSET


NAMED = {"players", "left_out", "odd", "table"}  # where names stand


def draft_of_document(document: Document, zone: tzinfo = UTC) -> Draft:
    """The draft that a session document is.

    zone: whose clock tells on which day a session began that names no night, where it was written in UTC.
    """
    return Draft(
        format=document.format,
        group=document.group,
        players=[DraftPlayer(**asdict(player)) for player in document.players],
        nights=document.nights,
        sessions=[
            DraftSession(**asdict(session), day=_day_of(session, zone)) for session in document.sessions
        ],
        tournaments=document.tournaments,
    )


def _day_of(session: SessionRecord, zone: tzinfo) -> str | UnsetType:
    """UTC is nobody's clock on the wall; any other is that of whoever wrote it."""
    if session.night is not UNSET or session.started_at is UNSET:
        return UNSET
    written = session.started_at
    is_utc = not datetime.fromisoformat(written).utcoffset()
    return (moment(written, "").astimezone(zone).date() if is_utc else day_of(written)).isoformat()


def left_out(what: str, why: BadDocument) -> LeftOut:
    values = {key: str(value) for key, value in why.values.items()}
    return LeftOut(at=why.place, what=tidy(what), reason=why.reason, values=values)


def tells_totals(session: DraftSession) -> bool:
    """Whether it still needs a game to become a session of a document."""
    return session.totals is not UNSET


def packed(draft: Draft) -> bytes:
    """A draft as the database keeps it."""
    parts = asdict(draft)
    named = {part: parts.pop(part) for part in NAMED if parts[part] is not UNSET}
    parts.pop("table", None)
    return repacked(named, compressed(parts))


def unpacked(kept: bytes) -> Draft:
    """A draft that was `packed`; a version of old packed all of it as one part."""
    first = zlib.decompressobj()
    text = first.decompress(kept)
    if first.unused_data:  # more members of the same object
        text = text[:-1] + b"," + zlib.decompress(first.unused_data)[1:]
    draft = msgspec.json.decode(text, type=Draft)
    share_rules(draft.sessions)
    return draft
