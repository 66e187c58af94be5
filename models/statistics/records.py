"""The most and the least of a figure, and the sessions in which it was reached."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import Row, and_, case, func, or_

from models.database import db
from models.round import Hand, Round
from models.seat import Seat
from models.statistics.measures import BEST_HAND, WINS_RUN, WORST_HAND, Measure
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection
from models.statistics.sums.reading import bests_of, sums_by
from models.statistics.sums.tables import PlayerSums
from models.statistics.winning_runs import longest_winning_runs


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
    """The most (or least); variant and scale "" where all are compared. since: the first day of any session
    that was compared.

    times: how often it was reached; times_at: by whom, at tables of which size. holders: the first of each of
    these times, the first first; where they are fewer than `times`, somebody did it more than once.
    """

    measure: Measure
    variant: str
    scale: str
    since: date
    value: float
    holders: list[Holder] = field(default_factory=list)
    times_at: Counter[tuple[uuid.UUID, int]] = field(default_factory=Counter)

    @property
    def times(self) -> int:
        return sum(self.times_at.values())

    @property
    def key(self) -> str:
        return self.measure.key


def records_of(
    selection: Selection, apart: Sequence[Measure], together: Sequence[Measure] = ()
) -> list[Record]:
    """The record of each measure: those `apart` for every variant and scale, the others over all of them.

    A measure that nothing counts for is left out. Three queries, two where nothing is compared `together`;
    one more for the winning streak where only some sessions count.
    """
    since = _since(selection)
    found: dict[tuple[str, str, str], Record] = {}
    kept = [measure for measure in together if measure is not WINS_RUN or selection.is_everything]
    if kept != list(together):
        found |= _winning_run(selection, since["", ""])
    for measures, by in ((apart, ("variant", "scale")), (kept, ())):
        measure_of = {measure.key: measure for measure in measures}
        for row in _holding(selection, measures, by) if measures else ():
            variant, scale = (row.variant, row.scale) if by else ("", "")
            own = measure_of[row.measure]
            record = found.setdefault(
                (row.measure, variant, scale),
                Record(own, variant, scale, since[variant, scale], own.value(row.worth)),
            )
            record.holders.append(_holder(row, own))
            record.times_at[row.player_id, row.players] += row.times
    order = [*apart, *together]
    return sorted(found.values(), key=lambda r: (r.variant, r.since, r.scale, order.index(r.measure)))


def _winning_run(selection: Selection, since: date) -> dict[tuple[str, str, str], Record]:
    rows = longest_winning_runs(selection)
    if not rows:
        return {}
    record = Record(WINS_RUN, "", "", since, rows[0].streak)
    for row in rows:
        if not record.times_at[row.player_id, row.players]:
            record.holders.append(Holder(row.player_id, row.session_id, row.night_id, row.day, None))
        record.times_at[row.player_id, row.players] += 1
    return {(WINS_RUN.key, "", ""): record}


def cards_of(holders: Iterable[Holder]) -> dict[Holder, Mapping[str, int]]:
    """By class, of those hands whose cards were counted; one query."""
    wanted = {(h.session_id, h.round, h.player_id): h for h in holders if h.round is not None}
    if not wanted:
        return {}
    one_of_them = or_(
        *(
            and_(Round.session_id == session_id, Round.number == number, Seat.player_id == player_id)
            for session_id, number, player_id in wanted
        )
    )
    rows = db.session.execute(
        db.select(Round.session_id, Round.number, Seat.player_id, Hand.cards)
        .join(Hand, Hand.round_id == Round.id)
        .join(Seat, Hand.seat_id == Seat.id)
        .where(one_of_them)
    )
    return {wanted[session, number, player]: cards for session, number, player, cards in rows if cards}


def _since(selection: Selection) -> dict[tuple[str, str], date]:
    """The first day by variant and scale, and of all of them by "", ""."""
    query = sums_by(selection, PlayerSums, ("variant", "scale"), lambda sums: [func.min(sums.since)])
    since = {(variant, scale): first for variant, scale, first in db.session.execute(query)}
    return {**since, ("", ""): min(since.values(), default=date.max)}


def _holding(selection: Selection, measures: Sequence[Measure], by: Sequence[str]) -> Iterable[Row[Any]]:
    """The outcomes in which something was reached, oldest first; times: by its player at such tables."""
    bests, wanted = bests_of(selection, measures)
    compared = [bests[name] for name in ("measure", *by)]
    most = func.max(bests.worth).over(partition_by=compared).label("most")
    best = db.select(*bests, most).where(*wanted).subquery().c
    worth = case({measure.key: measure.worth for measure in measures}, value=best.measure)
    first = [best[name] == getattr(Outcome, name) for name in ("player_id", "variant", "scale", "players")]
    first += [best.first_at == Outcome.started_at, best.worth == worth]
    return db.session.execute(
        db.select(best.measure, best.worth, best.times, *(getattr(Outcome, name) for name in _COLUMNS))
        .outerjoin(Outcome, and_(*first, *selection.narrowed()))  # outer, or SQLite looks these up first
        .where(best.worth == best.most)
        .order_by(Outcome.started_at, Outcome.session_id, Outcome.side, Outcome.seat_id)
    )


_COLUMNS = (
    *("player_id", "variant", "scale", "players", "session_id", "night_id", "day"),
    *("best_hand_round", "worst_hand_round"),
)


def _holder(row: Row[Any], measure: Measure) -> Holder:
    own = {BEST_HAND: row.best_hand_round, WORST_HAND: row.worst_hand_round}
    return Holder(row.player_id, row.session_id, row.night_id, row.day, own.get(measure))
