"""How much was played: the nights and sessions of a selection."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func

from models.database import db
from models.statistics.cached import cached
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection
from models.statistics.tally import Tally, add_up


@dataclass(frozen=True)
class Overview:
    """total: what everybody's tallies add up to. sessions: by variant, most often played first.

    A session that everybody had left before its end is nobody's and counts nowhere.
    """

    nights: int
    total: Tally
    sessions: Mapping[str, int]

    @property
    def all_sessions(self) -> int:
        return sum(self.sessions.values())


def overview_of(selection: Selection, tallies: Mapping[uuid.UUID, Mapping[str, Tally]]) -> Overview:
    """One query, for the nights; the rest is in the selection's tallies."""
    every = [pair for by_variant in tallies.values() for pair in by_variant.items()]
    variants = {variant for variant, _tally in every}
    ended = {v: add_up(tally for variant, tally in every if variant == v).decided for v in variants}
    sessions = {v: round(ended[v]) for v in sorted(variants, key=lambda v: (-ended[v], v))}
    return Overview(
        nights=_nights_in(selection),
        total=add_up(tally for _variant, tally in every),
        sessions={variant: count for variant, count in sessions.items() if count},
    )


@cached
def _nights_in(selection: Selection) -> int:
    nights = db.select(func.count(Outcome.night_id.distinct())).where(*selection.conditions())
    return db.session.scalar(nights) or 0
