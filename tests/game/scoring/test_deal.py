import pytest
from msgspec.structs import replace

from game.scoring.deal import clockwise_from, left_of, next_deal, plan
from game.scoring.facts import Away
from tests.game.scoring.builders import OUT, night, rules_of, seated

FOUR = seated("Anna", "Bo", "Cara", "Dilan")
VANDATTA = rules_of("vandatta")
DERANGE = rules_of("derange")
PURSUIT = rules_of("swedish_pursuit", rounds=2)
VATIKAN = rules_of("vatikan")


def dealers(deals):
    return "".join(d.dealer[0] if d.dealer else "?" for d in deals)


def some_rounds(rules, seats, count, first_dealers=("Anna",)):
    score = {seat.id: 1 for seat in seats} | {seats[0].id: OUT}
    return night(rules, seats, *[score] * count, first_dealers=first_dealers)


def test_derange_deals_eight_cards_down_to_one_and_up_again():
    deals = plan(DERANGE, FOUR, [], ["Anna"])
    assert [d.hand_size for d in deals] == [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8]
    assert dealers(deals) == "ABCDABCDABCDABC"


def test_short_derange_begins_with_four_cards():
    deals = plan(rules_of("derange", mode="short"), FOUR, [], ["Cara"])
    assert [d.hand_size for d in deals] == [4, 3, 2, 1, 2, 3, 4]
    assert dealers(deals) == "CDABCDA"


def test_vandatta_is_one_round_of_seven_cards_for_each_player():
    deals = plan(VANDATTA, FOUR, [], ["Dilan"])
    assert [d.hand_size for d in deals] == [7, 7, 7, 7]
    assert dealers(deals) == "DABC"


def test_the_seat_on_the_left_of_the_dealer_leads():
    assert [d.leader for d in plan(VANDATTA, FOUR, [], ["Cara"])] == ["Dilan", "Anna", "Bo", "Cara"]


def test_without_a_planned_number_the_plan_ends_with_the_next_deal():
    assert len(plan(VATIKAN, FOUR, [], ["Anna"])) == 1
    assert len(plan(VATIKAN, FOUR, some_rounds(VATIKAN, FOUR, 6), ["Anna"])) == 7


def test_a_finished_plan_has_no_next_deal():
    deals = plan(VANDATTA, FOUR, some_rounds(VANDATTA, FOUR, 4), ["Anna"])
    assert [d.played for d in deals] == [True] * 4


def test_an_extended_session_has_one_more_deal_each_time():
    deals = plan(VANDATTA.without_end(), FOUR, some_rounds(VANDATTA, FOUR, 4), ["Anna"])
    assert [d.played for d in deals] == [True] * 4 + [False]
    assert dealers(deals) == "ABCDA"


def test_where_the_pack_is_cut_once_all_rounds_are_one_block_and_later_cuts_are_ignored():
    deals = plan(VANDATTA, FOUR, [], ["Anna", "Cara"])
    assert dealers(deals) == "ABCD"
    assert [(d.block, d.number_in_block) for d in deals] == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_seats_may_come_in_any_order_and_only_once():
    turned = FOUR[::-1]
    assert plan(VANDATTA, iter(turned), [], ["Anna"]) == plan(VANDATTA, FOUR, [], ["Anna"])
    assert next_deal(VANDATTA, iter(turned), [], ["Anna"]) == plan(VANDATTA, FOUR, [], ["Anna"])[0]


# Swedish Pursuit: five games to a round, a new cut before each (SP1, GS21).


def test_the_second_round_is_cut_for_and_the_rotation_is_not_continued():
    deals = plan(PURSUIT, FOUR, [], ["Anna", "Anna"])
    assert dealers(deals) == "ABCDAABCDA"
    assert [d.block for d in deals] == [1] * 5 + [2] * 5
    assert [d.number_in_block for d in deals] == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]


def test_before_the_second_cut_the_dealer_of_game_six_is_unknown():
    deals = plan(PURSUIT, FOUR, [], ["Bo"])
    assert dealers(deals) == "BCDAB?????"
    assert [d.needs_cut for d in deals] == [False] * 5 + [True] * 5
    assert deals[5].leader is None


