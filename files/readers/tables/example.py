"""An example table: the picture on the page, and the file to fill in."""

from __future__ import annotations

import csv
import io

from flask_babel import get_locale
from flask_babel import gettext as _

from game.texts import in_language
from game.variants import VARIANTS


class Example:
    """A row for each game, its date first; one cell is empty because the player did not play."""

    def __init__(self, language: str) -> None:
        counted = [v for v in VARIANTS.values() if not v.rules({}, v.players[0]).counts_wins]
        names = [in_language(variant.name, language) for variant in (counted[0], counted[-1])]
        points = ((names[0], "12", "0", "25"), (names[0], "7", "31", ""), (names[1], "64", "118", "40"))
        days = ("2024-05-17", "2024-05-24", "2024-05-31")
        sums = [str(sum(int(row[place] or 0) for row in points)) for place in (1, 2, 3)]
        self.head = (_("Date"), _("Game"), "Anna", "Bo", "Cara")
        self.rows = [(day, *row) for day, row in zip(days, points, strict=True)]
        self.total = (_("Total"), "", *sums)

    def as_csv(self) -> str:
        """CSV as spreadsheets of that language open it: with semicolons where 1,5 is a number."""
        locale = get_locale()
        comma = locale is not None and locale.number_symbols["latn"]["decimal"] == ","
        text = io.StringIO()
        csv.writer(text, delimiter=";" if comma else ",").writerows((self.head, *self.rows, self.total))
        return text.getvalue()
