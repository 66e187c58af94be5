"""How the lines of a printed sheet are divided into pages."""

from __future__ import annotations

import pytest

from game.variants.custom.building import variant_of
from models.table.starting import SessionSetup
from models.table.whole_sheets import unsaved_session
from tests.custom import typed
from tests.table import start
from views.paper.leaves import MAX_LINES, Cells, text_lines
from views.paper.print_sheet import SIZES, Paper

NAMES = [f"Player{number}" for number in range(1, 17)]


def blank(app, *, players, rounds, size):
    variant = variant_of("house", typed(rounds=rounds))
    with app.test_request_context():
        session = unsaved_session(SessionSetup(variant, {}, NAMES[:players], 0))
        paper = Paper(session, group="", day=None, place="", filled=False, size=size, code=None)
        return [[row.number for row in leaf.rows] for leaf in paper.leaves]


@pytest.mark.parametrize("size", SIZES)
def test_every_line_is_on_one_page_and_none_is_alone(app, size):
    for players in (4, 8, 9, 16):
        for rounds in (5, 14, 15, 16, 31, 40):
            pages = blank(app, players=players, rounds=rounds, size=size)
            assert [number for page in pages for number in page] == list(range(1, rounds + 1))
            assert all(1 < len(page) <= MAX_LINES for page in pages)


def test_a_landscape_page_holds_fewer_lines_than_an_upright_one(app):
    assert len(blank(app, players=8, rounds=15, size="a4")) == 1
    assert len(blank(app, players=9, rounds=15, size="a4")) == 2


def test_long_notes_leave_room_for_fewer_lines(app):
    table = start(app, typed(rounds=15), " ".join(NAMES[:9]))
    for _times in range(2):
        table.plays(", ".join(f"{name} =1" for name in NAMES[:9]))
        table.adjusts("Player1", 1, "Forgot to knock on the table, " * 3)
    with table.seen() as session, app.test_request_context():
        paper = Paper(session, group="", day=None, place="", filled=True, size="a4", code=None)
        first, second = paper.leaves
    assert len(first.rows) < len(blank(app, players=9, rounds=15, size="a4")[0])
    assert len(first.rows) + len(second.rows) == 15


def test_totals_stand_below_the_deal_in_columns_that_are_too_narrow_for_both():
    assert Cells(width=24, longest=5).is_stacked is False
    assert Cells(width=13, longest=4).is_stacked
    assert Cells(width=18, longest=9).is_stacked


def test_a_long_word_takes_as_many_lines_as_it_is_broken_into():
    assert text_lines("", 20, 10) == 0
    assert text_lines("Anna deals", 30, 7) == 1
    assert text_lines("x" * 40, 20, 7) == 3
