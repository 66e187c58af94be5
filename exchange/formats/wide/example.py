"""A small table that fits: the picture on the page, and the file to fill in."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from flask_babel import get_locale
from flask_babel import gettext as _

from game.variants import VARIANTS
from game.variants.text import in_language


@dataclass(frozen=True)
class Example:
    """head: above the columns. rows: a game each, its day first; total: what they add up to.

    In one of them somebody did not play, and its cell is empty.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...]

    def as_csv(self) -> str:
        """As a spreadsheet of that language opens it: where 1,5 is a number, semicolons stand between."""
        locale = get_locale()
        comma = locale is not None and locale.number_symbols["latn"]["decimal"] == ","
        text = io.StringIO()
        csv.writer(text, delimiter=";" if comma else ",").writerows((self.head, *self.rows, self.total))
        return text.getvalue()


def example(language: str) -> Example:
    counted = [v for v in VARIANTS.values() if not v.rules({}, v.players[0]).counts_wins]
    names = [in_language(variant.name, language) for variant in (counted[0], counted[-1])]
    points = ((names[0], "12", "0", "25"), (names[0], "7", "31", ""), (names[1], "64", "118", "40"))
    days = ("2024-05-17", "2024-05-24", "2024-05-31")
    sums = [str(sum(int(row[place] or 0) for row in points)) for place in (1, 2, 3)]
    return Example(
        (_("Date"), _("Game"), "Anna", "Bo", "Cara"),
        tuple((day, *row) for day, row in zip(days, points, strict=True)),
        (_("Total"), "", *sums),
    )
