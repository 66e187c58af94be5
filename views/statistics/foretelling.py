"""Whether the ratings keep their word, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask_babel import gettext as _

from game.analysis.foretelling import ENOUGH_PAIRS, ENOUGH_SESSIONS, Foretold, WordKept, by_tenths


class SaidAndDone(NamedTuple):
    """What was said in about so many of ten, how often it came true, and what that means."""

    tenth: int
    kept: WordKept
    verdict: str


class KeptWord:
    """told: what ratings foretold of a group's last sessions."""

    def __init__(self, told: Sequence[Foretold]) -> None:
        self.sessions = len({one.session for one in told})
        self.enough = ENOUGH_SESSIONS
        self.said = [one for one in told if one.is_said]

    @property
    def is_enough(self) -> bool:
        return self.sessions >= self.enough

    @property
    def all_of_it(self) -> WordKept | None:
        """None where nothing was said: luck alone explained how the ratings differed."""
        return WordKept(self.said) if self.said else None

    @property
    def lines(self) -> list[SaidAndDone]:
        """Without what was said too seldom to tell."""
        return [
            SaidAndDone(tenth, kept, _verdict(kept))
            for tenth, kept in by_tenths(self.said).items()
            if len(kept.told) >= ENOUGH_PAIRS
        ]


def _verdict(kept: WordKept) -> str:
    if kept.said in kept.interval:
        return _("as predicted, within luck")
    if kept.said < kept.interval.low:
        return _("more often than was said")
    return _("less often than was said")
