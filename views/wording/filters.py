"""How templates write words, numbers and days: one filter each."""

from __future__ import annotations

from flask import Flask

from views.wording.figures import day, decimal, moment, number, percent, short_day, signed, times
from views.wording.phrases import listed, opening, words
from views.wording.results import score

FILTERS = (day, decimal, listed, moment, number, opening, percent, score, short_day, signed, times, words)


def register(app: Flask) -> None:
    for each in FILTERS:
        app.add_template_filter(each)
