"""The outcome of a session for each seat, from score sheets worked out by hand."""

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.analysis.outcome import SeatOutcome, scale_of, seat_outcomes
from game.scoring.facts import Away, Hand, Round, SeatFacts
from game.scoring.hand import points_of
from tests import sampling
from tests.figures import assert_same_figures
from tests.game.analysis.plain_replay import FILE, as_outcome_fields, expected_outcomes
from tests.game.scoring.builders import NOT_COUNTED, OUT, night, rules_of, seated
from tests.inventory import assert_complete

FOUR = seated("Anna", "Bo", "Cara", "Dilan")
VANDATTA = rules_of("vandatta")
VATIKAN = rules_of("vatikan")

# Vändåtta: eights 10, aces 5, others 1; seven cards each. After each round the totals.
#
#     dealer   leads    Anna         Bo          Cara         Dilan
# 1   Anna     Bo       8 3 = 11     out         A = 5        3 3 = 2
#                       11           0           5            2
# 2   Bo       Cara     out          8 = 10      typed 7      A A = 10
#                       11           10          12           12
# 3   Cara     Dilan    out          4 = 1       8 8 = 20     2 3 = 2
#                       11           11          32           14
# 4   Dilan    Anna     A = 5        A = 5       2 = 1        3 = 1       nobody out
#                       16           16          33           15
SHEET = (
    {"Anna": "8 3", "Bo": OUT, "Cara": "A", "Dilan": "3 3"},
    {"Anna": OUT, "Bo": "8", "Cara": 7, "Dilan": "A A"},
    {"Anna": OUT, "Bo": "4", "Cara": "8 8", "Dilan": "2 3"},
    {"Anna": "A", "Bo": "A", "Cara": "2", "Dilan": "3"},
)


def outcomes_by_name(*scores, rules=VANDATTA, seats=FOUR, dealt_to=None, **more):
    """Outcomes by name; `dealt_to`: the players of that time, where seats changed later."""
    found = seat_outcomes(rules, seats, night(rules, dealt_to or seats, *scores), **more)
    return {outcome.seat_id: outcome for outcome in found}


@pytest.fixture(scope="module")
def sheet():
    return outcomes_by_name(*SHEET)


def test_ranks_and_the_winners_distance(sheet):
    assert {name: (o.rank, o.won, o.total, o.margin) for name, o in sheet.items()} == {
        "Anna": (2, False, 16, None),
        "Bo": (2, False, 16, None),
        "Cara": (4, False, 33, None),
        "Dilan": (1, True, 15, 1),
    }
    assert {(o.players, o.winners) for o in sheet.values()} == {(4, 1)}
    assert len({o.side for o in sheet.values()}) == 4


def test_going_out(sheet):
    assert {n: (o.rounds, o.outs, o.outs_run) for n, o in sheet.items()} == {
        "Anna": (4, 2, 2),
        "Bo": (4, 1, 1),
        "Cara": (4, 0, 0),
        "Dilan": (4, 0, 0),
    }


def test_points_and_the_cards_held(sheet):
    """Cara’s typed seven points count as points, but not as cards."""
    assert {n: (o.points, o.cards_dealt, o.caught_hands, o.cards_left) for n, o in sheet.items()} == {
        "Anna": (16, 28, 2, 3),
        "Bo": (16, 28, 3, 3),
        "Cara": (33, 28, 3, 4),
        "Dilan": (15, 28, 4, 7),
    }
    assert sheet["Anna"].cards_by_class == {"8": (1, 10), "A": (1, 5), "other": (1, 1)}
    assert sheet["Cara"].cards_by_class == {"8": (2, 20), "A": (1, 5), "other": (1, 1)}
    assert sheet["Dilan"].cards_by_class == {"A": (2, 10), "other": (5, 5)}


def worst(outcome):
    return outcome.worst_hand, outcome.worst_hand_round


def best(outcome):
    return outcome.best_hand, outcome.best_hand_round


