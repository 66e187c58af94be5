"""The columns of a wide table: points of a player, a date, a game, or a running number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache

from babel.dates import get_month_names

from exchange.document.checks import FIRST_YEAR, LAST_YEAR, BadDocument
from exchange.formats.table import Line, letters
from exchange.formats.text import CLOCK, LONGEST_DATE
from exchange.formats.totals_table import NAMES
from game.variants import Variant
from game.variants.scoring_profiles import profile_named
from models.names import folded, is_visible

HEADS = 12  # lines among which the names must stand
FEWEST = 2  # players
WORDS = {
    "date": NAMES["date"],
    "round": ("round", "rounds", "deal", "hand", "runda", "rundor", "rond", "omgång", "giv"),
    "game": ("variant", "game", "spel"),
    "number": (
        "no",
        "no.",
        "nr",
        "nr.",
        "#",
        "number",
        "nummer",
        "session",
        "match",
        "parti",
        "play",
    ),
    "place": NAMES["place"],
    "note": NAMES["note"],
}
TOTALS = re.compile(
    r"(grand |final |slut)?(total|totals|totalt|total score|sum|summa|sa|s:a|σ|poäng totalt)\W*"
)
NOT_READ = re.compile(
    r"(winner|vinnare|vann|won|dealer|deals|givare|average|avg|mean|snitt|medel|medelvärde|rank|placering"
    r"|starts|började|max|min)\W*"
)
NUMBER = re.compile(r"[+\-−]?[0-9]+(?:[.,][0-9]+)?(?:\s*\+\s*[0-9]+)*")
NOTHING = {"", "-", "–", "—", "."}  # did not play
NUMBERED = re.compile(r"[^\d]{0,12}?([0-9]{1,4})[.:)]?")  # Round 3, R3, 3., #3
TITLE_LENGTH = 80
LANGUAGES = ("en", "sv", "da", "nb", "de", "fi")
ORDERS = ("dmy", "mdy", "ymd")  # the most usual first
ONE_WAY = ""
IN_FIGURES = re.compile(r"([0-9]{1,4})\s?([-/.])\s?([0-9]{1,2})\s?\2\s?([0-9]{1,4})\.?")
TOGETHER = re.compile(r"(?:[0-9]{2})?[0-9]{6}")
IN_WORDS = re.compile(r"[^\W_]+")
SHORT_YEAR, CENTURY, TURN = 2, 100, 70  # of two digits 69 is 2069 and 70 is 1970
PARTS = 3
Readings = Mapping[str, date]


@dataclass
class Columns:
    """head: index of the line with the names. players: names by column. fields: columns by field.

    unread: heads of ignored columns. titles: texts above the names. numbers_are: "round" or "game", if the
    head of a column says what is numbered.
    """

    head: int
    players: dict[int, str] = field(default_factory=dict)
    fields: dict[str, int] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    numbers_are: str = ""

    def labels(self, cells: Sequence[str]) -> list[str]:
        """Texts beside the points."""
        return [cell for column, cell in enumerate(cells) if column not in self.players and cell]


def columns_of(lines: Sequence[Line], own: Sequence[Variant] = ()) -> Columns:
    """Find the line of names; raises BadDocument if there is none above numbers. own: games of the group."""
    for head, (_number, cells) in enumerate(lines[:HEADS]):
        below = [later for _number, later in lines[head + 1 :]]
        found = _columns(head, cells, below, own)
        if len(found.players) >= FEWEST:
            _check_names(found, lines[head][0])
            found.titles = [cell[:TITLE_LENGTH] for _n, line in lines[:head] for cell in line if cell]
            return found
    raise BadDocument(
        str(lines[0][0]) if lines else "",
        "neither JSON nor XML nor a table with the names of two or more players above their points",
    )


def day_readings(cell: str) -> Readings:
    """The dates that a cell may mean, ignoring a time of day."""
    clock = CLOCK.fullmatch(cell) if len(cell) < TITLE_LENGTH else None
    return readings(clock[1] if clock else cell)


def number_in(cell: str) -> int | None:
    found = NUMBERED.fullmatch(cell)
    return int(found[1]) if found else None


def place_of(number: int, column: int) -> str:
    """The cell's name in a spreadsheet."""
    return f"{letters(column)}{number}"


