"""Days as people write them: 2024-05-17, 17/5/24, 17.5.2024, 17 maj 2024, May 17 2024."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache

from babel.dates import get_month_names

from exchange.document.checks import FIRST_YEAR, LAST_YEAR
from exchange.formats.values import LONGEST_DATE
from models.names import folded

LANGUAGES = ("en", "sv", "da", "nb", "de", "fi")
ORDERS = ("dmy", "mdy", "ymd")  # the most usual first
ONE_WAY = ""
IN_FIGURES = re.compile(r"([0-9]{1,4})\s?([-/.])\s?([0-9]{1,2})\s?\2\s?([0-9]{1,4})\.?")
TOGETHER = re.compile(r"(?:[0-9]{2})?[0-9]{6}")
IN_WORDS = re.compile(r"[^\W_]+")
SHORT_YEAR, CENTURY, TURN = 2, 100, 70  # of two digits 69 is 2069 and 70 is 1970
PARTS = 3
Readings = Mapping[str, date]


def readings(text: str) -> Readings:
    """The days that a text may mean, by the order of day, month and year; by ONE_WAY where there is one.

    Empty where it is no day.
    """
    if len(text) > LONGEST_DATE:
        return {}
    figures = IN_FIGURES.fullmatch(text.strip())
    found = _in_order(figures[1], figures[2], figures[3], figures[4]) if figures else _one(text.strip())
    return {order: day for order, day in found.items() if FIRST_YEAR <= day.year <= LAST_YEAR}


def orders_of(days: Iterable[Readings]) -> list[str]:
    """The orders that fit as many days as any does; none where no day needs one.

    One row that can be read in one way only decides for all.
    """
    asking = [day for day in days if day and ONE_WAY not in day]
    fits = Counter(order for day in asking for order in day)
    most = [order for order in ORDERS if fits[order] and fits[order] == max(fits.values())]
    first = most[:1]
    alike = all(day.get(order) == day.get(first[0]) for day in asking for order in most)
    return first if alike else most


def usual_order(orders: Sequence[str], days: Sequence[Readings], today: date | None) -> str:
    """The one that is most likely meant: no evening is still to come."""
    late = {o: sum(today is not None and o in d and d[o] > today for d in days) for o in orders}
    return min(orders, key=lambda order: (late[order], ORDERS.index(order)))


def day_in(found: Readings, order: str) -> date | None:
    return found.get(ONE_WAY) or found.get(order)


def _in_order(first: str, mark: str, second: str, third: str) -> dict[str, date]:
    if len(first) > SHORT_YEAR:
        return _only(_day(first, second, third))
    if mark == ".":
        return _only(_day(third, second, first))
    ways = {"dmy": (third, second, first), "mdy": (third, first, second)}
    if mark == "-" and len(first) == len(third) == SHORT_YEAR:  # a Swede’s 24-05-17
        ways["ymd"] = (first, second, third)
    days = {order: _day(*way) for order, way in ways.items()}
    return {order: day for order, day in days.items() if day is not None}


def _one(text: str) -> dict[str, date]:
    if TOGETHER.fullmatch(text):
        return _only(_day(text[:-4], text[-4:-2], text[-2:]))
    words = IN_WORDS.findall(folded(text))
    months = [_months()[word] for word in words if word in _months()]
    numbers = [word for word in words if word.isascii() and word.isdigit()]
    ordinal = [number for word in words if (number := re.fullmatch(r"([0-9]{1,2})(?:st|nd|rd|th|e|a)", word))]
    numbers = [ordinal[0][1], *numbers] if len(ordinal) == 1 else numbers
    if len(months) != 1 or len(numbers) != PARTS - 1:
        return {}
    first, last = numbers
    year_first = len(first) > SHORT_YEAR
    return _only(_day(first if year_first else last, str(months[0]), last if year_first else first))


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


def _only(day: date | None) -> dict[str, date]:
    return {} if day is None else {ONE_WAY: day}


@cache
def _months() -> dict[str, int]:
    """Names of months, whole and cut short; where two languages differ the first one holds."""
    found: dict[str, int] = {"sept": 9}
    for language in LANGUAGES:
        for width in ("wide", "abbreviated"):
            for context in ("format", "stand-alone"):
                for month, name in get_month_names(width, context, language).items():
                    found.setdefault(folded(name).rstrip("."), month)
    return found
