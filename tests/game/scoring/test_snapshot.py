"""The fields of a sheet, as stored changes name them."""

from __future__ import annotations

from msgspec import structs

from game.scoring.facts import Sheet
from game.scoring.snapshot import fields_of, hand_fields, snapshot
from tests.game.scoring.test_sheet_value import ANNA, BO, FULL, PLAYED, ROUND, SEAT


def test_all_fields_of_a_sheet():
    assert {key: fields_of(thing) for key, thing in snapshot(FULL, planned_rounds=7).items()} == {
        "session": {
            "first_dealers": [str(ANNA)],
            "next_deal": {"round": 2, "dealer": str(BO), "misdeals": 1},
            "stopped": True,
            "extended": True,
            "totals_only": True,
            "no_times": True,
            "planned_rounds": 7,
        },
        f"seat:{BO}": {
            "player": str(SEAT.player),
            "position": 1,
            "joined_round": 2,
            "away": [{"since": 3, "until": 4, "points": 10}],
            "start_points": 7,
            "team": "north",
            "origin": str(ANNA),
            "adjustment:a1": {"id": "a1", "after": 1, "points": -5, "reason": "late"},
        },
        f"round:{ROUND}": {
            "number": 1,
            "dealer": str(ANNA),
            "hand_size": 8,
            "out": str(ANNA),
            f"hand:{BO}": {"cards": {"8": 1}, "points": 100, "typed": "25+25", "multipliers": ["double"]},
            "chain": {"cards": 4, "drawer": str(BO)},
            "multipliers": ["last"],
            "misdeals": 1,
            "recorded_at": "2026-10-02T19:30:00+00:00",
        },
    }


def test_a_new_sheet():
    assert snapshot(Sheet(seats=()))["session"] == {
        "first_dealers": [],
        "next_deal": None,
        "stopped": False,
        "extended": False,
        "totals_only": False,
        "no_times": False,
    }


def test_a_sum_and_multipliers_are_named_only_where_there_are_any():
    plain = structs.replace(PLAYED.hands[0], typed=None, multipliers=())
    assert hand_fields(plain) == {"cards": {"8": 1}, "points": 100}
