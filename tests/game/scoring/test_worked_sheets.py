"""Scoring by the server, compared with score sheets worked out by hand (tests/golden/score_sheets.json)."""

from dataclasses import MISSING, fields

import pytest

from game.scoring.deal import next_deal
from game.scoring.rules import Rules, contradictions
from game.scoring.standings import is_over, standings
from game.variants import VARIANTS
from game.variants.citations import is_known
from tests.golden.score_sheets import deal_record, standings_record, worked_sheets

SHEETS = worked_sheets()
each_sheet = pytest.mark.parametrize("worked", SHEETS, ids=lambda worked: worked.name)


@each_sheet
def test_every_hand_costs_as_worked_out(worked):
    counted = [{hand.seat: hand.points for hand in played.hands} for played in worked.played()]
    assert counted == worked.costs()


@each_sheet
def test_the_standings_are_as_worked_out(worked):
    table = standings(worked.rules(), worked.seated(), worked.played())
    assert standings_record(table) == worked.standings


@each_sheet
def test_the_next_deal_is_as_worked_out(worked):
    deal = next_deal(worked.rules(), worked.seated(), worked.played(), worked.first_dealers, worked.chosen)
    assert deal_record(deal) == worked.next


@each_sheet
def test_every_round_was_dealt_by_the_player_due(worked):
    rules, seats, rounds = worked.rules(), worked.seated(), worked.played()
    for number, expected in enumerate(worked.rounds):
        due = next_deal(rules, seats, rounds[:number], worked.first_dealers)
        assert expected["cards"] == due.hand_size
        assert (expected["dealer"] == due.dealer) is not expected.get("named", False)


@each_sheet
def test_it_is_over_after_the_worked_out_round_and_not_a_round_sooner(worked):
    rules, seats, rounds = worked.rules(), worked.seated(), worked.played()
    assert is_over(rules, seats, rounds) is worked.over
    assert not is_over(rules, seats, rounds[:-1])


def test_the_sheets_cover_every_variant_and_cite_known_facts():
    of_variants = [worked for worked in SHEETS if worked.variant]
    assert {worked.variant for worked in of_variants} == set(VARIANTS)
    for worked in of_variants:
        assert worked.facts
        assert not worked.custom
        assert all(map(is_known, worked.facts)), worked.name


def test_the_sheets_of_custom_games_cover_every_rule_that_is_new_with_them():
    custom = [worked for worked in SHEETS if not worked.variant]
    new = {rule.name for rule in fields(Rules) if rule.default is not MISSING}
    new -= {"without_points", "base"}  # which change no figure
    assert new <= set().union(*(worked.custom for worked in custom))
    for worked in custom:
        assert not worked.facts
        assert not list(contradictions(worked.rules())), worked.name


def test_no_two_sheets_have_the_same_name():
    assert len({worked.name for worked in SHEETS}) == len(SHEETS)
