"""Nights as an iCalendar file (RFC 5545), for the calendars of phones and desks."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

LONGEST_LINE = 75  # bytes, without the line's end
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Event:
    """One night; the whole day where nobody knows the hours: began and ended are None, or the same.

    id never changes, so that a calendar finds the same night again.
    """

    id: uuid.UUID
    day: date
    began: datetime | None
    ended: datetime | None
    summary: str
    description: str = ""
    location: str = ""
    address: str = ""


def calendar_file(name: str, events: Iterable[Event]) -> str:
    """The file, the same for the same events; `name` is what the calendar shall be called."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Turn Eight//Nights//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        _text("X-WR-CALNAME", name),
        "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
        "X-PUBLISHED-TTL:PT12H",
    ]
    for event in events:
        lines += _event(event)
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(event: Event) -> list[str]:
    changed = event.ended or datetime.combine(event.day, time(), UTC)
    told = [_text("SUMMARY", event.summary)]
    told += [_text("DESCRIPTION", event.description)] if event.description else []
    told += [_text("LOCATION", event.location)] if event.location else []
    told += [f"URL:{event.address}"] if event.address else []
    return [
        "BEGIN:VEVENT",
        f"UID:{event.id}@turn-eight",
        f"DTSTAMP:{_utc(changed)}",
        *_when(event),
        *told,
        "END:VEVENT",
    ]


def _when(event: Event) -> list[str]:
    if event.began is None or event.ended is None or event.ended <= event.began:
        return [f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}", f"DTEND;VALUE=DATE:{event.day + ONE_DAY:%Y%m%d}"]
    return [f"DTSTART:{_utc(event.began)}", f"DTEND:{_utc(event.ended)}"]


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(field: str, text: str) -> str:
    plain = UNFIT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return f"{field}:{plain.translate(ESCAPED)}"


def _folded(line: str) -> str:
    """The line in pieces of at most LONGEST_LINE bytes, no character of it torn."""
    short = len(line) <= LONGEST_LINE
    if short and (line.isascii() or len(line.encode()) <= LONGEST_LINE):  # nearly all of ten years' lines
        return line
    pieces, piece, size = [], "", 0
    for character in line:
        more = len(character.encode())
        if size + more > LONGEST_LINE:
            pieces.append(piece)
            piece, size = " ", 1
        piece += character
        size += more
    return "\r\n".join([*pieces, piece])
