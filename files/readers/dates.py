"""Recognize a date, with or without a time of day, as programs and people write it.

Order and language of a date are unknown: 05/06/2024 has two readings, and the table or the user decides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

from babel.dates import get_day_names, get_month_names

from files.document.checks import FIRST_YEAR, LAST_YEAR, BadDocument
from models.names import folded

LANGUAGES = ("en", "sv", "da", "nb", "de", "fi", "fr", "es", "nl", "it")
ORDERS = ("dmy", "mdy", "ymd")  # the most usual first
ONE_WAY = ""
MAX_DATE_LENGTH, MAX_DIGITS = 100, 30
MAX_CLOCKS = 3  # places of a text where a time of day may stand; 17.05.24 looks like one
SHORT_YEAR, CENTURY, TURN = 2, 100, 70  # of two digits 69 is 2069 and 70 is 1970
MAX_OFFSET = timedelta(hours=14)
HALF_DAY, END_OF_DAY = 12, 24  # hours
SOME_YEAR = 2024  # with 29 February
SPREADSHEETS_BEGIN = date(1899, 12, 30)
SERIAL_DAY = re.compile("[0-9]{5}")
FIRST_SERIAL_DAY, LAST_SERIAL_DAY = 20_000, 60_000  # 1954 to 2064
ZONES = {  # hours from UTC, by abbreviations that mean one zone only
    **dict.fromkeys(("z", "ut", "utc", "gmt", "wet"), 0),
    **dict.fromkeys(("west", "cet", "mez"), 1),
    **dict.fromkeys(("cest", "mesz", "eet"), 2),
    "eest": 3,
    **dict(zip(("edt", "cdt", "mdt", "pdt"), range(-4, -8, -1), strict=True)),  # those of RFC 2822
    **dict(zip(("est", "cst", "mst", "pst"), range(-5, -9, -1), strict=True)),
}
# Words beside a date in figures, with the names of weekdays.
BESIDE = {"den", "der", "the", "of", "on", "am", "på", "le", "el", "il", "tues", "weds", "thur", "thurs"}
OTHER_SIGNS = {0x2010: "-", 0x2212: "-", 0x200E: None, 0x200F: None}
BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
LETTERS = re.compile(r"[^\W\d_]+")
WORDS = re.compile(r"[^\W_]+")
TWO_DIGITS = re.compile(r"\d\d")  # no year has fewer
DIGIT = re.compile(r"\d")
TWO_YEARS = re.compile(r"\d{3}")  # with another one a text would have two
FIGURES = re.compile(r"([0-9]{1,4}) ?([-/.]) ?([0-9]{1,2}) ?\2 ?([0-9]{1,4})")
# 17/5 2024, 17/5 24, 17/5 -24, as in Sweden
DAY_AND_MONTH = re.compile(r"([0-9]{1,2})/([0-9]{1,2})(?: ?- ?| )([0-9]{4}|[0-9]{2})")
TOGETHER = re.compile(r"((?:[0-9]{2})?[0-9]{2})([0-9]{2})([0-9]{2})")
ORDINAL = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th|e|a|er|o)")
TIMESTAMP = re.compile(r"(1[0-9]{9})(?:[0-9]{3})?")  # seconds or milliseconds since 1970, from 2001 to 2033
CLOCK = re.compile(
    rf"""
    (?: (?<=[0-9])(?P<iso>t)
      | (?<![^ ,;]) (?: (?P<word>klockan|klokken|kello|klo|kl|um|at|om|à|alle\ ore|alle|ore|a\ las|@)\.?\ ? )?
    )
    (?P<hour>[0-9]{{1,2}})
    (?:
      (?P<mark>[:.]|\ ?h\ ?)?
      (?P<minute>[0-9]{{2}})
      (?: [:.]?(?P<second>[0-9]{{2}}) (?:[.,][0-9]{{1,9}})? )?
    )?
    (?P<unit>\ ?(?:h|uhr))?
    (?: \ ?(?P<half>[apfe])\.?\ ?m\.? )?              # Swedish has f.m. and e.m.
    # Until: 19.00-03, 19:00–23:30. In ISO, and after seconds, -02 is a zone; so is -0200 without "kl".
    (?(iso)|(?(second)|(?:
      \ ?(?:[-–—]|till|til|bis|until|to)\ ?
      (?:2[0-4]|[01]?[0-9]) (?: (?:[:.]|(?(word)|(?!)))[0-9]{{2}} )? (?![0-9:.]*[0-9])
      (?:\ ?(?:h|uhr))? (?:\ ?[apfe]\.?\ ?m\.?)?
    )?))
    (?:
      \ ? (?:utc|gmt|ut)? (?P<sign>[-+])(?P<hours>[0-9]{{1,2}}):?(?P<minutes>[0-9]{{2}})?
      | \ ? (?P<zone>{"|".join(sorted(ZONES, key=len, reverse=True))})
    )?
    (?! [^\W_] | [-:./][0-9] )
    """,
    re.VERBOSE,
)


class Moment(NamedTuple):
    """day: the local date, as written. at: the time in UTC; None if no time of day is known."""

    day: date
    at: datetime | None = None


Readings = Mapping[str, Moment]


def readings(text: str, zone: tzinfo) -> Readings:
    """What a text may mean, by the order of day, month and year, or by ONE_WAY if only one is possible.

    Empty if it is no date. zone: of times without one. A time in UTC has the date of `zone`. Midnight is what
    a program writes that knows only the date.
    """
    if len(text) > MAX_DATE_LENGTH or not TWO_DIGITS.search(text) or len(DIGIT.findall(text)) > MAX_DIGITS:
        return {}
    plain = BRACKETS.sub(" ", folded(text).translate(OTHER_SIGNS)).strip()
    if stamp := TIMESTAMP.fullmatch(plain):
        return {ONE_WAY: _in_zone(datetime.fromtimestamp(int(stamp[1]), UTC), zone)}
    moments: dict[str, Moment] = {order: Moment(day) for order, day in _days(plain).items()}
    if not moments:
        clocks = islice(CLOCK.finditer(plain), MAX_CLOCKS)
        moments = next(filter(None, (_timed(plain, clock, zone) for clock in clocks)), {})
    return {order: moment for order, moment in moments.items() if _is_plausible(moment)}


def day_readings(text: str, zone: tzinfo) -> Readings:
    """The readings of a cell below a head of days, where a number of five digits counts the days as
    spreadsheets do.
    """
    moments = readings(text, zone)
    if moments or not SERIAL_DAY.fullmatch(text) or not FIRST_SERIAL_DAY <= int(text) <= LAST_SERIAL_DAY:
        return moments
    return {ONE_WAY: Moment(SPREADSHEETS_BEGIN + timedelta(days=int(text)))}


def in_year(text: str, year: int, zone: tzinfo) -> Readings:
    """The readings of a day without a year: 17/5, 17.5., 17 maj, May 17."""
    if TWO_YEARS.search(text):
        return {}
    mark = next((mark for mark in "/.-" if mark in text), " ")
    return readings(f"{text.rstrip(mark)}{mark}{year}", zone)


def lacks_year(text: str) -> bool:
    """Whether a text is a day without its year."""
    return not day_readings(text, UTC) and bool(in_year(text, SOME_YEAR, UTC))


def is_day(text: str) -> bool:
    """Whether a text is a day, with or without its year."""
    return bool(day_readings(text, UTC)) or lacks_year(text)


def is_weekday(word: str) -> bool:
    """Whether a word is the name of a weekday, or another word that may stand beside a date."""
    return folded(word).rstrip(".,") in _weekdays()


def is_date(text: str) -> bool:
    return bool(readings(text, UTC))


def only_reading(written: object, at: str, zone: tzinfo) -> Moment:
    """Parse a date where the user cannot be asked. at: its place in the file.

    Raises BadDocument, also for an ambiguous date.
    """
    text = str(written or "").strip()
    return certain_reading(readings(text, zone), text, at)


def certain_reading(moments: Readings, text: str, at: str, order: str = ONE_WAY) -> Moment:
    """The reading of a text beside others of this order. Raises BadDocument as `only_reading` does."""
    moment = reading_in(moments, order)
    if moment is None and len(set(moments.values())) == 1:
        (moment,) = set(moments.values())
    if moment is None and len(moments) > 1:
        raise BadDocument(at, "this may be one of several dates: %(value)s", value=text[:40])
    if moment is None:
        raise BadDocument(at, "not a date that can be read: %(value)s", value=text[:40])
    return moment


def reading_in(moments: Readings, order: str) -> Moment | None:
    return moments.get(ONE_WAY) or moments.get(order)


def orders_of(dates: Iterable[Readings]) -> list[str]:
    """The orders that fit the most dates; empty if no date needs an order.

    A single unambiguous date decides for all.
    """
    asking = [moments for moments in dates if moments and ONE_WAY not in moments]
    fits = Counter(order for moments in asking for order in moments)
    most = [order for order in ORDERS if fits[order] and fits[order] == max(fits.values())]
    first = most[:1]
    alike = all(moments.get(order) == moments.get(first[0]) for moments in asking for order in most)
    return first if alike else most


def past_orders(orders: Sequence[str], dates: Sequence[Readings], today: date | None) -> list[str]:
    """The orders in which no date is after today."""
    return [
        order for order in orders if not any(today and order in d and d[order].day > today for d in dates)
    ]


def are_newest_first(days: Iterable[date | None], numbers: Iterable[int | None]) -> bool:
    """Whether the days of rows go down, and the numbers of the rows of a day, if they have any, do not go up.

    A single day that is out of order changes nothing.
    """
    rows = [(day, number) for day, number in zip(days, numbers, strict=True) if day is not None]
    steps = Counter[str]()
    for (day, number), (next_day, next_number) in pairwise(rows):
        if day != next_day:
            steps["later" if next_day > day else "earlier"] += 1
        elif number is not None and next_number is not None and number != next_number:
            steps["up" if next_number > number else "down"] += 1
    return steps["earlier"] > steps["later"] and steps["down"] >= steps["up"]


def _is_plausible(moment: Moment) -> bool:
    return all(FIRST_YEAR <= part.year <= LAST_YEAR for part in moment if part)


def _in_zone(at: datetime, zone: tzinfo) -> Moment:
    local = at.astimezone(zone)
    return Moment(local.date(), at if local.time() != time() else None)


def _timed(text: str, clock: re.Match[str], zone: tzinfo) -> dict[str, Moment]:
    """The dates around a time of day, with that time."""
    before, after = text[: clock.start()], text[clock.end() :].lstrip(" ,;")
    beside = LETTERS.match(after)
    is_last = not TWO_DIGITS.search(after)
    days = _days(before if is_last else f"{before} {after}")
    if not any(clock[sign] for sign in ("iso", "word", "mark", "unit", "half")):
        return {}
    if (int(clock["hour"]), int(clock["minute"] or 0)) == (END_OF_DAY, 0) and not (
        clock["sign"] or clock["zone"]
    ):
        ends = {order: datetime.combine(day, time(), zone) + timedelta(days=1) for order, day in days.items()}
        return {order: Moment(days[order], end.astimezone(UTC)) for order, end in ends.items()}
    of_day = _time_of(clock)
    if of_day is None:
        return {}
    if beside and beside[0] not in _weekdays() and beside[0] not in _months():  # a zone that is unknown
        return {order: Moment(day) for order, day in days.items()}
    return {order: _moment(datetime.combine(day, of_day), zone) for order, day in days.items()}


def _moment(written: datetime, zone: tzinfo) -> Moment:
    if written.time() == time() or not _is_plausible(Moment(written.date())):
        return Moment(written.date())
    if written.utcoffset() == timedelta():
        return _in_zone(written.astimezone(UTC), zone)
    local = written if written.tzinfo else written.replace(tzinfo=zone)
    return Moment(local.date(), local.astimezone(UTC))


def _time_of(clock: re.Match[str]) -> time | None:
    """The time of day, with its zone if that is written."""
    hour, half = int(clock["hour"]), clock["half"]
    if half and hour <= HALF_DAY:
        hour = hour % HALF_DAY + (HALF_DAY if half in "pe" else 0)
    elif half and half in "af":
        return None
    offset = timedelta(hours=int(clock["hours"] or 0), minutes=int(clock["minutes"] or 0))
    if clock["zone"]:
        offset = timedelta(hours=ZONES[clock["zone"]])
    if offset > MAX_OFFSET:
        return None
    zone = timezone(-offset if clock["sign"] == "-" else offset) if clock["sign"] or clock["zone"] else None
    try:
        return time(hour, int(clock["minute"] or 0), int(clock["second"] or 0), tzinfo=zone)
    except ValueError:
        return None


def _days(text: str) -> dict[str, date]:
    """The dates that a folded text without a time may mean, by order."""
    figures = LETTERS.sub(lambda word: "" if word[0] in _weekdays() else word[0], text).strip(" .,;")
    if match := FIGURES.fullmatch(figures):
        return _in_order(match[1], match[2], match[3], match[4])
    if match := DAY_AND_MONTH.fullmatch(figures):
        return _only(match[3], match[2], match[1])
    if match := TOGETHER.fullmatch(figures):
        return _only(match[1], match[2], match[3])
    return _in_words(text)


def _in_order(first: str, mark: str, second: str, third: str) -> dict[str, date]:
    if len(first) > SHORT_YEAR:
        return _only(first, second, third)
    if mark == ".":
        return _only(third, second, first)
    ways = {"dmy": (third, second, first), "mdy": (third, first, second)}
    if mark == "-" and len(first) == len(third) == SHORT_YEAR:  # a Swede’s 24-05-17
        ways["ymd"] = (first, second, third)
    days = {order: _day(*way) for order, way in ways.items()}
    return {order: day for order, day in days.items() if day is not None}


def _in_words(text: str) -> dict[str, date]:
    """A date with the name of its month; other words are ignored."""
    words = WORDS.findall(text)
    months = [_months()[word] for word in words if word in _months()]
    if len(months) > 1 and words[0] in _weekdays():  # French has mar. for Tuesday
        months = [_months()[word] for word in words[1:] if word in _months()]
    ordinals = [number[1] for word in words if (number := ORDINAL.fullmatch(word))]
    figures = [word for word in words if word[0].isdigit() and not ORDINAL.fullmatch(word)]
    numbers = ordinals + figures
    if len(months) != 1 or len(numbers) != 2 or not all(n.isascii() and n.isdigit() for n in numbers):  # noqa: PLR2004
        return {}
    first, last = numbers
    is_year_first = len(first) > SHORT_YEAR
    return _only(first if is_year_first else last, str(months[0]), last if is_year_first else first)


def _day(year: str, month: str, day: str) -> date | None:
    if len(year) not in (SHORT_YEAR, 4) or len(day) > SHORT_YEAR:
        return None
    whole = int(year)
    if len(year) == SHORT_YEAR:
        whole += CENTURY * (19 if whole >= TURN else 20)
    try:
        return date(whole, int(month), int(day))
    except ValueError:
        return None


def _only(year: str, month: str, day: str) -> dict[str, date]:
    date_read = _day(year, month, day)
    return {} if date_read is None else {ONE_WAY: date_read}


@cache
def _months() -> dict[str, int]:
    """Month by full or abbreviated name; where two languages differ, the first one applies."""
    numbers: dict[str, int] = {"sept": 9}
    for language in LANGUAGES:
        for width in ("wide", "abbreviated"):
            for context in ("format", "stand-alone"):
                for month, name in get_month_names(width, context, language).items():
                    numbers.setdefault(folded(name).rstrip("."), month)
    return numbers


@cache
def _weekdays() -> set[str]:
    """Names of weekdays, and other words that may stand beside a date."""
    names = (
        name
        for language in LANGUAGES
        for width in ("wide", "abbreviated", "short")
        for context in ("format", "stand-alone")
        for name in get_day_names(width, context, language).values()
    )
    return {folded(name).rstrip(".") for name in names} | BESIDE
