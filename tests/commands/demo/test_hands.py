"""A drawn round could have been played: its cards come from the pack, its points from the variant."""

from collections import Counter
from random import Random

import pytest

from commands.demo.cast import GameChoice
from commands.demo.hands import CARELESS, FREQUENCIES, PLAIN, SHREWD, Style, draw_round
from game.scoring.deal import Deal
from game.scoring.facts import SeatFacts
from game.scoring.round_warnings import round_warnings
from game.scoring.standings import standings
from game.variants import KEYS, VARIANTS
from tests.game.analysis.made_up import UNLIKE, play_session, sessions_of_group
from tests.game.variants.choices import every_choice
from tests.sampling import full_only

pytestmark = full_only

STYLES = (SHREWD, PLAIN, CARELESS)


def rules_of(key, options=(), players=4):
    return VARIANTS[key].rules(dict(options), players)


def rounds(rules, players, count, *, styles=STYLES, seed=8, **wanted):
    """Rounds at a table whose players take the styles in turn; the deal moves on clockwise."""
    chance = Random(seed)
    seats = [SeatFacts(place, place) for place in range(players)]
    of_seat = {place: styles[place % len(styles)] for place in range(players)}
    for number in range(1, count + 1):
        deal = Deal(number, rules.hand_size(number), number % players, None, 1, number)
        yield draw_round(rules, deal, seats, of_seat, chance, **wanted)


def tables(key):
    """Under each of the variant's options: the rules for a typical number of players and for the largest."""
    for options in every_choice(VARIANTS[key]):
        for players in (4, rules_of(key).players[1]):
            if VARIANTS[key].can_be_dealt(options, players):
                yield rules_of(key, options, players), players


# -- legal hands -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_hands_contain_no_more_of_a_card_than_the_packs(key):
    for rules, players in tables(key):
        for played in rounds(rules, players, 4):
            held = sum((Counter(hand.cards) for hand in played.hands), Counter())
            assert all(count <= rules.cards_in_pack(rules.by_key[card]) for card, count in held.items())
            assert held.total() <= rules.pack_size - (rules.winner_played if played.out is not None else 0)


@pytest.mark.parametrize("key", KEYS)
def test_points_are_the_costs_of_the_cards(key):
    for rules, players in tables(key):
        for played in rounds(rules, players, 4):
            for hand in played.hands:
                worth = sum((rules.by_key[card].points or 0) * count for card, count in hand.cards.items())
                assert hand.points == (None if rules.counts_wins else worth)


@pytest.mark.parametrize("key", KEYS)
def test_a_round_has_no_warnings(key):
    for rules, players in tables(key):
        for played in rounds(rules, players, 4):
            assert round_warnings(played, rules) == []


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_the_cards_suffice_where_a_pack_is_barely_enough(cards):
    """Ten players with one pack, and a chain."""
    rules = rules_of("swedish_pursuit", {"draw_after_end": True}, 10)
    for played in rounds(rules, 10, 300, chain=cards):
        assert round_warnings(played, rules) == []


@pytest.mark.parametrize("key", KEYS)
def test_only_the_player_who_is_out_holds_no_card(key):
    for played in rounds(rules_of(key), 4, 12):
        assert {hand.seat for hand in played.hands} == {0, 1, 2, 3}
        empty = [hand.seat for hand in played.hands if not sum(hand.cards.values())]
        assert empty == ([] if played.out is None else [played.out])


def test_an_absent_player_gets_no_cards():
    seats = [SeatFacts(0, 0), SeatFacts(1, 1), SeatFacts(2, 2, joined_round=5)]
    deal = Deal(1, 8, 0, 1, 1, 1)
    played = draw_round(
        rules_of("derange", players=3), deal, seats, dict.fromkeys(range(3), PLAIN), Random(8)
    )
    assert {hand.seat for hand in played.hands} == {0, 1}


