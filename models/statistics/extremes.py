"""The most and the least of a figure, and every session in which it was reached."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Float, and_, case, cast, func, or_, true

from models.database import db
from models.outcome import Outcome
from models.statistics.selection import Selection
from models.statistics.tally import STAYED, Figure

LEAST_ROUNDS = 3  # of a session that may count as best or worst


@dataclass(frozen=True)
class Measure:
    """What is compared: the figure of the outcomes for which `of` holds; the lowest where `lowest`."""

    key: str
    figure: Figure
    of: ColumnElement[bool]
    lowest: bool = False


@dataclass(frozen=True)
class Holder:
    """Who reached it, and when; `round` is the one in which, where the figure is of one round."""

    player_id: uuid.UUID
    session_id: uuid.UUID
    night_id: uuid.UUID
    day: date
    round: int | None


@dataclass(frozen=True)
class Extreme:
    """The most (or least) and its holders, the first first; variant and scale "" where all are compared."""

    key: str
    variant: str
    scale: str
    since: date
    value: float
    holders: list[Holder]


_COUNTED = STAYED & Outcome.points.is_not(None) & (Outcome.rounds >= LEAST_ROUNDS)
_AVERAGE = cast(Outcome.points, Float) / func.nullif(Outcome.rounds, 0)

BEST_SESSION = Measure("best_session", _AVERAGE, _COUNTED, lowest=True)
WORST_SESSION = Measure("worst_session", _AVERAGE, _COUNTED)
BEST_HAND = Measure("best_hand", Outcome.cheapest, STAYED & Outcome.cheapest.is_not(None), lowest=True)
WORST_HAND = Measure("worst_hand", Outcome.dearest, STAYED & Outcome.dearest.is_not(None))
COMEBACK = Measure("comeback", Outcome.behind, Outcome.won & (Outcome.behind > 0))
CLOSEST = Measure("closest", Outcome.margin, Outcome.won & (Outcome.margin > 0), lowest=True)
CLEAREST = Measure("clearest", Outcome.margin, Outcome.won & (Outcome.margin > 0))
OUT_RUN = Measure("out_run", Outcome.outs_run, STAYED & (Outcome.outs_run > 1))
WINS_RUN = Measure("wins_run", Outcome.streak, STAYED & (Outcome.streak > 1))
CROWD = Measure("crowd", Outcome.players, Outcome.won & (Outcome.players > 0))

_OWN_ROUND = {"best_hand": Outcome.cheapest_round, "worst_hand": Outcome.dearest_round}


def extremes_of(selection: Selection, measures: Sequence[Measure], *, apart: bool = True) -> list[Extreme]:
    """Each measure's extreme, for every variant and scale `apart` or over all of them; two passes.

    A measure that nothing counts for is left out. Grows with the selection, and with how many share a record.
    """
    bests = _bests(selection, measures, apart=apart)
    found: dict[tuple[str, str, str], Extreme] = {}
    for row in _holding(selection, measures, bests, apart=apart):
        variant, scale = (row["variant"], row["scale"]) if apart else ("", "")
        for place, measure in enumerate(measures):
            if row[f"holds_{place}"]:
                key = (variant, scale, measure.key)
                value, since = float(row[f"figure_{place}"]), row["since"]
                extreme = found.setdefault(key, Extreme(measure.key, variant, scale, since, value, []))
                extreme.holders.append(_holder(row, measure))
    order = [measure.key for measure in measures]
    return sorted(found.values(), key=lambda e: (e.variant, e.since, e.scale, order.index(e.key)))


def _bests(selection: Selection, measures: Sequence[Measure], *, apart: bool) -> Any:
    """One row for each variant and scale, or one for all: the extreme of each measure.

    Each player's own first, in the order of an index, then those of these few rows.
    """
    own = db.select(Outcome.variant, Outcome.scale, func.min(Outcome.day).label("since"))
    for place, measure in enumerate(measures):
        figure = case((measure.of, measure.figure), else_=None)
        own = own.add_columns(_best(measure)(figure).label(f"best_{place}"))
    each = (
        own.where(*selection.conditions())
        .group_by(Outcome.player_id, Outcome.variant, Outcome.scale)
        .subquery("own_bests")
    )
    query = db.select(func.min(each.c.since).label("since"))
    for place, measure in enumerate(measures):
        query = query.add_columns(_best(measure)(each.c[f"best_{place}"]).label(f"best_{place}"))
    if apart:
        query = query.add_columns(each.c.variant, each.c.scale).group_by(each.c.variant, each.c.scale)
    return query.cte("bests")


def _best(measure: Measure) -> Any:
    return func.min if measure.lowest else func.max


def _holding(selection: Selection, measures: Sequence[Measure], bests: Any, *, apart: bool) -> Sequence[Any]:
    holds = [
        and_(measure.of, measure.figure == bests.c[f"best_{place}"]) for place, measure in enumerate(measures)
    ]
    same: ColumnElement[bool] = true()
    if apart:
        same = and_(bests.c.variant == Outcome.variant, bests.c.scale == Outcome.scale)
    columns = [
        *(getattr(Outcome, name) for name in ("player_id", "session_id", "night_id", "day")),
        *(Outcome.variant, Outcome.scale, Outcome.cheapest_round, Outcome.dearest_round, bests.c.since),
        *(hold.label(f"holds_{place}") for place, hold in enumerate(holds)),
        *(measure.figure.label(f"figure_{place}") for place, measure in enumerate(measures)),
    ]
    query = (
        db.select(*columns)
        .join(bests, same)
        .where(*selection.conditions(), or_(*holds))
        .order_by(Outcome.started_at, Outcome.session_id, Outcome.side)
    )
    return db.session.execute(query).mappings().all()


def _holder(row: Any, measure: Measure) -> Holder:
    own = _OWN_ROUND.get(measure.key)
    return Holder(
        row["player_id"],
        row["session_id"],
        row["night_id"],
        row["day"],
        row[own.key] if own is not None else None,
    )