def test_the_worst_and_the_best_hand_not_out(sheet):
    assert {n: (worst(o), best(o)) for n, o in sheet.items()} == {
        "Anna": ((11, 1), (5, 4)),
        "Bo": ((10, 2), (1, 3)),
        "Cara": ((20, 3), (1, 4)),
        "Dilan": ((10, 2), (1, 4)),
    }


def test_the_first_of_equal_hands_is_the_worst():
    both = outcomes_by_name({"Anna": 5, "Bo": OUT}, {"Anna": 5, "Bo": OUT}, seats=FOUR[:2])
    assert (worst(both["Anna"]), best(both["Anna"])) == ((5, 1), (5, 1))
    assert (worst(both["Bo"]), best(both["Bo"])) == ((None, None), (None, None))


def test_as_dealer_and_as_leader(sheet):
    assert {n: (o.dealer_rounds, o.dealer_points, o.dealer_outs) for n, o in sheet.items()} == {
        "Anna": (1, 11, 0),
        "Bo": (1, 10, 0),
        "Cara": (1, 20, 0),
        "Dilan": (1, 1, 0),
    }
    assert {n: (o.leader_rounds, o.leader_points, o.leader_outs) for n, o in sheet.items()} == {
        "Anna": (1, 5, 0),
        "Bo": (1, 0, 1),
        "Cara": (1, 7, 0),
        "Dilan": (1, 2, 0),
    }


def test_the_largest_deficit_and_the_round_after_which_it_was(sheet):
    assert {n: (o.behind, o.behind_after) for n, o in sheet.items()} == {
        "Anna": (11, 1),
        "Bo": (1, 4),
        "Cara": (21, 3),
        "Dilan": (3, 3),
    }


def test_last_place_midway_and_rounds_led(sheet):
    """After round 2 Cara and Dilan share the last place; after round 3 Anna and Bo share the first."""
    assert {n: (o.last_midway, o.rounds_led) for n, o in sheet.items()} == {
        "Anna": (False, 1),
        "Bo": (False, 3),
        "Cara": (True, 0),
        "Dilan": (True, 1),
    }


def test_no_player_is_last_where_all_are_equal_midway():
    found = outcomes_by_name({"Anna": 5, "Bo": 5}, {"Anna": 1, "Bo": 2}, seats=FOUR[:2])
    assert not any(o.last_midway for o in found.values())


def test_all_players_who_share_the_first_place_have_won():
    found = outcomes_by_name({"Anna": 5, "Bo": 5, "Cara": 9, "Dilan": 9})
    assert {n for n, o in found.items() if o.won} == {"Anna", "Bo"}
    assert {o.winners for o in found.values()} == {2}
    assert found["Anna"].margin == 4


def test_where_all_are_equal_there_is_no_distance():
    assert {o.margin for o in outcomes_by_name({"Anna": 5, "Bo": 5}, seats=FOUR[:2]).values()} == {None}


def test_an_uncounted_hand_costs_nothing():
    bo = outcomes_by_name({"Anna": OUT, "Bo": NOT_COUNTED}, {"Anna": OUT, "Bo": 7}, seats=FOUR[:2])["Bo"]
    assert (bo.points, worst(bo), best(bo), bo.caught_hands) == (7, (7, 2), (0, 1), 0)


def test_cards_without_value_cost_nothing():
    nought = rules_of("vatikan", tally="house_points", points={"2": 0})
    assert outcomes_by_name({"Anna": OUT, "Bo": "2 2 3"}, rules=nought, seats=FOUR[:2])[
        "Bo"
    ].cards_by_class == {
        "3": (1, 3),
        "2": (2, 0),
    }


def test_every_figure_has_a_column(sheet):
    assert set(sheet["Anna"].columns) == {field.name for field in fields(sheet["Anna"])}
    assert sheet["Anna"].columns["worst_hand"] == 11


