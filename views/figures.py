"""Figures of statistics as the page's language writes them."""

from __future__ import annotations

from datetime import date

from flask import Flask
from flask_babel import format_date, format_decimal, format_percent


def register(app: Flask) -> None:
    app.add_template_filter(percent, "percent")
    app.add_template_filter(decimal, "decimal")
    app.add_template_filter(times, "times")
    app.add_template_filter(short_day, "short_day")


def percent(share: float | None) -> str:
    """A share of 0 to 1: "38 %" in Swedish, "38%" in English; a dash where there is none."""
    return "–" if share is None else str(format_percent(share))


def decimal(value: float | None) -> str:
    """With one digit after the point."""
    return "–" if value is None else str(format_decimal(value, "#,##0.0"))


def times(value: float) -> str:
    """How many times as often: ×1.4."""
    return f"×{format_decimal(value, '#,##0.0')}"


def short_day(value: date) -> str:
    """A date where many stand together: 2 Oct 2026."""
    return str(format_date(value, "d MMM y"))