# -- believable rounds -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_most_hands_have_a_few_cards_and_some_very_many(key):
    left = [h.cards for r in rounds(rules_of(key), 4, 60) for h in r.hands if h.seat != r.out]
    counts = [sum(cards.values()) for cards in left]
    assert 2 < sum(counts) / len(counts) < 5
    assert len(set(counts)) > 4


@pytest.mark.parametrize("key", KEYS)
def test_every_number_of_dealt_cards_has_its_frequencies(key):
    sizes = {size for options in every_choice(VARIANTS[key]) for size in rules_of(key, options).hand_sizes}
    assert sizes == set(FREQUENCIES[key].cards_left)


def test_some_rounds_end_on_a_chain_and_the_next_player_draws_it():
    ended = [r for r in rounds(rules_of("derange"), 4, 600) if r.chain]
    assert 25 < len(ended) < 85
    assert max(r.chain.cards for r in ended) > 1
    for played in ended:
        assert played.chain.drawer == (played.out + 1) % 4
        drawer = next(hand for hand in played.hands if hand.seat == played.chain.drawer)
        assert sum(drawer.cards.values()) > 2 * played.chain.cards


def test_a_chain_ends_with_the_round_where_the_table_chooses_so():
    rules = rules_of("swedish_pursuit", {"draw_after_end": False})
    assert not [r for r in rounds(rules, 4, 200) if r.chain]


@pytest.mark.parametrize("key", KEYS)
def test_rounds_are_blocked_where_the_cards_may_run_out(key):
    blocked = sum(played.out is None for played in rounds(rules_of(key), 4, 400))
    assert blocked / 400 == pytest.approx({"swedish_pursuit": 0.04, "vatikan": 0.17}.get(key, 0), abs=0.04)


def test_a_script_determines_the_end_of_a_round():
    rules = rules_of("derange")
    assert {r.out for r in rounds(rules, 4, 40, may_go_out=[1, 3])} == {1, 3}
    assert {r.out for r in rounds(rules, 4, 10, may_go_out=())} == {None}
    assert {r.chain.cards for r in rounds(rules, 4, 10, chain=2)} == {2}


# -- players ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_strong_players_win_more_often(key):
    game = GameChoice(key, {"games": 7} if rules_of(key).rounds is None else {})
    chance, won = Random(8), Counter()
    for _ in range(60):
        played = play_session(game, [SHREWD, CARELESS, SHREWD, CARELESS], chance)
        for side in standings(played.rules, played.seats, played.rounds):
            won[side.seats[0] % 2] += side.leads
    assert won[0] > 1.3 * won[1]


def test_a_player_who_keeps_eights_is_left_with_more_of_them():
    styles = (Style(eights=3), Style(eights=0.3))
    eights = Counter()
    for played in rounds(rules_of("vandatta"), 4, 300, styles=styles):
        for hand in played.hands:
            eights[hand.seat % 2] += hand.cards.get("8", 0)
    assert eights[0] > 4 * eights[1] > 0


def test_the_same_seed_draws_the_same_cards():
    def drawn(seed):
        return [played.rounds for played in sessions_of_group(6, UNLIKE, Random(seed))]

    assert drawn(4) == drawn(4)
    assert drawn(4) != drawn(5)


def test_a_session_follows_the_plan_of_deals():
    played = play_session(GameChoice("derange", {"mode": "short"}), [PLAIN] * 3, Random(8))
    assert [each.hand_size for each in played.rounds] == [4, 3, 2, 1, 2, 3, 4]
    dealers = [each.dealer for each in played.rounds]
    assert [(dealer + 1) % 3 for dealer in dealers[:-1]] == dealers[1:]


def test_sessions_of_a_group_are_of_every_variant_and_played_to_the_end():
    played = list(sessions_of_group(14, UNLIKE, Random(8)))
    assert {each.rules.variant for each in played} == set(KEYS)
    assert all(len(each.rounds) == each.rules.rounds for each in played if each.rules.rounds)
