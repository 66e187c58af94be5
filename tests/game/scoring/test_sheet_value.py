"""The score sheet as one value: encoded and decoded with all its fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec import structs

from game.scoring.facts import (
    Adjustment,
    Away,
    Hand,
    LastCards,
    NextDeal,
    Round,
    SeatFacts,
    Sheet,
    decoded,
    encoded,
)
from game.scoring.standings import with_eliminations
from tests.game.scoring.builders import rules_of

ANNA, BO, ROUND = UUID(int=1), UUID(int=2), UUID(int=3)
SEAT = SeatFacts(
    id=BO,
    position=1,
    joined_round=2,
    away=(Away(3, 4, 10),),
    start_points=7,
    team="north",
    origin=ANNA,
    adjustments=(Adjustment(1, -5, "a1", "late"),),
    player=UUID(int=4),
)
PLAYED = Round(
    number=1,
    dealer=ANNA,
    hand_size=8,
    out=ANNA,
    hands=(Hand(BO, {"8": 1}, 100, "25+25", ("double",)),),
    chain=LastCards(4, BO),
    multipliers=("last",),
    misdeals=1,
    id=ROUND,
    recorded_at=datetime(2026, 10, 2, 19, 30, tzinfo=UTC),
)
FULL = Sheet(
    seats=(SEAT,),
    rounds=(PLAYED,),
    first_dealers=(ANNA,),
    next_deal=NextDeal(2, BO, 1),
    stopped=True,
    extended=True,
    totals_only=True,
    no_times=True,
)


def values_in(value: Any) -> Iterator[msgspec.Struct]:
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from values_in(getattr(value, name))
    elif isinstance(value, tuple):
        for each in value:
            yield from values_in(each)


def test_every_field_but_the_player_is_encoded():
    for value in values_in(FULL):
        for field in structs.fields(value):
            assert field.required or getattr(value, field.name) != field.default, f"set {field.name}"
    without_player = structs.replace(SEAT, player=None)
    assert decoded(encoded(FULL)) == structs.replace(FULL, seats=(without_player,))


def test_defaults_are_left_out():
    seats = (SeatFacts(ANNA, 0), SeatFacts(BO, 1))
    assert encoded(Sheet(seats=seats)) == (
        f'{{"seats":[{{"id":"{ANNA}","position":0}},{{"id":"{BO}","position":1}}]}}'
    )


def test_an_elimination_is_derived_and_cannot_be_stored():
    [seat] = with_eliminations(replace(rules_of("derange"), eliminate_at=50), [SEAT], [PLAYED])
    assert seat.eliminated_after == 1
    with pytest.raises(msgspec.ValidationError, match="eliminated_after"):
        decoded(encoded(Sheet(seats=(seat,))))
