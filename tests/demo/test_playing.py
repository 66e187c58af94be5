"""The made-up players keep to the rules: the referee watches every card, and no card is lost."""

from collections import Counter
from random import Random

import pytest

from demo.playing import CARELESS, PLAIN, SHREWD, Style, play_many, play_session, playing_of
from demo.playing.eights import Decision
from referee.cards import Card
from referee.eights.game import Game
from referee.eights.turn import judge
from referee.rummy.melding import Melding
from referee.rummy.table import judge_table
from scoring.deal import Deal
from scoring.facts import Seat
from scoring.oddities import oddities
from scoring.standings import standings
from tests.variants.choices import every_choice
from variants import KEYS, VARIANTS

EIGHTS = [key for key in KEYS if VARIANTS[key].play["family"] == "eights"]
RUMMY = [key for key in KEYS if VARIANTS[key].play["family"] == "rummy"]
STYLES = (SHREWD, PLAIN, CARELESS, Style(forgets=1.0))


def table(players):
    return [Seat(place, place) for place in range(players)]


def rounds(playing, players, count, seed=8, **ways):
    """So many rounds by players of all styles; the deal goes around."""
    chance = Random(seed)
    styles = {place: STYLES[place % len(STYLES)] for place in range(players)}
    for number in range(1, count + 1):
        deal = Deal(number, playing.rules.hand_size(number), number % players, None, 1, number)
        yield playing.round(deal, table(players), styles, chance, **ways)


def watched(playing, players, count):
    """Everything that somebody decided in these rounds."""
    decisions = []
    for _played in rounds(playing, players, count, watch=decisions.append):
        pass
    return decisions


# -- the referee watches -------------------------------------------------------------------------


@pytest.mark.parametrize("key", EIGHTS)
def test_every_card_that_is_laid_may_be_laid(key):
    for options in every_choice(VARIANTS[key]):
        for players in (2, 4):
            game = Game.from_dict(VARIANTS[key].played(options, players), decks=2)
            laid = [d for d in watched(playing_of(key, options, players), players, 6) if d.laid]
            assert laid
            for decision in laid:
                assert judge(game, decision.situation, decision.laid).answer == "yes", decision


@pytest.mark.parametrize("key", EIGHTS)
def test_nobody_draws_or_passes_who_might_lay_a_card(key):
    for options in every_choice(VARIANTS[key]):
        game = Game.from_dict(VARIANTS[key].played(options, 4), decks=2)
        idle = [d for d in watched(playing_of(key, options, 4), 4, 6) if not d.laid]
        assert idle
        for decision in idle:
            assert all(judge(game, decision.situation, [card]).answer == "no" for card in decision.hand), (
                decision
            )


@pytest.mark.parametrize("key", RUMMY)
def test_every_table_that_is_laid_anew_is_valid(key):
    rules = VARIANTS[key].rules({}, 4)
    melding = Melding.from_dict(VARIANTS[key].played({}, 4), decks=rules.decks, jokers=rules.jokers)
    turns = watched(playing_of(key, {}, 4), 4, 12)
    assert any(turn.opened for turn in turns)
    assert any(not turn.opened for turn in turns)
    for turn in turns:
        assert judge_table(melding, turn.before, turn.after, opened=turn.opened).answer == "yes", turn


def test_the_referee_would_see_a_wrong_card():
    game = Game.from_dict(VARIANTS["derange"].played({}, 4), decks=2)
    decision = watched(playing_of("derange", {}, 4), 4, 1)[0]
    assert isinstance(decision, Decision)
    wrong = next(
        Card(rank, suit)
        for suit in "SHDC"
        for rank in "4579"
        if suit != decision.situation.top.suit and rank != decision.situation.top.rank
    )
    assert judge(game, decision.situation, [wrong]).answer == "no"


# -- what is written down --------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_no_table_would_find_a_round_odd(key):
    for options in every_choice(VARIANTS[key]):
        playing = playing_of(key, options, 4)
        for played in rounds(playing, 4, 4):
            assert oddities(played, playing.rules) == []


@pytest.mark.parametrize("key", KEYS)
def test_everybody_has_a_hand_and_only_who_is_out_has_none(key):
    for played in rounds(playing_of(key, {}, 4), 4, 12):
        assert {hand.seat for hand in played.hands} == {0, 1, 2, 3}
        empty = [hand.seat for hand in played.hands if not sum(hand.cards.values())]
        assert empty == ([] if played.out is None else [played.out])


def test_who_is_away_gets_no_cards():
    seats = [Seat(0, 0), Seat(1, 1), Seat(2, 2, joined_round=5)]
    deal = Deal(1, 8, 0, 1, 1, 1)
    played = playing_of("derange", {}, 3).round(deal, seats, dict.fromkeys(range(3), PLAIN), Random(8))
    assert {hand.seat for hand in played.hands} == {0, 1}


def test_some_rounds_end_on_a_chain_and_the_next_draws_it():
    ended = [r for r in rounds(playing_of("derange", {}, 4), 4, 200) if r.chain]
    assert ended
    assert max(r.chain.cards for r in ended) > 1
    for played in ended:
        assert played.chain.drawer != played.out
        drawer = next(hand for hand in played.hands if hand.seat == played.chain.drawer)
        assert sum(drawer.cards.values()) > 2 * played.chain.cards


def test_a_chain_dies_with_the_round_where_the_table_says_so():
    options = {"draw_after_end": False}
    assert not [r for r in rounds(playing_of("swedish_pursuit", options, 4), 4, 200) if r.chain]


def test_nobody_goes_out_on_a_card_that_is_barred():
    decisions = watched(playing_of("vandatta", {}, 4), 4, 60)
    last = [d.laid[-1].rank for d in decisions if d.laid and len(d.laid) == len(d.hand)]
    assert last
    assert not {"A", "8"} & set(last)


def test_a_stock_that_is_not_made_anew_blocks_some_rounds():
    played = list(rounds(playing_of("swedish_pursuit", {}, 4), 4, 200))
    assert any(each.out is None for each in played)


def test_a_table_may_give_a_round_up():
    given_up = next(rounds(playing_of("vandatta", {}, 4), 4, 1, most_turns=3))
    assert given_up.out is None
    assert sum(sum(hand.cards.values()) for hand in given_up.hands) >= 25


# -- players ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_who_plays_with_a_plan_wins_more_often(key):
    options = {"games": 7} if key in RUMMY else {}
    chance, won = Random(8), Counter()
    for _ in range(60):
        played = play_session(key, options, [SHREWD, CARELESS, SHREWD, CARELESS], chance)
        for side in standings(played.rules, played.seats, played.rounds):
            won[side.seats[0] % 2] += side.leads
    assert won[0] > 1.3 * won[1]


def test_the_same_chance_plays_the_same_cards():
    one, other = (list(play_many(6, Random(4))) for _ in range(2))
    assert one == other
    assert one != list(play_many(6, Random(5)))


def test_many_sessions_are_of_every_variant_and_played_to_the_end():
    played = list(play_many(12, Random(8)))
    assert {each.variant for each in played} == set(KEYS)
    assert all(len(each.rounds) == each.rules.rounds for each in played)


def test_a_session_follows_the_plan_of_deals():
    played = play_session("derange", {"mode": "short"}, [PLAIN] * 3, Random(8))
    assert [each.hand_size for each in played.rounds] == [4, 3, 2, 1, 2, 3, 4]
    dealers = [each.dealer for each in played.rounds]
    assert [(dealer + 1) % 3 for dealer in dealers[:-1]] == dealers[1:]