def test_a_team_leads_from_the_time_its_first_seat_joined():
    """North leads after each of three rounds; Anna joins it in the third."""
    rules = rules_of("vatikan", teams=True, tally="house_points")
    teams = {"Anna": "north", "Bo": "south", "Cara": "north", "Dilan": "south"}
    seats = [replace(s, team=teams[s.id], joined_round=3 if s.id == "Anna" else 1) for s in FOUR]
    two = {"Cara": OUT, "Bo": "K", "Dilan": "K"}
    found = outcomes_by_name(two, two, {"Anna": "2", **two}, rules=rules, seats=seats, dealt_to=FOUR)
    assert (found["Cara"].rounds_led, found["Bo"].behind) == (3, 58)


def test_there_is_no_outcome_before_the_first_round():
    assert outcomes_by_name() == {}


def test_a_player_who_leaves_has_a_total_and_no_rank_and_is_not_compared():
    """Bo leaves after a round he led; Anna has then led from the start."""
    left = [FOUR[0], replace(FOUR[1], away=(Away(2),)), FOUR[2]]
    found = outcomes_by_name(
        {"Anna": 4, "Bo": OUT, "Cara": 9}, {"Anna": 2, "Cara": OUT}, seats=left, dealt_to=FOUR[:3]
    )
    assert (found["Bo"].rank, found["Bo"].won, found["Bo"].total, found["Bo"].rounds) == (None, False, 0, 1)
    assert (found["Bo"].rounds_led, found["Bo"].margin) == (0, None)
    assert {o.players for o in found.values()} == {2}
    assert (found["Anna"].rounds_led, found["Anna"].behind) == (2, 0)


def test_a_missed_round_is_not_counted_as_led():
    """Anna leads after all four, and was away for the third; Bo was behind after the first and missed one."""
    seats = [replace(FOUR[0], away=(Away(3, 4, 0),)), replace(FOUR[1], away=(Away(2, 3, 0),)), FOUR[2]]
    found = outcomes_by_name(
        {"Anna": 4, "Bo": 9, "Cara": 30},
        {"Anna": 4, "Cara": OUT},
        {"Bo": OUT, "Cara": 9},
        {"Anna": OUT, "Bo": 9, "Cara": 9},
        seats=seats,
        dealt_to=FOUR[:3],
    )
    assert {n: (o.rounds, o.rounds_led) for n, o in found.items()} == {
        "Anna": (3, 3),
        "Bo": (3, 0),
        "Cara": (4, 0),
    }


def test_rounds_before_a_player_joined_are_not_compared():
    """Zoe joins in round 2 with no points: she did not lead round 1, and no player was behind her then."""
    late = [*FOUR[:2], SeatFacts("Zoe", 2, joined_round=2)]
    found = outcomes_by_name(
        {"Anna": 20, "Bo": 10},
        {"Anna": OUT, "Bo": 4, "Zoe": 30},
        {"Anna": OUT, "Bo": 4, "Zoe": 6},
        seats=late,
        dealt_to=FOUR[:2],
    )
    assert {n: (o.rounds, o.rounds_led, o.behind, o.behind_after) for n, o in found.items()} == {
        "Anna": (3, 0, 10, 1),
        "Bo": (3, 3, 0, None),
        "Zoe": (2, 0, 18, 3),
    }
    assert [n for n, o in found.items() if o.last_midway] == ["Anna"]


def test_start_points_count_in_the_total_and_not_in_the_points_of_the_rounds():
    late = [*FOUR[:2], SeatFacts("Zoe", 2, joined_round=2, start_points=15)]
    zoe = outcomes_by_name(
        {"Anna": 20, "Bo": OUT}, {"Anna": OUT, "Bo": 4, "Zoe": 6}, seats=late, dealt_to=FOUR[:2]
    )["Zoe"]
    assert (zoe.total, zoe.points) == (21, 6)


