"""Numbers that the search computes from the rules of a table."""

import pytest

from game.rulebook.search import TableChoice, search_rules
from game.variants import VARIANTS


def figure(text, key, language="en", table=None):
    """Kind and values of the only number."""
    (found,) = search_rules(text, language, key, table).figures
    return found.kind, dict(found.values)


@pytest.mark.parametrize(
    ("key", "kind", "values"),
    [
        ("vandatta", "dealt", {"n": 7}),
        ("vandatta_pagat", "dealt", {"n": 7}),
        ("swedish_pursuit", "dealt", {"n": 5}),
        ("derange", "dealt_changing", {"first": 8, "least": 1, "last": 8}),
        ("vatikan", "dealt", {"n": 13}),
    ],
)
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("how many cards do I get", "en"),
        ("hur många kort får man fem spelare", "sv"),
        ("how many cards each", "en"),
    ],
)
def test_the_cards_dealt(text, language, key, kind, values):
    """V4, PG6, SP4, DO9, VK8"""
    assert figure(text, key, language) == (kind, values)
    best = search_rules(text, language, key).hits[0]
    assert best.anchor in ("deal-size", "short-deal")


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("how many cards in round nine", "en", ("dealt_in_round", {"n": 2, "round": 9})),
        ("how many cards in round 8", "en", ("dealt_in_round", {"n": 1, "round": 8})),
        ("hur många kort i tredje rundan", "sv", ("dealt_in_round", {"n": 6, "round": 3})),
        ("how many cards in round 40", "en", ("no_such_round", {"round": 40, "rounds": 15})),
    ],
)
def test_the_cards_of_a_round(text, language, expected):
    """DO9: 8 7 6 5 4 3 2 1 2 3 4 5 6 7 8"""
    assert figure(text, "derange", language) == expected


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("what does an ace cost", "vandatta", ("points", {"rank": "A", "n": 5, "times": 1, "total": 5})),
        (
            "two 8s how many points",
            "swedish_pursuit",
            ("points_together", {"rank": "8", "n": 30, "times": 2, "total": 60}),
        ),
        ("how much is a king", "derange", ("points", {"rank": "K", "n": 20, "times": 1, "total": 20})),
        (
            "points for a jack and a 10",
            "swedish_pursuit",
            ("points_of_hand", {"terms": ((1, "J", 10), (1, "10", 10)), "n": 20}),
        ),
        (
            "ess och två sjuor kvar, hur många poäng",
            "derange",
            ("points_of_hand", {"terms": ((1, "A", 15), (2, "7", 7)), "n": 29}),
        ),
        ("joker points", "derange", ("no_jokers", {})),
        ("how much is a king", "vatikan", ("wins", {})),
    ],
)  # fmt: skip
def test_the_points_of_a_card(text, key, expected):
    """V36, SP29, DO45, DO3, GK3"""
    assert figure(text, key) == expected


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("how many decks for 6 players", "vandatta", ("decks_for", {"n": 2, "players": 6})),
        ("how many decks for 3 players", "vandatta", ("decks_for", {"n": 1, "players": 3})),
        ("how many jokers for 4 players", "vatikan", ("jokers", {"n": 2})),
        ("how many players", "vatikan", ("players", {"least": 2, "most": 5})),
        ("how many rounds", "vandatta", ("rounds_per_player", {})),
        ("how many rounds", "derange", ("rounds", {"n": 15})),
        ("how many rounds", "swedish_pursuit", ("games", {"games": 5, "rounds": 1})),
    ],
)
def test_decks_players_and_rounds(text, key, expected):
    """GV4, VK2, V14, DO9, SP33, GS9"""
    assert figure(text, key) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("three twos how many cards", 6), ("hur många för två tvåor", 4)]
)
@pytest.mark.parametrize("key", ["swedish_pursuit", "derange"])
def test_the_cards_of_a_chain(text, expected, key):
    """SP22, DO29"""
    assert figure(text, key)[1]["n"] == expected


def test_numbers_follow_the_options_of_the_table():
    table = TableChoice("derange", frozenset({("mode", "short")}))
    assert figure("how many rounds", "derange", table=table) == ("rounds", {"n": 7})
    table = TableChoice("vatikan", frozenset({("tally", "house_points"), ("points", "A:15,K:20")}))
    assert figure("how much is a king", "vatikan", table=table)[1]["n"] == 20
    seated = TableChoice("vandatta", frozenset(), players=5)
    assert figure("how many rounds", "vandatta", table=seated) == ("rounds", {"n": 5})


@pytest.mark.parametrize("text", ["how many decks for 12 players", "hur många kort var med 20 spelare"])
def test_more_players_than_a_game_takes_are_answered_with_how_many_it_takes(text):
    assert figure(text, "vandatta") == ("players", {"least": 2, "most": 8})


@pytest.mark.parametrize(
    "text", ["how many 2s are in the deck", "how many twos can i play", "how much do i draw on a king"]
)
@pytest.mark.parametrize("key", ["swedish_pursuit", "derange"])
def test_another_number_is_not_taken_for_the_answer(text, key):
    assert {each.kind for each in search_rules(text, "en", key).figures} <= {"decks", "draws"}


def test_without_a_game_every_game_answers():
    found = search_rules("how many cards do I get", "en").figures
    assert [each.variant for each in found] == list(VARIANTS)


@pytest.mark.parametrize("text", ["what does a king do", "who deals next", "can I draw more cards"])
def test_other_questions_have_no_number(text):
    assert search_rules(text, "en", "derange").figures == ()
