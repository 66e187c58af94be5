"""Queries with a card or a number that ask for something else: no verdict and no number is guessed."""

import pytest

from game.rulebook.search import search_rules

OTHERS = (
    ("vandatta", "can I play a 5 or a 6 on a 5"),
    ("vandatta", "can I play a 5 on a 5 and keep my 8"),
    ("vandatta", "can I choose between an ace and an 8 on a king"),
    ("derange", "3 players, can I play an 8 on an ace"),
    ("vandatta", "two players: can I play a queen on a king"),
    ("vandatta", "do I have two turns on an ace"),
    ("vandatta", "can I play on an ace with two cards left"),
    ("vatikan", "can 2 3 or 4 people play"),
    ("vatikan", "2, 3, 4 or 5 players"),
    ("vatikan", "do I need 3 4 or 5 cards for a run"),
    ("derange", "how many points for 5 cards left"),
    ("derange", "how much does it cost to forget to call with 2 cards"),
    ("derange", "how many points after round 3"),
    ("vandatta", "can I play my second to last card if it is an ace"),
    ("vandatta", "näst sista kortet är en åtta"),
    ("derange", "can the next to last card be a 3"),
    ("vandatta", "can I end my turn after an ace"),
    ("vandatta", "he wants to go out, can I stop him with an ace"),
    ("vandatta", "the last card on the pile is a queen"),
    ("vandatta", "can I put out an 8"),
    ("vandatta", "can I play a 2 to get out of it"),
    ("vandatta", "can I go out without playing my ace"),
    ("derange", "3 of hearts and a 5 on a 4 of hearts"),
    ("derange", "a 5 of clubs and two 10s on a king"),
    ("vatikan", "can I take the 4 from 4 5 6 7"),
    ("vatikan", "can I meld 4 5 6 and 7 7 7"),
    ("vatikan", "is 4 5 6 in mixed suits a run"),
    ("vatikan", "can I replace the joker in 4 joker 6 with a 5"),
    ("vatikan", "after the first meld can I lay 7 7 7"),
    ("vatikan", "får jag lägga tre femmor först"),
    ("derange", "points for cards 4 to 9"),
    ("derange", "is a king worth more than an ace"),
    ("derange", "8 instead of an ace how many points"),
    ("vandatta", "är esset värt 1 eller 5 poäng"),
    ("derange", "do we play to 10 points"),
    ("vandatta", "does an 8 cost me my turn"),
    ("vandatta", "what's the point of an ace"),
    ("vandatta", "who gets points if I go out on an 8"),
    ("derange", "how many cards do I draw if I have two cards left"),
    ("derange", "how many cards do I draw after an ace"),
    ("derange", "after round 2 how many cards in round 3"),
    ("vandatta", "how many cards are in the deck"),
    ("vandatta", "how many cards are left"),
    ("vandatta", "how many cards for two 2s"),
    ("swedish_pursuit", "hur många kort drar man för ett ess"),
    ("vandatta", "how many players miss a turn"),
    ("vandatta", "how many times can I draw"),
    ("derange", "how many points do I need to win"),
    ("vandatta", "if 1 player has gone out"),
    ("vandatta", "three players tie"),
    ("vandatta", "hur många lekar om vi är sex"),
    ("derange", "how many cards in round 8 of the short game"),
    ("derange", "hur många rundor i korta spelet"),
    ("derange", "how many cards in round 0"),
)


@pytest.mark.parametrize(("key", "text"), OTHERS)
def test_no_verdict_and_no_number_is_guessed(key, text):
    for language in ("en", "sv"):
        answer = search_rules(text, language, key)
        assert answer.verdicts == ()


@pytest.mark.parametrize("text", ["four 5s on a 5", "5 5 5 5 on 5 of clubs", "8 on 8 of clubs"])
def test_more_equal_cards_than_suits_are_judged_too(text):
    assert search_rules(text, "en").verdicts
