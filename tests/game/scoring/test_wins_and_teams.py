"""Standings where rounds won count instead of points, and standings of teams."""

from functools import partial

from msgspec.structs import replace

from game.scoring.facts import Away
from game.scoring.standings import leading_since, winners
from tests.game.scoring import builders
from tests.game.scoring.builders import NOT_COUNTED, OUT, names, ranks, rules_of, seated, totals

FOUR = seated("Anna", "Bo", "Cara", "Dilan")
VATIKAN = rules_of("vatikan")
HOUSE = rules_of("vatikan", tally="house_points")
play = partial(builders.play, rules=VATIKAN, seats=FOUR)


def test_most_wins_lead_and_cards_left_do_not_matter():
    scores = [{"Anna": OUT, "Bo": "K K"}, {"Anna": "2", "Bo": OUT}, {"Anna": OUT, "Bo": NOT_COUNTED}]
    table, _ = play(*scores, seats=FOUR[:2])
    assert totals(table) == {"Anna": 2, "Bo": 1}
    assert ranks(table) == {"Anna": 1, "Bo": 2}


def test_a_blocked_round_is_won_by_the_fewest_cards():
    table, _ = play({"Anna": "K K 2", "Bo": "A A", "Cara": "9 9 9 9"}, seats=FOUR[:3])
    assert totals(table) == {"Bo": 1, "Anna": 0, "Cara": 0}


def test_equally_few_cards_share_a_blocked_round():
    table, _ = play({"Anna": "K K", "Bo": "A A", "Cara": "9 9 9"}, seats=FOUR[:3])
    assert totals(table) == {"Anna": 1, "Bo": 1, "Cara": 0}


def test_an_uncounted_blocked_round_has_no_winner():
    table, _ = play({"Anna": "K K", "Bo": NOT_COUNTED}, seats=FOUR[:2])
    assert totals(table) == {"Anna": 0, "Bo": 0}


def test_house_points_make_the_lowest_total_win():
    table, _ = play({"Anna": "JK A K", "Bo": OUT, "Cara": "2 3"}, rules=HOUSE, seats=FOUR[:3])
    assert totals(table) == {"Bo": 0, "Cara": 5, "Anna": 46}


# Teams.

PAIRS = [replace(s, team="north" if s.id in ("Anna", "Cara") else "south") for s in FOUR]


def test_the_wins_of_a_teams_seats_are_added_up():
    rules = rules_of("vatikan", teams=True)
    table, rounds = play(
        *[{"Anna": OUT, "Bo": NOT_COUNTED}, {"Cara": OUT}, {"Dilan": OUT}], rules=rules, seats=PAIRS
    )
    assert totals(table) == {"Anna+Cara": 2, "Bo+Dilan": 1}
    assert [s.team for s in table] == ["north", "south"]
    assert names(winners(table, rounds)) == {"Anna", "Cara"}


def test_the_points_of_a_teams_seats_are_added_up():
    rules = rules_of("vatikan", teams=True, tally="house_points")
    table, _ = play({"Anna": OUT, "Bo": "K", "Cara": "JK", "Dilan": "2"}, rules=rules, seats=PAIRS)
    assert totals(table) == {"Bo+Dilan": 12, "Anna+Cara": 25}


def test_a_blocked_round_gives_a_team_one_win_even_if_both_its_seats_tie():
    rules = rules_of("vatikan", teams=True)
    table, _ = play({"Anna": "K", "Bo": "K K", "Cara": "2", "Dilan": "A A"}, rules=rules, seats=PAIRS)
    assert totals(table) == {"Anna+Cara": 1, "Bo+Dilan": 0}


def test_a_team_stays_ranked_while_one_of_its_seats_is_present():
    rules = rules_of("vatikan", teams=True)
    seats = [replace(s, away=(Away(2),)) if s.id == "Anna" else s for s in PAIRS]
    table, _ = play({"Anna": OUT, "Bo": NOT_COUNTED}, rules=rules, seats=seats)
    assert ranks(table) == {"Anna+Cara": 1, "Bo+Dilan": 2}


def test_a_team_leads_from_the_round_in_which_its_first_seat_joined():
    # North leads after each of three rounds; Anna joins it in the third.
    rules = rules_of("vatikan", teams=True, tally="house_points", games=3)
    seats = [replace(s, joined_round=3) if s.id == "Anna" else s for s in PAIRS]
    two = {"Cara": OUT, "Bo": "K", "Dilan": "K"}
    rounds = builders.night(rules, seats, two, two, {"Anna": "2", **two}, first_dealers=["Bo"])
    assert leading_since(rules, seats, rounds) == 1


def test_a_seat_without_a_team_plays_for_itself():
    rules = rules_of("vatikan", teams=True)
    seats = [*PAIRS[:3], replace(PAIRS[3], team=None)]
    table, _ = play({"Dilan": OUT}, rules=rules, seats=seats)
    assert totals(table) == {"Dilan": 1, "Anna+Cara": 0, "Bo": 0}


def test_teams_are_ignored_where_the_session_has_none():
    table, _ = play({"Anna": OUT, "Bo": NOT_COUNTED}, rules=VATIKAN, seats=PAIRS)
    assert [s.team for s in table] == [None] * 4
