"""Nights as an iCalendar file (RFC 5545)."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, date, datetime, timedelta

MAX_LINE_BYTES = 75  # bytes, without the line's end
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
ONE_DAY, ONE_SECOND = timedelta(days=1), timedelta(seconds=1)
BEGINNING = datetime(2020, 1, 1, tzinfo=UTC)  # no night was written down before; the number fits until 2088


class CalendarFile:
    """Deterministic for the same nights. name: of the calendar; about: its description."""

    def __init__(self, name: str, about: str = "") -> None:
        self.lines = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Turn Eight//Nights//EN",
            "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH",
            _text("X-WR-CALNAME", name),
            *([_text("X-WR-CALDESC", about)] if about else []),
            "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
            "X-PUBLISHED-TTL:PT12H",
        ]

    def add(
        self,
        night_id: uuid.UUID,
        day: date,
        hours: tuple[datetime | None, datetime | None],
        summary: str,
        *,
        changed: datetime,
        description: str = "",
        location: str = "",
        address: str = "",
    ) -> None:
        """Add a night; a whole day if its hours are unknown (None, or equal).

        The id never changes, so a calendar recognizes the night. changed: last edit; becomes the SEQUENCE
        in seconds, and of two versions a calendar keeps the higher one.
        """
        self.lines += [
            "BEGIN:VEVENT",
            f"UID:{night_id}@turn-eight",
            f"DTSTAMP:{_utc(changed)}",
            f"LAST-MODIFIED:{_utc(changed)}",
            f"SEQUENCE:{max(0, (changed - BEGINNING) // ONE_SECOND)}",
            *_when(day, *hours),
            _text("SUMMARY", summary),
        ]
        self.lines += [_text("DESCRIPTION", description)] if description else []
        self.lines += [_text("LOCATION", location)] if location else []
        self.lines += [f"URL:{address}"] if address else []
        self.lines.append("END:VEVENT")

    def __str__(self) -> str:
        return "".join(f"{_folded(line)}\r\n" for line in (*self.lines, "END:VCALENDAR"))


def _when(day: date, began: datetime | None, ended: datetime | None) -> list[str]:
    if began is None or ended is None or ended <= began:
        return [f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{day + ONE_DAY:%Y%m%d}"]
    return [f"DTSTART:{_utc(began)}", f"DTEND:{_utc(ended)}"]


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(field: str, text: str) -> str:
    plain = UNFIT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return f"{field}:{plain.translate(ESCAPED)}"


def _folded(line: str) -> str:
    """Fold a line into parts of at most MAX_LINE_BYTES bytes without splitting a character."""
    short = len(line) <= MAX_LINE_BYTES
    if short and (line.isascii() or len(line.encode()) <= MAX_LINE_BYTES):  # nearly all of ten years' lines
        return line
    pieces, piece, size = [], "", 0
    for character in line:
        more = len(character.encode())
        if size + more > MAX_LINE_BYTES:
            pieces.append(piece)
            piece, size = " ", 1
        piece += character
        size += more
    return "\r\n".join([*pieces, piece])