def test_where_wins_count_there_are_no_points():
    found = outcomes_by_name(
        {"Anna": OUT, "Bo": "K K"},
        {"Anna": "2", "Bo": OUT},
        {"Anna": OUT, "Bo": NOT_COUNTED},
        rules=VATIKAN,
        seats=FOUR[:2],
    )
    anna, bo = found["Anna"], found["Bo"]
    assert (anna.total, anna.rank, anna.margin, anna.points, anna.worst_hand) == (2, 1, 1, None, None)
    assert (anna.dealer_points, bo.leader_points) == (None, None)
    assert (bo.caught_hands, bo.cards_left, bo.cards_by_class) == (1, 2, {"cards": (2, None)})
    assert (bo.behind, bo.behind_after, bo.rounds_led) == (1, 1, 1)


def test_a_team_finishes_together_and_each_seat_keeps_its_own_figures():
    pairs = [replace(s, team="north" if s.id in ("Anna", "Cara") else "south") for s in FOUR]
    found = outcomes_by_name(
        {"Anna": OUT, "Bo": "K", "Cara": "2 2", "Dilan": "9"},
        {"Anna": "3", "Bo": "K", "Cara": OUT, "Dilan": "9"},
        rules=rules_of("vatikan", teams=True),
        seats=pairs,
    )
    assert found["Anna"].side == found["Cara"].side != found["Bo"].side == found["Dilan"].side
    assert {n: (o.rank, o.total, o.outs) for n, o in found.items()} == {
        "Anna": (1, 2, 1),
        "Bo": (2, 0, 0),
        "Cara": (1, 2, 1),
        "Dilan": (2, 0, 0),
    }
    assert {(o.players, o.winners) for o in found.values()} == {(4, 2)}


def test_only_the_finish_is_known_of_a_session_with_totals_only():
    found = outcomes_by_name({"Anna": 80, "Bo": 33, "Cara": 33, "Dilan": 90}, totals_only=True)
    plain = outcomes_by_name({"Anna": 80, "Bo": 33, "Cara": 33, "Dilan": 90})
    for name, outcome in found.items():
        for known in ("rank", "won", "total", "margin", "players", "winners", "side"):
            assert getattr(outcome, known) == getattr(plain[name], known)
        assert (outcome.rounds, outcome.points, outcome.cards_dealt, outcome.rounds_led) == (0, 0, 0, 0)
        assert (outcome.worst_hand, outcome.dealer_rounds, outcome.behind_after) == (None, 0, None)


def test_counts_are_zero_and_other_figures_unknown_for_a_seat_with_a_total_only():
    bare = SeatOutcome("Anna", side=0, players=2, winners=1, won=False, rank=2, included=True, total=15)
    unknown = {"margin", "beaten_share", "points", "dealer_points", "leader_points", "behind_after"}
    unknown |= {"worst_hand", "worst_hand_round", "best_hand", "best_hand_round"}
    given = {"seat_id", "side", "players", "winners", "won", "rank", "included", "total", "cards_by_class"}
    assert {name for name, value in bare.columns.items() if value is None} == unknown
    assert {value for name, value in bare.columns.items() if name not in unknown | given} == {0}


def test_points_are_comparable_where_every_class_costs_the_same():
    house = rules_of("vatikan", tally="house_points")
    assert scale_of(rules_of("derange")) == scale_of(rules_of("derange", players=6, mode="short"))
    assert scale_of(rules_of("derange")) != scale_of(VANDATTA) != scale_of(house)
    assert scale_of(house) != scale_of(rules_of("vatikan", tally="house_points", points={"K": 11}))
    assert scale_of(VATIKAN) == ""
    assert len(scale_of(VANDATTA)) == 8


# Any session gives the same figures as the plain replay.

RULES = (
    VANDATTA,
    rules_of("derange", mode="short"),
    VATIKAN,
    rules_of("vatikan", teams=True),
    rules_of("vatikan", tally="house_points", teams=True),
)


