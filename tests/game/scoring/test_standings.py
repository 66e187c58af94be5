from functools import partial

from msgspec.structs import replace

from game.scoring.facts import Away, Hand, Round
from game.scoring.standings import is_over, leading_since, winners
from tests.game.scoring import builders
from tests.game.scoring.builders import NOT_COUNTED, OUT, names, night, ranks, rules_of, seated, totals

FOUR = seated("Anna", "Bo", "Cara", "Dilan")
VANDATTA = rules_of("vandatta")
VATIKAN = rules_of("vatikan")
play = partial(builders.play, rules=VANDATTA, seats=FOUR)


def test_equal_totals_share_a_rank_and_the_next_rank_is_left_out():
    table, _ = play({"Anna": 7, "Bo": OUT, "Cara": 9, "Dilan": 7})
    assert ranks(table) == {"Bo": 1, "Anna": 2, "Dilan": 2, "Cara": 4}


def test_the_best_come_first_and_equals_in_seat_order():
    table, _ = play({"Anna": 7, "Bo": 3, "Cara": OUT, "Dilan": 3})
    assert [s.seats[0] for s in table] == ["Cara", "Bo", "Dilan", "Anna"]


def test_joint_winners_are_all_winners():
    table, rounds = play(
        {"Anna": OUT, "Bo": 5, "Cara": 5, "Dilan": 9}, {"Anna": 5, "Bo": OUT, "Cara": 1, "Dilan": 9}
    )
    assert names(winners(table, rounds)) == {"Anna", "Bo"}


def test_there_are_no_winners_before_the_first_round():
    table, rounds = play()
    assert winners(table, rounds) == []
    assert set(ranks(table).values()) == {1}


def test_a_blocked_round_costs_every_player_the_hand():
    table, _ = play({"Anna": "8 3", "Bo": "2", "Cara": "A", "Dilan": "K K"})
    assert totals(table) == {"Bo": 1, "Dilan": 2, "Cara": 5, "Anna": 11}


def test_an_uncounted_hand_costs_nothing():
    table, _ = play({"Anna": OUT, "Bo": NOT_COUNTED, "Cara": 3}, seats=FOUR[:3])
    assert totals(table) == {"Anna": 0, "Bo": 0, "Cara": 3}


def test_history_is_the_total_before_the_first_round_and_after_each():
    table, _ = play({"Anna": 7, "Bo": OUT}, {"Anna": 2, "Bo": 6}, seats=FOUR[:2])
    assert {s.seats[0]: s.history for s in table} == {"Anna": (0, 7, 9), "Bo": (0, 0, 6)}
    assert {s.seats[0]: s.change for s in table} == {"Anna": 2, "Bo": 6}


# A seat taken over by another player with its points.

TAKEN_OVER = [
    FOUR[0],
    replace(FOUR[1], away=(Away(2),)),
    replace(FOUR[2], id="Eva", joined_round=2, origin="Bo"),
    replace(FOUR[3], id="Cara"),
]
BEFORE, AFTER = {"Anna": OUT, "Bo": 10, "Cara": 3}, {"Anna": 5, "Eva": 1, "Cara": OUT}


def test_a_player_who_takes_over_a_seat_continues_with_its_points():
    table, _ = play(BEFORE, AFTER, seats=TAKEN_OVER)
    assert totals(table) == {"Anna": 5, "Eva": 11, "Cara": 3, "Bo": 10}
    assert ranks(table) == {"Cara": 1, "Anna": 2, "Eva": 3, "Bo": None}
    assert {s.seats[0]: s.history for s in table}["Eva"] == (0, 10, 11)


def test_the_former_player_takes_the_seat_back_with_the_points_of_both():
    away = {"Bo": (Away(2, 3),), "Eva": (Away(3),)}
    seats = [replace(seat, away=away.get(seat.id, ())) for seat in TAKEN_OVER]
    table, _ = play(BEFORE, AFTER, {"Anna": OUT, "Bo": 4, "Cara": 2}, seats=seats)
    assert totals(table) == {"Anna": 5, "Bo": 15, "Cara": 5, "Eva": 1}
    assert ranks(table) == {"Anna": 1, "Cara": 1, "Bo": 3, "Eva": None}


def test_when_all_players_of_a_seat_have_left_the_last_keeps_the_total():
    seats = [replace(seat, away=(Away(3),)) if seat.id == "Eva" else seat for seat in TAKEN_OVER]
    table, _ = play(BEFORE, AFTER, {"Anna": OUT, "Cara": 2}, seats=seats)
    assert totals(table) == {"Anna": 5, "Cara": 5, "Eva": 11, "Bo": 10}
    assert ranks(table)["Eva"] is None


def test_a_player_who_takes_over_in_a_team_plays_for_it():
    teams = {"Anna": "red", "Bo": "blue", "Eva": "blue", "Cara": "blue"}
    seats = [replace(seat, team=teams[seat.id]) for seat in TAKEN_OVER]
    house = rules_of("vatikan", tally="house_points", teams=True)
    table, _ = play(BEFORE, AFTER, seats=seats, rules=house)
    assert {side.seats: side.total for side in table} == {
        ("Anna",): 5,
        ("Eva", "Cara"): 14,
        ("Bo",): 10,
    }


