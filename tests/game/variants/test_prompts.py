"""Reminders for the table and their moments."""

import pytest

from game.variants import KEYS, VARIANTS
from tests.game.variants.choices import every_choice

NAMES = {"dealer": "Bo", "leader": "Cara", "cards": 3}


def prompts_at(key, moment, language="en", **options):
    prompts = [p for p in VARIANTS[key].rules(options, 4).prompts if p.moment == moment]
    return [f"{p.lead[language] if p.lead else ''} {p.text[language] % NAMES}".strip() for p in prompts]


def test_reminders_of_the_dealer_of_derange():
    assert prompts_at("derange", "deal") == [
        "Turn-up 3 or 10? Turn another.",
        "Eight? Bo names the suit.",
        "King? Bo starts and play goes the other way.",
        "Two? Cara plays a 2 or draws two.",
    ]
    assert prompts_at("derange", "deal", "sv")[2] == "Kung? Bo börjar, och spelet går åt andra hållet."


def test_reminders_before_derange_is_counted():
    assert prompts_at("derange", "count") == [
        "Nobody can go out on a 3 or 10.",
        "Ended on a 2? The next in turn draws the whole chain, then counts.",
    ]


def test_a_turned_up_two_may_be_a_plain_card():
    assert not [line for line in prompts_at("derange", "deal", flipped_two=False) if line.startswith("Two")]


def test_a_turned_up_ace_draws_or_does_not():
    assert "Ace? Everybody draws one, Bo too." in prompts_at("vandatta", "deal")
    assert "Ace? It stays and nobody draws." in prompts_at("vandatta", "deal", turned_ace_draws=False)


@pytest.mark.parametrize("key", ["vandatta", "vandatta_pagat"])
@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("last_turn", "Second-to-last card? Say “last turn”."),
        ("lappen", "Only one rank left, ordinary? Say “lappen”."),
        ("lappen_single", "One ordinary card left? Say “lappen”."),
    ],
)
def test_the_call_is_the_one_chosen_by_the_table(key, rule, line):
    calls = [prompt for prompt in prompts_at(key, "deal", call_rule=rule) if "Say" in prompt]
    assert calls == [line]


def test_aces_on_aces_are_mentioned_where_they_are_forbidden():
    assert "Ace on the pile? No ace on top of it." in prompts_at("vandatta", "deal", ace_on_ace=False)
    assert not [line for line in prompts_at("vandatta", "deal") if "on the pile" in line]


def test_a_round_of_vandatta_cannot_end_on_an_ace_or_an_eight():
    assert (
        prompts_at("vandatta", "count")
        == prompts_at("vandatta_pagat", "count")
        == ["Nobody can go out on an ace or an 8."]
    )


def test_only_the_first_game_of_a_round_asks_for_the_cut():
    prompts = VARIANTS["swedish_pursuit"].rules({}, 4).prompts
    assert [p.text["en"] for p in prompts if p.first_in_block] == ["Cut the pack for the deal."]


def test_in_swedish_pursuit_the_left_neighbour_checks():
    assert prompts_at("swedish_pursuit", "count") == ["The left neighbour checks."]


def test_drawing_for_a_last_two_is_mentioned_where_it_was_chosen():
    assert len(prompts_at("swedish_pursuit", "count", draw_after_end=True)) == 2


def test_vatikan_names_the_values_that_count():
    assert prompts_at("vatikan", "count") == ["You need not count the cards left."]
    assert prompts_at("vatikan", "count", tally="house_points") == [
        "Every card left counts at your own values."
    ]


@pytest.mark.parametrize("key", KEYS)
def test_reminders_are_few_and_short_for_any_choice(key):
    for chosen in every_choice(VARIANTS[key]):
        prompts = VARIANTS[key].rules(chosen, 4).prompts
        of = {moment: [p for p in prompts if p.moment == moment] for moment in ("deal", "count")}
        assert 1 <= len(of["deal"]) <= 4
        assert 1 <= len(of["count"]) <= 3
        assert all(len(text) <= 60 for p in prompts for text in p.text.values())
