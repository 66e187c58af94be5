"""After any actions in any order the facts are consistent, and all can be undone."""

import pytest
from hypothesis import given, note, settings

from tests import sampling
from tests.models.random_play import NAMES, Play, assert_sound, moves, setups
from tests.sampling import full_only
from tests.table import start

pytestmark = full_only

SEATING = {"sit down", "leave", "come back", "swap", "dealer", "misdeal"}


def play(app, setup, plan):
    (variant, options), players = setup
    table = start(app, variant, " ".join(NAMES[:players]), **options)
    before, play = table.snapshot(), Play(table)
    for move in plan:
        dealers = table.dealers()
        note(f"{move}")
        play.make(move)
        assert_sound(table)
        if move[0] in SEATING:
            assert table.dealers() == dealers, "a past dealer has shifted"
    return table, before


def undo_everything(table):
    while any(holds and kind != "undo" for _id, kind, holds in table.changes()):
        table.takes_back()
        assert_sound(table)


@given(setup=setups, plan=moves)
@settings(max_examples=sampling.examples(60))
def test_undoing_everything_leads_to_the_first_deal(app, setup, plan):
    table, before = play(app, setup, [m for m in plan if m[0] != "take back any"])
    undo_everything(table)
    assert table.snapshot() == before


@given(setup=setups, plan=moves)
@settings(max_examples=sampling.examples(60))
def test_undoing_an_older_change_keeps_the_facts_consistent(app, setup, plan):
    play(app, setup, plan)


@pytest.mark.both_databases
@given(setup=setups, plan=moves)
@settings(max_examples=sampling.examples(8))
def test_the_same_holds_on_every_database(app, setup, plan):
    table, before = play(app, setup, [m for m in plan if m[0] != "take back any"])
    undo_everything(table)
    assert table.snapshot() == before
