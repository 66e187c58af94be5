"""Properties of scoring for any deal."""

from functools import cache
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from game.scoring.deal import left_of, next_deal, plan
from game.scoring.facts import Hand, Round
from game.scoring.hand import by_class, points_of, typed_points
from game.scoring.round_warnings import is_possible_total
from game.scoring.standings import standings, winners
from game.variants import VARIANTS
from tests.game.scoring import builders
from tests.game.scoring.builders import seated, small_pack

NAMES = ("Anna", "Bo", "Cara", "Dilan", "Eva")
rules_of = cache(builders.rules_of)
counted = st.sampled_from([key for key in VARIANTS if key != "vatikan"])


@st.composite
def tallies(draw, rules):
    """A hand: up to three cards of each class."""
    return draw(st.dictionaries(st.sampled_from([c.key for c in rules.classes]), st.integers(0, 3)))


@st.composite
def nights(draw):
    """Rules, seats and some rounds of a variant that counts points."""
    seats = seated(*NAMES[: draw(st.integers(2, len(NAMES)))])
    rules = rules_of(draw(counted), len(seats))
    rounds = [draw(rounds_of(rules, seats, number)) for number in range(1, draw(st.integers(0, 6)) + 1)]
    return rules, seats, rounds


@st.composite
def rounds_of(draw, rules, seats, number):
    out = draw(st.sampled_from([*seats, None]))
    hands = []
    for seat in seats:
        tally = {} if seat == out else draw(tallies(rules))
        hands.append(Hand(seat.id, tally, points_of(tally, rules)))
    return Round(number, seats[0].id, rules.hand_size(number), out and out.id, tuple(hands))


@given(nights())
def test_a_total_is_the_sum_of_the_hands(night):
    rules, seats, rounds = night
    for standing in standings(rules, seats, rounds):
        assert standing.total == sum(played.points_of(standing.seats[0]) for played in rounds)
        assert standing.history[-1] == standing.total
        assert len(standing.history) == len(rounds) + 1


@given(nights())
def test_a_rank_is_one_more_than_the_number_of_lower_totals(night):
    table = standings(*night)
    for standing in table:
        assert standing.rank == 1 + sum(other.total < standing.total for other in table)


@given(nights())
def test_the_winners_are_all_players_with_the_lowest_total(night):
    table = standings(*night)
    lowest = [s for s in table if s.total == min(other.total for other in table)]
    assert winners(table, night[2]) == (lowest if night[2] else [])


@given(nights(), st.randoms())
def test_the_order_in_which_hands_are_written_does_not_matter(night, chance):
    rules, seats, rounds = night
    shuffled = [replace(r, hands=tuple(chance.sample(r.hands, len(r.hands)))) for r in rounds]
    assert standings(rules, seats, shuffled) == standings(rules, seats, rounds)
    assert standings(rules, chance.sample(seats, len(seats)), rounds) == standings(rules, seats, rounds)


@given(st.data(), counted)
def test_two_hands_together_cost_the_sum_of_both(data, key):
    rules = rules_of(key)
    one, other = data.draw(tallies(rules)), data.draw(tallies(rules))
    together = {c.key: one.get(c.key, 0) + other.get(c.key, 0) for c in rules.classes}
    assert points_of(together, rules) == points_of(one, rules) + points_of(other, rules)


@given(st.data(), counted)
def test_a_hand_keyed_by_class_is_read_unchanged(data, key):
    rules = rules_of(key)
    tally = by_class(data.draw(tallies(rules)), rules)
    assert by_class(tally, rules) == tally


@given(st.data(), counted)
def test_every_hand_has_a_possible_sum(data, key):
    rules = rules_of(key)
    assert is_possible_total(points_of(data.draw(tallies(rules)), rules), rules)


@given(st.lists(st.tuples(st.integers(1, 12), st.integers(0, 4)), min_size=1, max_size=4))
def test_the_possible_sums_are_those_found_by_counting(classes):
    rules, sums = small_pack(*classes), {0}
    for points, most in classes:
        sums = {known + points * count for known in sums for count in range(most + 1)}
    assert {points for points in range(max(sums) + 20) if is_possible_total(points, rules)} == sums


@given(st.lists(st.integers(0, 99), min_size=1, max_size=20))
def test_a_typed_sum_is_added_up(parts):
    assert typed_points(" + ".join(map(str, parts))) == sum(parts)


@given(counted, st.integers(2, 5), st.integers(0, 4))
def test_the_deal_moves_on_clockwise_and_every_player_deals_equally_often(key, players, first):
    seats = seated(*NAMES[:players])
    cut = seats[first % players].id
    deals = plan(rules_of(key, players), seats, [], [cut])
    assert deals[0].dealer == cut
    for before, after in pairwise(deals):
        assert after.dealer == left_of(before.dealer, seats, after.number) == before.leader
    for start in range(len(deals) - players + 1):
        assert {d.dealer for d in deals[start : start + players]} == {s.id for s in seats}


@given(nights())
def test_the_plan_contains_past_rounds_and_then_the_next_deal(night):
    rules, seats, rounds = night
    deals = plan(rules.without_end(), seats, rounds, [seats[0].id] * 3)
    assert [(d.number, d.dealer, d.hand_size) for d in deals[:-1]] == [
        (r.number, r.dealer, r.hand_size) for r in rounds
    ]
    assert deals[-1] == next_deal(rules, seats, rounds, [seats[0].id] * 3)
