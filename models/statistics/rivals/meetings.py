"""What the meetings of two came to, and which outcomes are a meeting."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Integer, case, func
from sqlalchemy.orm import aliased

from models.statistics.outcome import Outcome
from models.statistics.selection import Selection

ENOUGH = 10  # meetings, before anybody is called a rival
CLEARLY, STRONGLY = 5, 15  # in 100, away from every second time

Other = aliased(Outcome, name="other")


@dataclass(frozen=True)
class Meetings:
    """What the meetings of two came to, from the first one's side."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    @property
    def count(self) -> int:
        return self.ahead + self.behind + self.level

    @property
    def share(self) -> float:
        """The part of the meetings in which it finished ahead, from 0 to 1; of none at all a half."""
        return (self.ahead + self.level / 2) / self.count if self.count else 0.5

    @property
    def are_enough(self) -> bool:
        return self.count >= ENOUGH

    @property
    def leaning(self) -> str:
        """ "ahead", "behind" or "even"; "few" where they met too seldom to say."""
        if not self.are_enough:
            return "few"
        if not self._leans(CLEARLY):
            return "even"
        return "ahead" if self.ahead > self.behind else "behind"

    @property
    def leans_strongly(self) -> bool:
        return self.are_enough and self._leans(STRONGLY)

    def turned(self) -> Meetings:
        """The same from the second one's side."""
        return Meetings(self.behind, self.ahead, self.level)

    def _leans(self, hundredths: int) -> bool:
        """In whole numbers, or 45 in 100 would not be as far away as 55."""
        return 50 * abs(self.ahead - self.behind) >= hundredths * self.count


def met(selection: Selection) -> list[ColumnElement[bool]]:
    """What makes an Outcome and an Other of the same session a meeting."""
    return [
        *selection.conditions(),
        Other.session_id == Outcome.session_id,
        Outcome.rank.is_not(None),
        Other.rank.is_not(None),
        Other.side != Outcome.side,
    ]


def counted(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """How often it holds."""
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0).cast(Integer)
