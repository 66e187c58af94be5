"""The multipliers of custom games in figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from models import Session
from views.wording.phrases import words


@dataclass(frozen=True)
class MultiplierInWords:
    """A multiplier of a session, with its reason in the page's language."""

    key: str
    factor: int
    reason: str

    @property
    def figure(self) -> str:
        return f"×{self.factor}"


def multipliers_of(session: Session) -> list[MultiplierInWords]:
    return [MultiplierInWords(each.key, each.factor, words(each.name)) for each in session.rules.multipliers]


def factor_of(keys: Iterable[str], session: Session) -> int:
    """What these multiply with together; keys that the rules do not have count once."""
    factors = {each.key: each.factor for each in session.rules.multipliers}
    return prod(factors.get(key, 1) for key in keys)


def factors_in_figures(keys: Iterable[str], session: Session) -> str:
    """ "×2", or "" without any."""
    factor = factor_of(keys, session)
    return f"×{factor}" if factor > 1 else ""
