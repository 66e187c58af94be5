"""The most and the least of a figure, and every session in which it was reached."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Float, and_, case, cast, func, or_

from models.database import db, in_turns
from models.statistics.cached import cached
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection
from models.statistics.tally import STAYED, Figure

LEAST_ROUNDS = 3  # of a session that may count as best or worst
AT_ONCE = 200  # conditions that one statement takes


@dataclass(frozen=True, eq=False)
class Measure:
    """What is compared: the figure of the outcomes for which `of` holds; the lowest where `lowest`.

    Each is made once and equals itself alone.
    """

    key: str
    figure: Figure
    of: ColumnElement[bool]
    lowest: bool = False

    def best(self) -> ColumnElement[Any]:
        """The best of some outcomes, as the database picks it."""
        figure = case((self.of, self.figure), else_=None)
        return func.min(figure) if self.lowest else func.max(figure)

    def better(self, one: float, other: float) -> float:
        return min(one, other) if self.lowest else max(one, other)


@dataclass(frozen=True)
class Holder:
    """Who reached it, and when; `round` is the one in which, where the figure is of one round."""

    player_id: uuid.UUID
    session_id: uuid.UUID
    night_id: uuid.UUID
    day: date
    round: int | None


@dataclass
class Record:
    """The most (or least) and its holders, the first first; variant and scale "" where all are compared."""

    measure: Measure
    variant: str
    scale: str
    since: date
    value: float
    holders: list[Holder] = field(default_factory=list)

    @property
    def key(self) -> str:
        return self.measure.key

    def allow_for(self, value: float, since: date) -> None:
        """Somebody else's best, played since that day, which may be the better one."""
        self.value = self.measure.better(self.value, value)
        self.since = min(self.since, since)

    def is_reached(self) -> ColumnElement[bool]:
        """What an outcome of this variant and scale must be to share it."""
        return and_(self.measure.figure == self.value, self.measure.of)


_COUNTED = STAYED & Outcome.points.is_not(None) & (Outcome.rounds >= LEAST_ROUNDS)
_AVERAGE = cast(Outcome.points, Float) / func.nullif(Outcome.rounds, 0)
BEST_SESSION = Measure("best_session", _AVERAGE, _COUNTED, lowest=True)
WORST_SESSION = Measure("worst_session", _AVERAGE, _COUNTED)
BEST_HAND = Measure("best_hand", Outcome.best_hand, STAYED & Outcome.best_hand.is_not(None), lowest=True)
WORST_HAND = Measure("worst_hand", Outcome.worst_hand, STAYED & Outcome.worst_hand.is_not(None))
COMEBACK = Measure("comeback", Outcome.behind, Outcome.won & (Outcome.behind > 0))
CLOSEST = Measure("closest", Outcome.margin, Outcome.won & (Outcome.margin > 0), lowest=True)
CLEAREST = Measure("clearest", Outcome.margin, Outcome.won & (Outcome.margin > 0))
OUT_RUN = Measure("out_run", Outcome.outs_run, STAYED & (Outcome.outs_run > 1))
WINS_RUN = Measure("wins_run", Outcome.streak, STAYED & (Outcome.streak > 1))
MOST_EIGHTS = Measure("most_eights", Outcome.eights, STAYED & (Outcome.eights > 0))
_OWN_ROUND = {"best_hand": "best_hand_round", "worst_hand": "worst_hand_round"}


@cached
def records_of(
    selection: Selection, apart: Sequence[Measure], together: Sequence[Measure] = ()
) -> list[Record]:
    """The record of each measure: those `apart` for every variant and scale, the others over all of them.

    A measure that nothing counts for is left out. Two passes over the selection, the first in the order of an
    index; the second grows with how many share a record.
    """
    found = _without_holders(selection, apart, together)
    measures = [*apart, *together]
    for row in _holding(selection, measures, found.values()):
        for place, measure in enumerate(measures):
            account = (row["variant"], row["scale"]) if place < len(apart) else ("", "")
            record = found.get((measure.key, *account))
            if record and row[f"of_{place}"] and row[f"figure_{place}"] == record.value:
                record.holders.append(_holder(row, measure))
    order = [measure.key for measure in measures]
    return sorted(found.values(), key=lambda r: (r.variant, r.since, r.scale, order.index(r.key)))


def _without_holders(
    selection: Selection, apart: Sequence[Measure], together: Sequence[Measure]
) -> dict[tuple[str, str, str], Record]:
    """By measure, variant and scale, these "" where all are compared; from each player's own best."""
    found: dict[tuple[str, str, str], Record] = {}
    for row in _own_bests(selection, [*apart, *together]):
        for place, measure in enumerate([*apart, *together]):
            value, since = row[f"best_{place}"], row["since"]
            if value is None:
                continue
            variant, scale = (row["variant"], row["scale"]) if place < len(apart) else ("", "")
            known = found.setdefault(
                (measure.key, variant, scale), Record(measure, variant, scale, since, value)
            )
            known.allow_for(value, since)
    return found


def _own_bests(selection: Selection, measures: Sequence[Measure]) -> Sequence[Any]:
    """Each player's own best in each variant and scale."""
    query = db.select(Outcome.player_id, Outcome.variant, Outcome.scale, func.min(Outcome.day).label("since"))
    for place, measure in enumerate(measures):
        query = query.add_columns(measure.best().label(f"best_{place}"))
    query = query.where(*selection.conditions())
    return (
        db.session.execute(query.group_by(Outcome.player_id, Outcome.variant, Outcome.scale)).mappings().all()
    )


def _holding(selection: Selection, measures: Sequence[Measure], records: Iterable[Record]) -> list[Any]:
    """The outcomes in which something was reached, oldest first."""
    query = db.select(
        *(getattr(Outcome, name) for name in _COLUMNS),
        *(measure.of.label(f"of_{place}") for place, measure in enumerate(measures)),
        *(measure.figure.label(f"figure_{place}") for place, measure in enumerate(measures)),
    ).where(*selection.conditions())
    found: dict[uuid.UUID, Any] = {}
    for some in in_turns(_reached(records), AT_ONCE):
        rows = db.session.execute(query.where(or_(*some))).mappings()
        found.update({row["seat_id"]: row for row in rows})
    return sorted(found.values(), key=lambda row: (row["started_at"], row["session_id"], row["side"]))


def _reached(records: Iterable[Record]) -> list[ColumnElement[bool]]:
    """For every variant and scale, and for all of them: whether an outcome reached anything there."""
    of_account: dict[tuple[str, str], list[ColumnElement[bool]]] = {}
    for record in records:
        of_account.setdefault((record.variant, record.scale), []).append(record.is_reached())
    return [
        and_(Outcome.variant == variant, Outcome.scale == scale, or_(*own)) if variant else or_(*own)
        for (variant, scale), own in of_account.items()
    ]


_COLUMNS = (
    *("seat_id", "player_id", "session_id", "night_id", "day", "variant", "scale", "started_at", "side"),
    *("best_hand_round", "worst_hand_round"),
)


def _holder(row: Any, measure: Measure) -> Holder:
    own = _OWN_ROUND.get(measure.key)
    ids = (row["player_id"], row["session_id"], row["night_id"])
    return Holder(*ids, row["day"], row[own] if own else None)
