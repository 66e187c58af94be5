"""A session of which a file tells points by round, as a session of a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from exchange.document.checks import moment
from exchange.document.records import AwayRecord, HandRecord, RoundRecord, SeatRecord, SessionRecord
from exchange.importing.draft import DraftSession
from game.variants import Variant
from game.variants.naming import Way
from models.table.whole_sheets import USUAL_ROUND

Points = Sequence[int | None]


def played_rounds(record: DraftSession, way: Way) -> SessionRecord:
    """Its rounds with typed points; whoever alone had none went out. Nobody knows their hours.

    The table is taken to have played as long as the file tells.
    """
    played, seats = record.played or [], [seat.player for seat in record.seats]
    stays = [_seat(player, [row[place] for row in played]) for place, player in enumerate(seats)]
    options = {**way.options, **_length(way.variant, way.options, len(played), len(seats))}
    rules = way.variant.rules(options, len(seats))
    blocks = -(-len(played) // rules.block) if rules.block else 1
    first = record.first_dealers[0]
    dealer = first if played[0][seats.index(first)] is not None else _first_of(seats, played[0])
    start = moment(record.started_at or "", "")
    return SessionRecord(
        id=record.id,
        started_at=record.started_at,
        variant=way.variant.key,
        options=way.variant.resolve(options, len(seats)),
        untimed=True,
        plays_on=rules.rounds is not None and len(played) > rules.rounds,
        finished_at=(start + USUAL_ROUND * len(played)).isoformat(),
        seats=stays,
        first_dealers=[dealer] * blocks,
        rounds=[
            _round(number, seats, points, (start + USUAL_ROUND * number).isoformat())
            for number, points in enumerate(played, 1)
        ],
    )


def _length(variant: Variant, options: Mapping[str, Any], rounds: int, players: int) -> dict[str, Any]:
    """The choice of a length that is as many rounds as were played, where there is one."""
    option = variant.length
    if option is None:
        return {}
    values = [choice.value for choice in (*option.special, *option.choices)]
    if option.kind == "count" and option.least <= rounds <= option.most:
        values.append(rounds)
    for value in (option.default_for(players), *values):
        if variant.rules({**options, option.key: value}, players).rounds == rounds:
            return {option.key: value}
    return {}


def _seat(player: str, points: Points) -> SeatRecord:
    """When somebody sat there: from the first points to the last, but for rounds between that have none."""
    here = [number for number, said in enumerate(points, 1) if said is not None]
    gaps = [(one + 1, other) for one, other in pairwise(here) if other > one + 1]
    return SeatRecord(
        player=player,
        joined_round=here[0],
        away=[AwayRecord(since=since, until=until, points=0) for since, until in gaps],
        left_round=here[-1] + 1 if here[-1] < len(points) else None,
    )


def _first_of(seats: Sequence[str], points: Points) -> str:
    return next(player for player, said in zip(seats, points, strict=True) if said is not None)


def _round(number: int, seats: Sequence[str], points: Points, at: str) -> RoundRecord:
    told = [(player, said) for player, said in zip(seats, points, strict=True) if said is not None]
    without = [player for player, said in told if said == 0]
    return RoundRecord(
        number=number,
        out=without[0] if len(without) == 1 else None,
        recorded_at=at,
        hands=[HandRecord(player=player, points=said) for player, said in told],
    )
