"""The numbers of a file: one grammar, and one list of spellings, for all readers.

A text longer than MAX_LENGTH is no number, whatever it contains. The patterns take time in proportion to the
length of a text, because its blanks are joined before.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial

from files.document.checks import BadDocument
from files.readers.dates import is_date

MAX_LENGTH = 400
MINUS_SIGNS = str.maketrans(dict.fromkeys("−‐‑－﹣", "-"))
DASHES = re.compile(r"(?<![0-9])[–‒]")  # –5 and 12 – 5; 12–5 is no number
THOUSANDS = r"(?<![0-9.,])[1-9][0-9]{0,2}"
# Thousands, and what separates them: 1 250, 1'250; with a point or comma only if there are several groups, or
# decimals after the other sign: 1.250.000, 1.250,00.
GROUPED = (
    *((re.compile(rf"{THOUSANDS}(?:{mark}[0-9]{{3}})+(?![0-9])"), mark) for mark in " \u00a0\u202f\u2009'’"),
    (re.compile(rf"{THOUSANDS}(?:(?:\.[0-9]{{3}}){{2,}}(?![.0-9])|(?:\.[0-9]{{3}})+(?=,[0-9]))"), "."),
    (re.compile(rf"{THOUSANDS}(?:(?:,[0-9]{{3}}){{2,}}(?![,0-9])|(?:,[0-9]{{3}})+(?=\.[0-9]))"), ","),
)
AMBIGUOUS = re.compile(rf"{THOUSANDS}[.,][0-9]{{3}}(?![0-9.,])")  # 1.250 or 1,250
COMMA = re.compile(r"(?<=[0-9]),(?=[0-9])")
YEAR_LENGTH = 4
DASHED = re.compile(r"([0-9]{4}|[0-9]{1,2})-([0-9]{1,2})-([0-9]{4}|[0-9]{1,2})")
SHOWN = 60  # characters of a text in messages
ANY = r"[0-9]+(?:[.,][0-9]+)?"
# Points, or a sum of them: 12+11, 30 - 4 =, 5+7+. A minus within a sum needs blanks, as dates have none.
LOOKS_NUMERIC = re.compile(rf"[+-]?{ANY}(?: ?\+ ?{ANY}| - {ANY})* ?\+*(?: ?= ?(?:-?{ANY})?)?")
WHOLE = re.compile(r"([+-]?[0-9]{1,9})(?:[.,]0{1,2})?")
DECIMAL = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,20})?")  # programs write all digits they have
TERM = r"[0-9]{1,9}(?:\.[0-9]{1,4})?"
TERMS = re.compile(rf"-?{TERM}")
SUM = re.compile(rf"=?(\+*-?{TERM}(?:(?:-|\++-?){TERM})*)\+*(?:=(-?{TERM})?)?")


def is_numeric(cell: str) -> bool:
    """Whether a cell looks like a number or a sum, also with decimals.

    >>> [is_numeric(cell) for cell in ("12", "12,5", "12+11", "30 − 4 =", "2026-12-05", "12 pts")]
    [True, True, True, True, False, False]
    """
    return LOOKS_NUMERIC.fullmatch(_plain(cell)) is not None


def whole_number(cell: str) -> int | None:
    """Parse a whole number of at most nine digits; None for anything else.

    >>> [whole_number(cell) for cell in ("−5", "+12", "12,0", "1 250", "1.250", "12,5", "")]
    [-5, 12, 12, 1250, None, None, None]
    """
    match = WHOLE.fullmatch(_plain(cell))
    return int(match[1]) if match else None


def decimal_number(cell: str) -> Fraction | None:
    """Parse a number that may have decimals, after a point or comma; None for anything else.

    >>> decimal_number("12,5"), decimal_number("1e9"), decimal_number("1/2")
    (Fraction(25, 2), None, None)
    """
    plain = _plain(cell).replace(",", ".")
    return Fraction(plain) if DECIMAL.fullmatch(plain) else None


def rounded_points(cell: str) -> int | None:
    """Parse a number with decimals, rounded to whole points; None for anything else.

    Halves are rounded away from zero. What may be thousands is not rounded.

    >>> [rounded_points(cell) for cell in ("25,25", "-2.5", "12", "7.245688373094719", "1.250", "x")]
    [25, -3, 12, 7, None, None]
    """
    value = None if AMBIGUOUS.search(_plain(cell)) else decimal_number(cell)
    if value is None:
        return None
    return int(abs(value) + Fraction(1, 2)) * (-1 if value < 0 else 1)


def points_in(written: object, at: str, name: str, *, negative: bool = False) -> int:
    """Parse points: "3+6+2", 11, "11.0" or "1 250". name: the player, for messages. negative: whether they
    may be below zero.

    A sum may end with a sign, "3+6+" or "3+6=", have it twice, "3++6", or state its result, "3+6=9".
    Raises BadDocument for anything but whole points: nothing is rounded or guessed, "12-" is neither
    -12 nor 12, "1.250" may be 1250, and 2026-12-05 is what a spreadsheet makes of a sum.
    """
    text = "" if written is None or isinstance(written, bool | list | dict) else str(written).strip()
    if not text:
        raise BadDocument(at, "no points given for %(name)s", name=name)
    shown = {"name": name, "value": text[:SHOWN]}
    joined = _plain(text)
    for sign in "+-=":
        joined = joined.replace(f" {sign}", sign).replace(f"{sign} ", sign)
    if AMBIGUOUS.search(joined) and not isinstance(written, float):
        raise BadDocument(
            at,
            "the points of %(name)s may be thousands or decimals, “%(value)s”: write them without a point or "
            "comma",
            **shown,
        )
    plain = COMMA.sub(".", joined)
    match = SUM.fullmatch(plain)
    if match is None:
        raise BadDocument(at, "the points of %(name)s are neither a number nor a sum: %(value)s", **shown)
    if is_dashed_date(plain):
        raise BadDocument(at, "the points of %(name)s are a date: %(value)s", **shown)
    terms = TERMS.findall(match[1])
    total = Fraction(sum(map(int, terms)) if "." not in match[1] else sum(map(Fraction, terms)))
    if match[2] and total != Fraction(match[2]):
        raise BadDocument(at, "the sum for %(name)s is wrong: %(value)s", **shown)
    if total.denominator != 1:
        raise BadDocument(at, "the points of %(name)s are not a whole number: %(value)s", **shown)
    if total < 0 and not negative:
        raise BadDocument(at, "the points of %(name)s are below zero: %(value)s", **shown)
    return int(total)


def is_dashed_date(text: str) -> bool:
    """Whether a sum is written as dates are: 2026-12-05, 5-12-2026 or 05-12-26, but not 25-10-5.

    >>> [is_dashed_date(text) for text in ("2026-12-05", "5-12-2026", "05-12-26", "25-10-5", "2000-50-30")]
    [True, True, True, False, False]
    """
    match = DASHED.fullmatch(text)
    if match is None or not is_date(text):
        return False
    return any(len(part) == YEAR_LENGTH or part.startswith("0") for part in match.groups())


def _without(mark: str, number: re.Match[str]) -> str:
    return number[0].replace(mark, "")


def _plain(text: str) -> str:
    """A text with single blanks, a plain minus and no blanks between thousands; "" if it is too long."""
    if len(text) > MAX_LENGTH:
        return ""
    for pattern, mark in GROUPED:
        if mark in text:
            text = pattern.sub(partial(_without, mark), text)
    return DASHES.sub("-", " ".join(text.split()).translate(MINUS_SIGNS))
