"""A player's last places as a line chart with numbers."""

from __future__ import annotations

from statistics import fmean

from flask_babel import gettext as _
from flask_babel import ngettext

from models.statistics.timeline import Timeline
from views.wording.figures import decimal
from views.wording.phrases import number_word, opening

MARGIN = 14
X_STEP, Y_STEP = 34.7, 22.7  # from one place to the next
MIN_LEVELS = 3  # places that there is room for
MAX_PLACES = 10  # places that are drawn


class Places:
    """The last places, oldest first; all lengths in units of the view box."""

    def __init__(self, timeline: Timeline) -> None:
        self.ranks = [played.rank for played in timeline.sessions[-MAX_PLACES:]]
        self.wins = sum(played.won for played in timeline.sessions[-MAX_PLACES:])
        self.ever = [played.rank for played in timeline.sessions]

    @property
    def spots(self) -> list[tuple[float, float, int]]:
        """Across, down and the place."""
        return [(round(MARGIN + X_STEP * n, 1), self._y(rank), rank) for n, rank in enumerate(self.ranks)]

    @property
    def line(self) -> str:
        return " ".join(f"{x:g},{y:g}" for x, y, _rank in self.spots)

    @property
    def levels(self) -> list[float]:
        """Where each place lies, the first on top."""
        return [self._y(rank) for rank in range(1, max([MIN_LEVELS, *self.ranks]) + 1)]

    @property
    def width(self) -> int:
        return round(2 * MARGIN + X_STEP * (MAX_PLACES - 1))

    @property
    def height(self) -> int:
        return round(self.levels[-1] + MARGIN)

    @property
    def title(self) -> str:
        return _("Last ten places") if len(self.ranks) == MAX_PLACES else _("Places so far")

    @property
    def in_words(self) -> str:
        """For screen readers: "Places, oldest first: 2, 1, 3"."""
        return _("Places, oldest first: %(places)s", places=", ".join(map(str, self.ranks)))

    @property
    def summary(self) -> str:
        """ "Three wins. On average 2.2, as ever."; understood without the colours."""
        wins = (
            ngettext("%(count)s win.", "%(count)s wins.", self.wins, count=opening(number_word(self.wins)))
            if self.wins
            else _("No win.")
        )
        return f"{wins} {self._average}"

    @property
    def _average(self) -> str:
        recent, ever = decimal(fmean(self.ranks)), decimal(fmean(self.ever))
        if len(self.ever) <= MAX_PLACES:
            return _("On average %(recent)s.", recent=recent)
        if recent == ever:
            return _("On average %(recent)s, as ever.", recent=recent)
        return _("On average %(recent)s; over all the games %(ever)s.", recent=recent, ever=ever)

    @staticmethod
    def _y(rank: int) -> float:
        return round(MARGIN + Y_STEP * (rank - 1), 1)
