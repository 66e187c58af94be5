"""Decode text, and parse points, dates and times."""

from __future__ import annotations

import codecs
import re
from datetime import UTC, date, datetime, time, tzinfo
from fractions import Fraction

from exchange.document.checks import FIRST_YEAR, LAST_YEAR, BadDocument

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
PACKED = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!")
LOOKED_AT = 200
LONGEST_GAME = 1440  # minutes
LONGEST_DATE = 60  # CLOCK takes four times as long for a text twice as long
LONGEST_SUM = 400
DAY_FIRST = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
YEAR_FIRST = re.compile(r"([0-9]{4})[-/.]?([0-9]{2})[-/.]?([0-9]{2})")
CLOCK = re.compile(r"(.*?)[T ]+([0-9]{1,2})[:.]([0-9]{2})(?:[:.]([0-9]{2})(?:\.[0-9]+)?)?")
NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,4})?"
SUM = re.compile(rf"[+-]?\s*{NUMBER}(?:\s*[+-]\s*{NUMBER})*")
TERM = re.compile(rf"([+-]?)\s*({NUMBER})")


def text_of(content: bytes) -> str:
    """Decode UTF-8 or UTF-16, with or without a byte order mark, else Windows-1252 as old spreadsheets write
    it.

    Raises BadDocument for binary content.
    """
    if not content.strip():
        raise BadDocument("", "the file is empty")
    if content.startswith(PACKED):
        raise BadDocument("", "the file is packed: unpack it first, or save a spreadsheet as CSV")
    for encoding in _likely(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text:
            return text
    raise BadDocument("", "the file is no text")


def _likely(content: bytes) -> list[str]:
    marked = [encoding for mark, encoding in MARKS if content.startswith(mark)]
    if marked:
        return marked
    start = content[:LOOKED_AT]
    if start[1::2].count(0) > len(start) // 4:
        return ["utf-16-le"]
    if start[::2].count(0) > len(start) // 4:
        return ["utf-16-be"]
    return ["utf-8", "cp1252"]


def when(text: object, at: str, zone: tzinfo) -> tuple[date, datetime | None]:
    """Parse a date with or without a time: 2024-05-17, 17.5.2024, 2024-05-17 19:30. Returns date and start in
    UTC.

    A time without a zone is in `zone`. Raises BadDocument, also for 05/06/2024, which is ambiguous.
    """
    written = str(text or "").strip()
    clock = CLOCK.fullmatch(written) if len(written) <= LONGEST_DATE else None
    day = _day(clock[1] if clock else written)
    if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise BadDocument(at, "not a date that can be read: %(value)s", value=written[:40])
    if clock is None:
        return day, None
    try:
        of_day = time(int(clock[2]), int(clock[3]), int(clock[4] or 0))
    except ValueError:
        raise BadDocument(at, "not a date that can be read: %(value)s", value=written[:40]) from None
    if not any((of_day.hour, of_day.minute, of_day.second)):
        return day, None  # midnight is what a program writes that knows only the day
    return day, datetime.combine(day, of_day, zone).astimezone(UTC)


def minutes(written: object) -> int:
    """Parse a duration in minutes; 0 if it is missing or not plausible."""
    try:
        length = int(str(written or 0)[:6])
    except ValueError:
        return 0
    return length if 0 < length <= LONGEST_GAME else 0


def points_in(written: object, at: str, name: str, *, negative: bool = False) -> int:
    """Parse points: "3+6+2", 11 or "11.0". name: the player, for messages. negative: whether they may be
    below zero.

    Raises BadDocument for anything but whole points: nothing is rounded or guessed.
    """
    text = "" if written is None or isinstance(written, bool | list | dict) else str(written).strip()
    if not text:
        raise BadDocument(at, "no points given for %(name)s", name=name)
    shown = {"name": name, "value": text[:60]}
    if len(text) > LONGEST_SUM or not SUM.fullmatch(text):
        raise BadDocument(at, "the points of %(name)s are neither a number nor a sum: %(value)s", **shown)
    total = sum(Fraction(f"{sign}{number}") for sign, number in TERM.findall(text))
    if total.denominator != 1:
        raise BadDocument(at, "the points of %(name)s are not a whole number: %(value)s", **shown)
    if total < 0 and not negative:
        raise BadDocument(at, "the points of %(name)s are below zero: %(value)s", **shown)
    return int(total)


def _day(text: str) -> date | None:
    year_first, day_first = YEAR_FIRST.fullmatch(text), DAY_FIRST.fullmatch(text)
    try:
        if year_first:
            return date(*(int(part) for part in year_first.groups()))
        if day_first:
            day, month, year = (int(part) for part in day_first.groups())
            return date(year, month, day)
    except ValueError:
        pass
    return None