# The end of a session.


def test_a_session_is_over_when_its_rounds_are_played():
    _, rounds = play(*[{"Anna": OUT, "Bo": 1}] * 4)
    assert is_over(VANDATTA, FOUR, rounds)
    assert not is_over(VANDATTA, FOUR, rounds[:3])
    assert not is_over(VANDATTA.without_end(), FOUR, rounds)


def test_first_to_ends_the_session_when_a_player_has_the_wins():
    rules = rules_of("vatikan", first_to=2)
    rounds = night(rules, FOUR, {"Anna": OUT}, {"Bo": OUT}, {"Bo": OUT})
    seats = FOUR[:2]
    assert not is_over(rules, seats, rounds[:2])
    assert is_over(rules, seats, rounds)
    assert not is_over(rules, seats, [])


def test_no_player_has_reached_a_total_before_the_first_round():
    rules = rules_of("vatikan", tally="house_points", first_to=30)
    assert not is_over(rules, [replace(seat, start_points=30) for seat in FOUR], [])


def test_a_number_of_rounds_ends_a_session_before_first_to_does():
    rules = rules_of("vatikan", games=1, first_to=5)
    assert is_over(rules, FOUR, night(rules, FOUR, {"Anna": OUT}))


def test_a_session_without_any_end_goes_on():
    assert not is_over(VATIKAN, FOUR, night(VATIKAN, FOUR, *[{"Anna": OUT}] * 50))


# The round since which the winners lead.


def test_it_is_the_round_after_which_the_lead_was_never_lost():
    scores = [{"Anna": 5, "Bo": OUT}, {"Anna": OUT, "Bo": 9}, {"Anna": 1, "Bo": OUT}, {"Anna": OUT, "Bo": 2}]
    _, rounds = play(*scores, seats=FOUR[:2])
    assert leading_since(VANDATTA, FOUR[:2], rounds) == 2


def test_an_earlier_shared_lead_is_not_the_winners_lead():
    scores = [{"Anna": OUT, "Bo": 5}, {"Anna": 5, "Bo": OUT}, {"Anna": OUT, "Bo": 1}]
    _, rounds = play(*scores, seats=FOUR[:2])
    assert leading_since(VANDATTA, FOUR[:2], rounds) == 3


def test_joint_winners_lead_together():
    scores = [{"Anna": OUT, "Bo": 5, "Cara": 8}, {"Anna": 5, "Bo": OUT, "Cara": 8}]
    _, rounds = play(*scores, seats=FOUR[:3])
    assert leading_since(VANDATTA, FOUR[:3], rounds) == 2


def test_there_is_no_leader_without_a_round_or_where_all_are_equal():
    _, rounds = play({"Anna": OUT, "Bo": 5}, {"Anna": 5, "Bo": OUT}, seats=FOUR[:2])
    assert leading_since(VANDATTA, FOUR[:2], rounds) is None
    assert leading_since(VANDATTA, FOUR[:2], []) is None


def test_a_player_who_has_left_takes_the_lead_from_no_one():
    """Bo had zero points when he left after the first round; Anna was already ahead of the other players."""
    bo_left = replace(FOUR[1], away=(Away(2),))
    rounds = night(VANDATTA, FOUR, {"Anna": 5, "Bo": OUT, "Cara": 9}, {"Anna": OUT, "Cara": 1})
    assert leading_since(VANDATTA, [FOUR[0], bo_left, FOUR[2]], rounds) == 1


def test_a_player_who_joins_for_the_next_round_has_led_after_none():
    _, rounds = play({"Anna": 5, "Bo": 9}, seats=FOUR[:2])
    late = replace(FOUR[3], joined_round=2)
    assert leading_since(VANDATTA, iter([*FOUR[:2], late]), rounds) is None


def test_a_late_joiner_did_not_lead_before_joining():
    """Dilan joined in round 2 with zero points."""
    late = replace(FOUR[3], joined_round=2)
    one, two = night(VANDATTA, FOUR[:2], {"Anna": 5, "Bo": 4}, {"Anna": OUT, "Bo": 3})
    two = replace(two, hands=(*two.hands, Hand("Dilan", None, 1)))
    assert leading_since(VANDATTA, [*FOUR[:2], late], [one, two]) == 2


def test_points_added_on_return_count_from_then_on():
    """Bo led with zero points until he came back from round 2, with 20."""
    back = replace(FOUR[1], away=(Away(2, 3, 20),))
    hands = [{"Anna": 5, "Bo": OUT}, {"Anna": 1}, {"Anna": OUT, "Bo": 5}]
    rounds = [
        Round(n, "Anna", 7, None, tuple(Hand(name, None, 0 if p is OUT else p) for name, p in left.items()))
        for n, left in enumerate(hands, 1)
    ]
    assert leading_since(VANDATTA, [FOUR[0], back], rounds) == 3