def _columns(
    head: int, cells: Sequence[str], below: Sequence[Sequence[str]], own: Sequence[Variant]
) -> Columns:
    found = Columns(head)
    for column, cell in enumerate(cells):
        under = [line[column] for line in below if column < len(line) and line[column] not in NOTHING]
        field_name = _field(cell, under, own, is_first=not found.players)
        if field_name is None and is_visible(cell) and (any(map(NUMBER.fullmatch, under)) or not under):
            found.players[column] = cell
        elif field_name and field_name not in found.fields:
            found.fields[field_name] = column
            word = folded(cell)
            if field_name == "number" and word in ("match", "parti", "session", "play"):
                found.numbers_are = "game"
        elif under and cell:
            found.unread.append(cell)
    if "round" in found.fields:
        found.numbers_are = "round"
    return found


def _field(head: str, under: Sequence[str], own: Sequence[Variant], *, is_first: bool) -> str | None:
    """The field of a column; "" if it is ignored, None if it may be a player's."""
    word = folded(head)
    if NUMBER.fullmatch(head) or any(order for order in day_readings(head)) or day_readings(head):
        return ""
    if TOTALS.fullmatch(word) or NOT_READ.fullmatch(word):
        return ""
    field_name = next((name for name, words in WORDS.items() if word in words), None)
    if field_name == "game" and under and all(number_in(cell) is not None for cell in under[:HEADS]):
        return "number"
    if field_name is not None or (head and not is_first) or not under:
        return field_name if field_name is not None or head else ""
    return _by_content(under, own, has_head=bool(head))


def _by_content(under: Sequence[str], own: Sequence[Variant], *, has_head: bool) -> str | None:
    """The field of a first column with an empty or unknown head."""
    days = sum(bool(day_readings(cell)) for cell in under)
    if days * 2 >= len(under):
        return "date"
    if has_head:
        return None
    if any(profile_named(cell, own) for cell in under):
        return "game"
    numbers = [cell for cell in under if number_in(cell) is not None]
    if numbers and not all(cell.isdigit() for cell in numbers):
        return "round" if any(folded(cell).startswith(WORDS["round"]) for cell in numbers) else "number"
    return "number" if numbers else ""


def _check_names(found: Columns, number: int) -> None:
    seen: dict[str, int] = {}
    for column, name in found.players.items():
        if folded(name) in seen:
            raise BadDocument(place_of(number, column), "“%(name)s” stands above two columns", name=name[:40])
        seen[folded(name)] = column


def readings(text: str) -> Readings:
    """The dates that a text may mean, by the order of day, month and year, or by ONE_WAY if there is only
    one.

    Empty if it is no date.
    """
    if len(text) > LONGEST_DATE:
        return {}
    figures = IN_FIGURES.fullmatch(text.strip())
    found = _in_order(figures[1], figures[2], figures[3], figures[4]) if figures else _one(text.strip())
    return {order: day for order, day in found.items() if FIRST_YEAR <= day.year <= LAST_YEAR}


def orders_of(days: Iterable[Readings]) -> list[str]:
    """The orders that fit the most dates; empty if no date needs an order.

    A single unambiguous date decides for all.
    """
    asking = [day for day in days if day and ONE_WAY not in day]
    fits = Counter(order for day in asking for order in day)
    most = [order for order in ORDERS if fits[order] and fits[order] == max(fits.values())]
    first = most[:1]
    alike = all(day.get(order) == day.get(first[0]) for day in asking for order in most)
    return first if alike else most


def usual_order(orders: Sequence[str], days: Sequence[Readings], today: date | None) -> str:
    """The likeliest order: the one with the fewest dates in the future."""
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
    """Month by full or abbreviated name; where two languages differ, the first one applies."""
    found: dict[str, int] = {"sept": 9}
    for language in LANGUAGES:
        for width in ("wide", "abbreviated"):
            for context in ("format", "stand-alone"):
                for month, name in get_month_names(width, context, language).items():
                    found.setdefault(folded(name).rstrip("."), month)
    return found