def test_game_six_waits_for_its_cut():
    five = some_rounds(PURSUIT, FOUR, 5)
    assert next_deal(PURSUIT, FOUR, five, ["Anna"]).needs_cut
    assert next_deal(PURSUIT, FOUR, five, ["Anna", "Dilan"]).dealer == "Dilan"
    assert next_deal(PURSUIT, FOUR, some_rounds(PURSUIT, FOUR, 4), ["Anna"]).dealer == "Anna"


def test_if_the_winner_of_the_cut_has_left_the_next_on_the_left_deals():
    after_leaving = [replace(s, away=(Away(6),)) if s.id == "Dilan" else s for s in FOUR]
    five = some_rounds(PURSUIT, FOUR, 5)
    assert next_deal(PURSUIT, after_leaving, five, ["Anna", "Dilan"]).dealer == "Anna"


# Players change; past dealers stay the same.


def test_a_dealer_named_by_the_table_deals_and_the_deal_moves_on_from_there():
    deals = plan(DERANGE, FOUR, some_rounds(DERANGE, FOUR, 2), ["Anna"], chosen="Anna")
    assert dealers(deals)[:5] == "ABABC"
    assert next_deal(DERANGE, FOUR, some_rounds(DERANGE, FOUR, 2), ["Anna"], chosen="Dilan").leader == "Anna"


def test_a_seat_swap_never_shifts_a_past_dealer():
    rounds = some_rounds(DERANGE, FOUR, 2)
    swap = {"Cara": 3, "Dilan": 2}
    swapped = [replace(s, position=swap.get(s.id, s.position)) for s in FOUR]
    assert dealers(plan(DERANGE, swapped, rounds, ["Anna"]))[:5] == "ABDCA"


def test_a_late_joiner_is_dealt_in_without_shifting_a_past_dealer():
    rounds = some_rounds(DERANGE, FOUR, 3)
    five = [*FOUR, replace(seated("Eva")[0], position=4, joined_round=4)]
    assert dealers(plan(DERANGE, five, rounds, ["Anna"]))[:7] == "ABCDEAB"


def test_a_first_round_is_never_dealt_by_a_late_joiner():
    late = [replace(s, joined_round=2) if s.id == "Anna" else s for s in FOUR]
    assert dealers(plan(DERANGE, late, [], ["Anna"]))[:4] == "BCDA"


def test_a_player_who_left_is_skipped_and_dealt_in_again_on_return():
    away = [replace(s, away=(Away(3, until=7),)) if s.id == "Cara" else s for s in FOUR]
    assert dealers(plan(DERANGE, away, some_rounds(DERANGE, FOUR, 2), ["Anna"]))[:9] == "ABDABDABC"


def test_a_dealer_who_leaves_passes_the_deal_to_the_left():
    rounds = some_rounds(DERANGE, FOUR, 2)
    after_leaving = [replace(s, away=(Away(3),)) if s.id == "Bo" else s for s in FOUR]
    assert next_deal(DERANGE, after_leaving, rounds, ["Anna"]).dealer == "Cara"


def test_a_round_dealt_with_another_number_of_cards_keeps_that_number():
    rounds = [replace(played, hand_size=5) for played in some_rounds(DERANGE, FOUR, 1)]
    assert [d.hand_size for d in plan(DERANGE, FOUR, rounds, ["Anna"])][:3] == [5, 7, 6]


def test_left_of_the_last_seat_is_the_first():
    assert left_of("Dilan", FOUR, 1) == "Anna"


def test_the_left_of_an_unknown_seat_is_none():
    assert left_of("Zoe", FOUR, 1) is None


def test_left_of_the_only_player_is_that_player():
    assert left_of("Anna", seated("Anna"), 1) == "Anna"


@pytest.mark.parametrize(("seat", "order"), [("Anna", "BCDA"), ("Cara", "DABC")])
def test_clockwise_begins_on_the_left_and_ends_with_the_seat(seat, order):
    assert "".join(s.id[0] for s in clockwise_from(seat, FOUR, 1)) == order


def test_clockwise_from_an_unknown_seat_begins_with_the_first_seat():
    assert "".join(s.id[0] for s in clockwise_from("Zoe", FOUR, 1)) == "ABCD"


def test_clockwise_from_an_empty_seat_begins_on_its_left_too():
    after_leaving = [replace(s, away=(Away(1),)) if s.id == "Cara" else s for s in FOUR]
    assert "".join(s.id[0] for s in clockwise_from("Cara", after_leaving, 1)) == "DAB"
