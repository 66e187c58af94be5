"""The limits of each honour: examples just within and just outside."""

from datetime import UTC, datetime, timedelta

import pytest

from models import Player
from models.statistics.records import honours_of
from models.statistics.selection import Selection
from tests.sampling import full_only
from tests.table import at_work, start

pytestmark = full_only

OUT = "Anna out, Bo 4"
CAUGHT = "Bo out, Anna 4"


@pytest.fixture
def group(app):
    return Group(app)


class Group:
    """Plays sessions of Vändåtta (eight 10, ace 5, others 1) and counts the honours earned."""

    def __init__(self, app):
        self.app, self.table = app, None

    def plays(self, *rounds, names="Anna Bo", variant="vandatta_pagat", **options):
        begun = {"at": datetime.now(UTC) - timedelta(days=90)}
        if self.table:
            begun = {"group_id": self.table.group_id, "clock": self.table.clock}
        options = options or {"rounds": len(rounds)}
        self.table = start(self.app, variant, names, **begun, **options).plays(*rounds)
        self.table.clock.time += timedelta(days=1)
        return self

    def earned(self, key):
        with at_work(self.app):
            people = Player.all_by_id(self.table.group_id)
            honours = honours_of(Selection(self.table.group_id))
            return {people[honour.player_id].name: honour.times for honour in honours if honour.key == key}


@pytest.mark.parametrize(
    ("key", "rounds", "earned"),
    [
        ("hat_trick", [OUT, OUT, CAUGHT, OUT], {}),
        ("hat_trick", [CAUGHT, OUT, OUT, OUT], {"Anna": 1}),
        ("clean_sheet", [OUT, OUT], {}),
        ("clean_sheet", [OUT, OUT, OUT], {"Anna": 1}),
        ("clean_sheet", [OUT, OUT, CAUGHT], {}),
        ("start_to_finish", [OUT, OUT], {}),
        ("start_to_finish", [OUT, CAUGHT, OUT], {"Anna": 1}),  # level in between
        ("start_to_finish", [OUT, "Bo out, Anna 4 4", "Anna out, Bo 8"], {}),
        ("from_behind", ["Bo out, Anna 8", CAUGHT, OUT, "Anna out, Bo 8 8"], {"Anna": 1}),
        ("from_behind", ["nobody out, Anna 8, Bo 8", OUT, OUT, OUT], {}),  # ahead midway
        ("from_behind", ["nobody out, Anna 8, Bo 8", CAUGHT, "nobody out, Anna 4, Bo 8"], {}),  # level midway
        ("quiet_win", ["nobody out, Anna 4, Bo 8", "nobody out, Anna 4, Bo 8", CAUGHT], {"Anna": 1}),
        ("quiet_win", [OUT, OUT, OUT], {}),
        ("no_eight", [OUT, OUT, CAUGHT], {"Anna": 1, "Bo": 1}),
        ("no_eight", [OUT, OUT, OUT], {"Bo": 1}),  # never caught, nothing to avoid
        ("no_eight", [OUT, OUT, "Bo out, Anna 4 8"], {"Bo": 1}),
        ("no_eight", [OUT, OUT, "Bo out, Anna =5"], {"Bo": 1}),  # whose cards are unknown
    ],
)
def test_honours_of_the_rounds_of_one_session(group, key, rounds, earned):
    assert group.plays(*rounds).earned(key) == earned


def test_the_fifth_win_in_a_row_and_not_the_tenth(group):
    for _ in range(4):
        group.plays(OUT)
    assert group.earned("five_in_a_row") == {}
    assert group.plays(OUT).earned("five_in_a_row") == {"Anna": 1}
    for _ in range(5):
        group.plays(OUT)
    assert group.earned("five_in_a_row") == {"Anna": 1}
    group.plays(CAUGHT)
    for _ in range(5):
        group.plays(OUT)
    assert group.earned("five_in_a_row") == {"Anna": 2}


def test_alone_against_the_crowd(group):
    six, seven = "Anna Bo Cara Dilan Eva Frans", "Anna Bo Cara Dilan Eva Frans Greta"

    def a_round(names, *level):
        return ", ".join(["Anna out", *(f"{n} {'-' if n in level else '4'}" for n in names.split()[1:])])

    group.plays(a_round(six), names=six, variant="derange", mode="short").table.stops()
    assert group.earned("beat_the_crowd") == {}
    group.plays(a_round(seven, "Bo"), names=seven, variant="derange", mode="short").table.stops()
    assert group.earned("beat_the_crowd") == {}  # a shared win does not count
    group.plays(a_round(seven), names=seven, variant="derange", mode="short").table.stops()
    assert group.earned("beat_the_crowd") == {"Anna": 1}
