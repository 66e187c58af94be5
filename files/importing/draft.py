"""A draft: the content of a file before players and games are matched with those of the group.

It is a session document (files/document/records.py). A session of which the file gives totals only has
no variant, night and rounds, but what DraftSession adds.
"""

from __future__ import annotations

import zlib
from datetime import UTC, datetime, tzinfo
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType, field
from msgspec.structs import asdict

from files.document.checks import BadDocument, day_of, moment
from files.document.decoding import share_rules
from files.document.records import (
    Document,
    GameRecord,
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
    """source_name: the name in the file, if it is another. nameless: never matched by name."""

    source_name: str | UnsetType = field(name="told", default=UNSET)
    nameless: bool = False


class DraftSession(SessionRecord, kw_only=True):
    """at: its place in the file. game: the name of the game in the file.

    day, timed: the date, and whether started_at is more than a guess. place, note: of the night.
    totals: whole points or wins, one for each of “seats”. winners: as the file names them.
    tally: what the totals are: "points", or without any "wins" (1 for each winner) or "places".
    highest_wins: whether the file says that the highest total wins the game.
    played: points by round, one for each of “seats”, null for who did not play it.
    ours: the id of the session that we gave to the program the file comes from.
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
    tally: Literal["points", "wins", "places"] = "points"
    highest_wins: bool | UnsetType = UNSET
    played: list[list[int | None]] | UnsetType = UNSET
    ours: str | UnsetType = UNSET


class SkippedItem(Record, kw_only=True):
    """Something that cannot be imported: its place in the file, a few of its words, and why, as in
    BadDocument.
    """

    at: str
    what: str
    reason: str
    values: dict[str, str]


class FileWarning(Record, kw_only=True):
    """A warning about a file: its place, code and values.

    code: "winner" (the file names another winner than the points do: `file`, `points`, lists of names),
    "sum" (points that no hands of this game make: `name`, `count`), "name" (a name was shortened: `name`,
    `short`), "note" (a note that does not fit into the night: `note`), "rounds" (rounds do not add up to
    the total of `name`), "total" (a `row` of totals has `said` for `name`, whose column makes `made`),
    "sums" (a `row` is taken for the totals), "row" (a `row` without points), "word" (a `row` with a `word`
    that is not read), "sheet" (`name` has no table) or "repeated" (`count` plays stand there again).
    """

    at: str
    code: str
    values: dict[str, Any]


EARLIER_KEYS = ("layout", "who", "points")  # of questions, before each column had a role


class Question(Record, kw_only=True):
    """A question about a table: the possible `answers` and the `chosen` one, "" if there is none yet.

    key: "role-<heads>-<column>" (what a column is, see files/readers/tables/roles.py; about: its `name`
    and `head`, its first `cells`, a line each, and what tells the `heads` apart), "row-<word>" (what rows
    with that word are: "totals", a "round" or "ignored"; about: the `word` and the first `row`),
    "sheet-<number>" ("read" or "ignored"; about: its `name`), "rows" (what a row is: "rounds" of one game or
    "games"), "running" (whether numbers are running totals: "yes", "no"), "empty" (whether a player whose
    cell is empty was "absent" or "out"), "dates" ("dmy", "mdy", "ymd"; about: a date as it is `written` and
    what it is by each), "year" (of days without one; about: one as it is `written`), "decimals" (whether
    points with decimals are "rounded" or "ignored"; about: one as it is `written`) or "day" (when it was
    played, any day).
    """

    key: str
    answers: list[str]
    chosen: str
    about: dict[str, str]


class Table(Record, kw_only=True):
    """The lines of a table, each with its number and cells, and the questions about it."""

    lines: list[tuple[int, list[str]]]
    questions: list[Question]

    @property
    def is_outdated(self) -> bool:
        """Whether a version has read it that asked other questions about its columns."""
        return any(
            question.key.startswith("column-") or question.key in EARLIER_KEYS for question in self.questions
        )


class Draft(Record, kw_only=True, rename={"warnings": "odd"}):
    format: str
    group: GroupRecord
    players: list[DraftPlayer]
    nights: list[NightRecord] = field(default_factory=list)
    games: list[GameRecord] = field(default_factory=list)
    sessions: list[DraftSession]
    tournaments: list[TournamentRecord] = field(default_factory=list)
    left_out: list[SkippedItem] = field(default_factory=list)
    warnings: list[FileWarning] = field(default_factory=list)
    table: Table | UnsetType = UNSET


NAMED = {"players", "left_out", "odd", "table"}  # where names stand


def draft_of_document(document: Document, zone: tzinfo = UTC) -> Draft:
    """The draft of a session document.

    zone: gives the date of sessions without a night whose start is in UTC.
    """
    return Draft(
        format=document.format,
        group=document.group,
        players=[DraftPlayer(**asdict(player)) for player in document.players],
        nights=document.nights,
        games=document.games,
        sessions=[
            DraftSession(**asdict(session), day=_day_of(session, zone)) for session in document.sessions
        ],
        tournaments=document.tournaments,
    )


def _day_of(session: SessionRecord, zone: tzinfo) -> str | UnsetType:
    """The local date of the start: in the zone it is written in, or in `zone` if that is UTC."""
    if session.night is not UNSET or session.started_at is UNSET:
        return UNSET
    written = session.started_at
    is_utc = not datetime.fromisoformat(written).utcoffset()
    return (moment(written, "").astimezone(zone).date() if is_utc else day_of(written)).isoformat()


def left_out(what: str, why: BadDocument) -> SkippedItem:
    values = {key: str(value) for key, value in why.values.items()}
    return SkippedItem(at=why.place, what=tidy(what), reason=why.reason, values=values)


def needs_game(session: DraftSession) -> bool:
    """Whether the file names totals without rules, so that the table has to choose a game."""
    return session.totals is not UNSET


def packed(draft: Draft) -> bytes:
    """Encode a draft for the database."""
    parts = draft.members()
    named = {part: parts.pop(part) for part in NAMED if parts[part] is not UNSET}
    parts.pop("table", None)
    return repacked(named, compressed(parts))


def unpacked(stored: bytes) -> Draft:
    """Decode a `packed` draft, also of versions that packed it as one part."""
    first = zlib.decompressobj()
    text = first.decompress(stored)
    if first.unused_data:  # more members of the same object
        text = text[:-1] + b"," + zlib.decompress(first.unused_data)[1:]
    draft = msgspec.json.decode(text, type=Draft)
    share_rules(draft.sessions)
    return draft
