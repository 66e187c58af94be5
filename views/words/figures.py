"""Numbers, shares and days in the page's language.

All figures of pages are rounded and signed here.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from flask_babel import format_date, format_datetime, format_decimal, format_number, format_percent

RATING_POINTS = 40  # for one of openskill's


HYPHEN, MINUS = "-", "−"


def rounded(value: float, step: str = "1") -> Decimal:
    """Round half away from zero: 12.5 is 13, −12.5 is −13; zero has no sign. step: "0.1" for tenths.

    Rounds the decimal representation: 2.675, which a float stores a little too low, is 2.68.
    """
    return Decimal(str(value)).quantize(Decimal(step), ROUND_HALF_UP) + 0


def number(value: float) -> str:
    """Rounded to an integer."""
    return str(format_number(int(rounded(value)))).replace(HYPHEN, MINUS)


def with_minus(figure: object) -> str:
    """A number or a sum as it is stored, with real minus signs: 3−10."""
    return str(figure).replace(HYPHEN, MINUS)


def file_size(length: int) -> str:
    """A size in bytes as megabytes: 12.3 MB, at least 0.1 MB."""
    return f"{decimal(max(length / 1_000_000, 0.1))}\N{NO-BREAK SPACE}MB"


def signed(value: int) -> str:
    """A change of a total: +13, −5, ±0."""
    if value > 0:
        return f"+{number(value)}"
    return number(value) if value else "±0"


def moment(value: datetime) -> str:
    return str(format_datetime(value, "short"))


def day(value: Any) -> str:
    """A date in words: Friday 20 November 2026."""
    pattern = "EEEE d MMMM y"
    return str(format_date(value, pattern))


def percent(share: float | None) -> str:
    """A share of 0 to 1: "38 %" in Swedish, "38%" in English; a dash where there is none."""
    return "–" if share is None else str(format_percent(rounded(share, "0.01"))).replace(HYPHEN, MINUS)


def decimal(value: float | None) -> str:
    """With one digit after the point."""
    if value is None:
        return "–"
    return str(format_decimal(rounded(value, "0.1"), "#,##0.0")).replace(HYPHEN, MINUS)


def rating_points(strength: float) -> int:
    """A strength of openskill as players read it: 1,000 for its 25."""
    return int(rounded(RATING_POINTS * strength))


def short_day(value: date) -> str:
    """For lists: 2 Oct 2026."""
    return str(format_date(value, "d MMM y"))


def month(value: date) -> str:
    """May 2025."""
    return str(format_date(value, "MMMM y"))
