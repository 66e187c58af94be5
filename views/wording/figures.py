"""Numbers, shares and days as a page in its language writes them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from flask_babel import format_date, format_datetime, format_decimal, format_number, format_percent

RATING_POINTS = 40  # for one of openskill's


def number(value: int) -> str:
    return str(format_number(value))


def file_size(length: int) -> str:
    """Of so many bytes: 12.3 MB, and 0.1 MB of the smallest."""
    return f"{format_decimal(max(length / 1_000_000, 0.1), '#,##0.0')}\N{NO-BREAK SPACE}MB"


def signed(value: int) -> str:
    """A change of a total: +13, −5, ±0."""
    if value > 0:
        return f"+{number(value)}"
    return number(value).replace("-", "−") if value else "±0"


def moment(value: datetime) -> str:
    return str(format_datetime(value, "short"))


def day(value: Any) -> str:
    """A date in words: Friday 20 November 2026."""
    pattern = "EEEE d MMMM y"
    return str(format_date(value, pattern))


def percent(share: float | None) -> str:
    """A share of 0 to 1: "38 %" in Swedish, "38%" in English; a dash where there is none."""
    return "–" if share is None else str(format_percent(share))


def decimal(value: float | None) -> str:
    """With one digit after the point."""
    return "–" if value is None else str(format_decimal(value, "#,##0.0"))


def times(value: float) -> str:
    """How many times as often: ×1.4."""
    return f"×{format_decimal(value, '#,##0.0')}"


def rating_points(strength: float) -> int:
    """A strength of openskill as players read it: 1,000 for its 25."""
    return round(RATING_POINTS * strength)


def short_day(value: date) -> str:
    """A date where many stand together: 2 Oct 2026."""
    return str(format_date(value, "d MMM y"))


def month(value: date) -> str:
    """May 2025."""
    return str(format_date(value, "MMMM y"))
