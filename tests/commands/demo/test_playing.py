"""A made-up round could have been played: its cards come from the packs, its points from the variant."""

from collections import Counter
from random import Random

import pytest

from commands.demo import rummy
from commands.demo.cast import Game
from commands.demo.playing import play_many, play_session, playing_of
from commands.demo.turns import CARELESS, PLAIN, SHREWD
from game.referee.rummy.meld import judge_meld
from game.referee.rummy.melding import Melding
from game.scoring.deal import Deal
from game.scoring.facts import Seat
from game.scoring.oddities import oddities
from game.scoring.standings import standings
from game.variants import KEYS, VARIANTS
from tests.game.variants.choices import every_choice

RUMMY = [key for key in KEYS if VARIANTS[key].play["family"] == "rummy"]
STYLES = (SHREWD, PLAIN, CARELESS)


def table(players):
    return [Seat(place, place) for place in range(players)]


def rounds(playing, players, count, seed=8, **ways):
    """So many rounds by players of all styles; the deal goes around."""
    chance = Random(seed)
    styles = {place: STYLES[place % len(STYLES)] for place in range(players)}
    for number in range(1, count + 1):
        deal = Deal(number, playing.rules.hand_size(number), number % players, None, 1, number)
        yield playing.round(deal, table(players), styles, chance, **ways)


def every_round(key, count=4, players=4):
    """Some rounds under each of the variant's options, with the rules that they are counted by."""
    for options in every_choice(VARIANTS[key]):
        playing = playing_of(key, options, players)
        for played in rounds(playing, players, count):
            yield playing.rules, played


# -- what is written down --------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_nobody_holds_more_of_a_card_than_the_packs_have(key):
    for rules, played in every_round(key):
        held = sum((Counter(hand.cards) for hand in played.hands), Counter())
        assert all(count <= rules.most_of(rules.by_key[card]) for card, count in held.items())
        assert held.total() <= rules.pack_size - (rules.winner_played if played.out is not None else 0)


@pytest.mark.parametrize("key", KEYS)
def test_points_are_what_the_cards_cost(key):
    for rules, played in every_round(key):
        for hand in played.hands:
            worth = sum((rules.by_key[card].points or 0) * count for card, count in hand.cards.items())
            assert hand.points == (None if rules.counts_wins else worth)


@pytest.mark.parametrize("key", KEYS)
def test_no_table_would_find_a_round_odd(key):
    for rules, played in every_round(key):
        assert oddities(played, rules) == []


@pytest.mark.parametrize("key", KEYS)
def test_everybody_has_a_hand_and_only_who_is_out_has_none(key):
    for played in rounds(playing_of(key, {}, 4), 4, 12):
        assert {hand.seat for hand in played.hands} == {0, 1, 2, 3}
        empty = [hand.seat for hand in played.hands if not sum(hand.cards.values())]
        assert empty == ([] if played.out is None else [played.out])


@pytest.mark.parametrize("key", KEYS)
def test_all_but_a_few_cards_are_laid_and_hands_differ(key):
    """What real tables write down: a few cards a hand, now and then very many."""
    playing = playing_of(key, {}, 4)
    left = [h.cards for r in rounds(playing, 4, 60) for h in r.hands if h.seat != r.out]
    counts = [sum(cards.values()) for cards in left]
    assert 2 < sum(counts) / len(counts) < 5
    assert len(set(counts)) > 4


def test_who_is_away_gets_no_cards():
    seats = [Seat(0, 0), Seat(1, 1), Seat(2, 2, joined_round=5)]
    deal = Deal(1, 8, 0, 1, 1, 1)
    played = playing_of("derange", {}, 3).round(deal, seats, dict.fromkeys(range(3), PLAIN), Random(8))
    assert {hand.seat for hand in played.hands} == {0, 1}


def test_some_rounds_end_on_a_chain_and_the_next_draws_it():
    ended = [r for r in rounds(playing_of("derange", {}, 4), 4, 300) if r.chain]
    assert 10 < len(ended) < 60
    assert max(r.chain.cards for r in ended) > 1
    for played in ended:
        assert played.chain.drawer == (played.out + 1) % 4
        drawer = next(hand for hand in played.hands if hand.seat == played.chain.drawer)
        assert sum(drawer.cards.values()) > 2 * played.chain.cards


def test_a_chain_dies_with_the_round_where_the_table_says_so():
    options = {"draw_after_end": False}
    assert not [r for r in rounds(playing_of("swedish_pursuit", options, 4), 4, 200) if r.chain]


def test_a_stock_that_is_not_made_anew_blocks_some_rounds():
    played = list(rounds(playing_of("swedish_pursuit", {}, 4), 4, 200))
    assert any(each.out is None for each in played)


def test_a_table_may_give_a_round_up():
    given_up = next(rounds(playing_of("vandatta", {}, 4), 4, 1, most_turns=3))
    assert given_up.out is None
    assert sum(sum(hand.cards.values()) for hand in given_up.hands) >= 25


@pytest.mark.parametrize("key", RUMMY)
def test_the_referee_takes_the_melds_that_players_look_for(key):
    rules = VARIANTS[key].rules({}, 4)
    melding = Melding.from_dict(VARIANTS[key].played({}, 4), decks=rules.decks, jokers=rules.jokers)
    known = rummy.Melds(melding)
    for first, others_of in ((True, known.first), (False, known.later)):
        melds = {frozenset({card, *others}) for card, each in others_of.items() for others in each if others}
        assert melds
        assert all(judge_meld(melding, tuple(meld), first=first).answer == "yes" for meld in melds)


# -- players ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_who_plays_with_a_plan_wins_more_often(key):
    game = Game(key, {"games": 7} if key in RUMMY else {})
    chance, won = Random(8), Counter()
    for _ in range(60):
        played = play_session(game, [SHREWD, CARELESS, SHREWD, CARELESS], chance)
        for side in standings(played.rules, played.seats, played.rounds):
            won[side.seats[0] % 2] += side.leads
    assert won[0] > 1.3 * won[1]


def test_the_same_chance_plays_the_same_cards():
    one, other = (list(play_many(6, Random(4))) for _ in range(2))
    assert one == other
    assert one != list(play_many(6, Random(5)))


def test_many_sessions_are_of_every_variant_and_played_to_the_end():
    played = list(play_many(14, Random(8)))
    assert {each.rules.variant for each in played} == set(KEYS)
    assert all(len(each.rounds) == each.rules.rounds for each in played if each.rules.rounds)


def test_a_session_follows_the_plan_of_deals():
    played = play_session(Game("derange", {"mode": "short"}), [PLAIN] * 3, Random(8))
    assert [each.hand_size for each in played.rounds] == [4, 3, 2, 1, 2, 3, 4]
    dealers = [each.dealer for each in played.rounds]
    assert [(dealer + 1) % 3 for dealer in dealers[:-1]] == dealers[1:]