@st.composite
def histories(draw):
    """Rules, seats with absences, and rounds of the players present."""
    rules = draw(st.sampled_from(RULES))
    seats = [draw(_seat(place)) for place in range(draw(st.integers(2, 5)))]
    if draw(st.booleans()):
        _take_over(seats, draw(st.integers(0, len(seats) - 1)), draw(st.integers(2, 4)), draw(_ABSENCES))
    rounds = [draw(_round(rules, seats, number)) for number in range(1, draw(st.integers(1, 7)))]
    return rules, seats, rounds


def _take_over(seats, place, number, absences):
    """Another player takes over a seat in round `number`; absences of both after so many rounds."""
    seat = seats[place]
    if not seat.away and seat.joined_round <= number:
        first, second = (
            [Away(number + a, None if b is None else number + b) for a, b in each] for each in absences
        )
        seats[place] = replace(seat, away=tuple(first))
        seats.append(SeatFacts("stand-in", 9, number, tuple(second), team=seat.team, origin=seat.id))


# Still there; left later; the first came back after a round, and the second, who left then, came back too.
_ABSENCES = st.sampled_from(
    [([(0, None)], []), ([(0, None)], [(1, None)]), ([(0, 1)], [(1, None)]), ([(0, 1), (2, None)], [(1, 2)])]
)


@st.composite
def _seat(draw, place):
    away = draw(
        st.sampled_from([(), (), (Away(2, 3, 8),), (Away(3),), (Away(2, 9, 5),), (Away(1, 2), Away(4))])
    )
    return SeatFacts(
        f"seat {place}",
        place,
        joined_round=draw(st.sampled_from([1, 1, 1, 2, 3])),
        away=away,
        start_points=draw(st.sampled_from([0, 0, 12])),
        team=draw(st.sampled_from([None, "north", "south"])),
    )


@st.composite
def _round(draw, rules, seats, number):
    there = [seat.id for seat in seats if seat.plays(number)]
    out = draw(st.sampled_from([*there, None]))
    hands = tuple(Hand(seat, {}, 0) if seat == out else draw(_hand(rules, seat)) for seat in there)
    return Round(number, draw(st.sampled_from(seats)).id, 7, out, hands)


@st.composite
def _hand(draw, rules, seat):
    if draw(st.integers(0, 3)) == 0:
        return Hand(seat, None, None if rules.counts_wins else draw(st.integers(0, 60)))
    keys = st.sampled_from([c.key for c in rules.classes])
    cards = draw(st.dictionaries(keys, st.integers(1, 4), max_size=3))
    return Hand(seat, cards, points_of(cards, rules))


@pytest.fixture(scope="module")
def every_field_is_replayed(sheet):
    """Names a field that the plain replay lacks; the tests would name it too, with the session they tried."""
    anna = expected_outcomes(VANDATTA, FOUR, night(VANDATTA, FOUR, *SHEET))["Anna"]
    assert_complete(as_outcome_fields(anna, VANDATTA), figures_of(sheet["Anna"]), where=FILE)


@pytest.mark.usefixtures("every_field_is_replayed")
@given(history=histories(), totals_only=st.booleans())
@settings(max_examples=sampling.examples(300))
def test_any_session_has_the_outcome_of_the_plain_replay(history, totals_only):
    rules, seats, rounds = history
    found = seat_outcomes(rules, seats, rounds, totals_only=totals_only)
    expected = expected_outcomes(rules, seats, rounds, totals_only=totals_only)
    assert_same_figures(
        {o.seat_id: figures_of(o) for o in found},
        {seat: as_outcome_fields(figures, rules) for seat, figures in expected.items()},
        replay=FILE,
    )
    for own in found:
        assert {o.seat_id for o in found if o.side == own.side} == expected[own.seat_id]["mates"]


def figures_of(outcome):
    """The outcome in the form of the plain replay."""
    return {name: value for name, value in vars(outcome).items() if name not in ("seat_id", "side")}
