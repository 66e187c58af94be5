"""What players can excel in: measures, whose best is a record, and honours, earned by rule and never by hand.

Honours in words: views/statistics/honours.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import ColumnElement, Double, and_, case, cast, func

from models.statistics.outcome import COUNTED, STAYED, Figure, Outcome

LEAST_ROUNDS = 3  # of a session that may count as best or worst, or earn an honour for how its rounds went
IN_A_ROW = 5
OUTS_IN_A_ROW = 3
CROWD = 7

_LONG = STAYED & (Outcome.rounds >= LEAST_ROUNDS)


@dataclass(frozen=True, eq=False)
class Measure:
    """What is compared: the figure of the outcomes for which `of` holds; the lowest is best where `lowest`.

    Each is made once and equals itself alone.
    """

    key: str
    figure: Figure
    of: ColumnElement[bool]
    lowest: bool = False

    @cached_property
    def worth(self) -> ColumnElement[float]:
        """The figure so that more is better; None where it does not count."""
        figure = cast(self.figure, Double)
        return case((self.of, -figure if self.lowest else figure), else_=None)

    def value(self, worth: float) -> float:
        """The figure that is worth so much."""
        return -worth if self.lowest else worth


_IN_POINTS = _LONG & Outcome.points.is_not(None)
_AVERAGE = cast(Outcome.points, Double) / func.nullif(Outcome.rounds, 0)
BEST_SESSION = Measure("best_session", _AVERAGE, _IN_POINTS, lowest=True)
WORST_SESSION = Measure("worst_session", _AVERAGE, _IN_POINTS)
BEST_HAND = Measure("best_hand", Outcome.best_hand, COUNTED & Outcome.best_hand.is_not(None), lowest=True)
WORST_HAND = Measure("worst_hand", Outcome.worst_hand, COUNTED & Outcome.worst_hand.is_not(None))
COMEBACK = Measure("comeback", Outcome.behind, Outcome.won & (Outcome.behind > 0))
CLOSEST = Measure("closest", Outcome.margin, Outcome.won & (Outcome.margin > 0), lowest=True)
CLEAREST = Measure("clearest", Outcome.margin, Outcome.won & (Outcome.margin > 0))
OUT_RUN = Measure("out_run", Outcome.outs_run, COUNTED & (Outcome.outs_run > 1))
WINS_RUN = Measure("wins_run", Outcome.streak, STAYED & (Outcome.streak > 1))
MOST_EIGHTS = Measure("most_eights", Outcome.eights, STAYED & (Outcome.eights > 0))

# What an outcome must be, by the honour's key.
HONOURS: dict[str, ColumnElement[bool]] = {
    "start_to_finish": and_(_LONG, Outcome.won, Outcome.led == Outcome.rounds),
    "from_behind": and_(_LONG, Outcome.won, Outcome.last_midway),
    "five_in_a_row": and_(STAYED, Outcome.streak == IN_A_ROW),
    "clean_sheet": and_(_LONG, Outcome.points == 0),
    "quiet_win": and_(_LONG, Outcome.won, Outcome.outs == 0),
    "hat_trick": and_(STAYED, Outcome.outs_run >= OUTS_IN_A_ROW),
    "beat_the_crowd": and_(STAYED, Outcome.won, Outcome.winners == 1, Outcome.players >= CROWD),
    "no_eight": and_(
        _LONG,
        Outcome.outs < Outcome.rounds,
        Outcome.caught == Outcome.rounds - Outcome.outs,
        Outcome.eights == 0,
    ),
}
