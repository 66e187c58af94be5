"""Additions to a verdict: calls, draws, house rules, and the valid part of a refused play."""

import pytest

from tests.phone import Phone
from tests.views.referee.faces import cards


@pytest.fixture
def words(phone):
    """words("derange", "top=9H&play=3H 9H") → the text of the verdict."""

    def verdict_of(key, question, status=200):
        verdict = phone.get(f"/rules/{key}/referee?{question}", status).soup.select_one("[data-verdict]")
        return " ".join(verdict.get_text(" ").split())

    return verdict_of


def sv(app, key, question):
    verdict = Phone(app, language="sv").get(f"/rules/{key}/referee?{question}").soup
    return " ".join(verdict.select_one("[data-verdict]").get_text(" ").split())


# Calls


@pytest.mark.parametrize("left", ["8S 8D", "AS AD", "8S 8D 8C"])
def test_several_eights_or_aces_left_need_no_call(words, left):
    assert "Say “" not in words("vandatta", f"top=9H&play=9S&left={left}")
    assert "Say “" not in words("vandatta_pagat", f"top=9H&play=9S&left={left}&call_rule=last_turn")


def test_a_call_for_several_cards_is_conditional(words):
    verdict = words("vandatta", "top=9H&play=9S&hand=3")
    assert "Say “last turn” if the cards left are ordinary and all of one rank." in verdict


def test_the_penalty_for_a_forgotten_call_ends_when_the_next_player_acts(app, words):
    query = "top=9H&play=9S&hand=2"
    assert "Forgot, and caught before the next player acts? Draw 3 cards." in words("vandatta", query)
    assert "påpekar någon det innan nästa spelare gör något? Dra 3 kort." in sv(app, "vandatta", query)


def test_the_penalty_for_a_forgotten_last_card_ends_with_the_game(app, words):
    query = "top=9H&play=9S&hand=2"
    verdict = words("swedish_pursuit", query)
    assert "challenged at any time before the game ends? Draw 2 cards." in verdict
    assert "när som helst innan spelet är slut? Dra 2 kort." in sv(app, "swedish_pursuit", query)


# Following a last three or ten


def test_cards_that_end_the_round_after_a_last_three(words):
    verdict = words("derange", "top=9H&play=3H&hand=1")
    assert (
        "A card in hearts or an 8 takes you out, unless it is a 3 or 10: that has to be followed" in verdict
    )
    assert "or an 8" not in words("derange", "top=9H&play=3H&hand=1&eight_follows=0")


def test_a_second_reading_of_the_rules_is_mentioned(words):
    verdict = words("derange", "top=3H&follow=1&drew=1&drawn=3S&play=3S")
    assert verdict.startswith("No What you draw has to follow in hearts, and the 3 of spades does not.")
    assert "The rules can also be read" in verdict


# Several cards


def test_a_refusal_names_the_cards_that_were_valid(app, words):
    verdict = words("derange", "top=9H&play=3H+3S+9H")
    assert "Up to there it was fine: With a 3 or 10" not in verdict
    assert "Up to there it was fine: The 3 of hearts has the same suit" in verdict
    assert "Så långt gick det bra:" in sv(app, "derange", "top=9H&play=3H+3S+9H")


def test_a_single_refused_card_has_no_valid_part(words):
    verdict = words("vandatta", "top=9H&play=8S&hand=1")
    assert "Up to there" not in verdict
    assert "An 8 may be played" not in verdict
    assert "If it is your only card, draw instead: up to 3 cards" in verdict


def test_each_of_several_aces_is_a_turn(words):
    assert "Each ace is a turn of its own." in words("vandatta", "top=9H&play=AH+AD")
    assert "Each ace is a turn" not in words("vandatta", "top=9H&play=AH+5H")


# An eight without a named suit


def test_a_verdict_without_a_named_suit_states_its_assumption(app, words):
    no, yes = "top=8D&play=6C", "top=8D&play=6D"
    assert words("swedish_pursuit", no).startswith(
        "If nobody named a suit: no Without a named suit the 8’s own suit, diamonds, counts; "
        "the 6 of clubs is not a diamond."
    )
    assert words("swedish_pursuit", yes).startswith("If nobody named a suit: yes")
    assert words("swedish_pursuit", f"{no}&called=C").startswith("Yes")
    assert sv(app, "swedish_pursuit", no).startswith("Om ingen färg begärdes: nej")


def test_marks_of_cards_without_a_named_suit_state_the_assumption(phone):
    unnamed = "A tick marks what may be played here if nobody named a suit."
    assert unnamed in phone.get("/rules/swedish_pursuit/referee?top=8D").words
    assert unnamed not in phone.get("/rules/swedish_pursuit/referee?top=8D&called=C").words
    assert unnamed not in phone.get("/rules/derange/referee?top=8D").words
    assert unnamed not in phone.get("/rules/swedish_pursuit/referee?top=9D").words


def test_a_refusal_distinguishes_the_named_suit_from_that_of_the_card(app, words):
    query = "top=8H&called=D&play=6S"
    assert "Diamonds were named, and the 6 of spades is not a diamond." in words("vandatta", query)
    assert "Ruter är begärt, och spader 6 är inte ruter." in sv(app, "vandatta", query)


# Draws


def test_up_to_three_draws_can_be_chosen_in_games_with_three(phone, words):
    page = phone.get("/rules/vandatta/referee?top=9H&play=9S&drew=3")
    offered = {field["id"]: field.get("checked") for field in page.select("[name=drew]")}
    assert offered == {"drew-0": None, "drew-1": None, "drew-2": None, "drew-3": ""}
    assert words("vandatta", "top=9H&play=9S&drew=3").startswith("Yes")
    assert "That was your last draw" in words("vandatta", "top=9H&play=9S&drew=3")
    assert "Draw again, up to 2 more cards." in words("vandatta", "top=9H&play=5C&drew=1")
    assert "Draw one more card, the last of this turn." in words("vandatta_pagat", "top=9H&play=5C&drew=2")
    phone.get("/rules/vandatta/referee?top=9H&play=9S&drew=4", 422)


def test_a_single_draw_is_a_checkbox(phone):
    page = phone.get("/rules/derange/referee?top=9H&drew=1")
    (field,) = page.select("[name=drew]")
    assert field["type"] == "checkbox"
    assert field.has_attr("checked")


# House rules and other options


def test_a_card_that_needs_a_second_deck_is_mentioned(words):
    second = "Only with two decks: one deck has only one 9 of hearts."
    assert second in words("vandatta", "top=9H&play=9H")
    assert second not in words("vandatta", "top=9H&play=9H&decks=2")
    assert second not in words("vandatta", "top=9H&play=9H&players=6")
    assert second not in words("derange", "top=9H&play=9H")
    assert "two decks" not in words("vandatta", "top=9H&play=9S")


def test_with_two_players_a_king_and_the_next_card_are_one_play(words):
    query = "top=9H&play=KH+5H"
    assert words("derange", f"{query}&players=2").startswith("Yes In this order")
    assert "With two players it would be yes." in words("derange", query)
    assert words("derange", f"{query}&players=3").startswith(
        "No Your turn is already over: the 5 of hearts is one card too many."
    )
    assert "With two players" not in words("derange", f"{query}&players=3")


def test_t_is_read_as_ten(phone, words):
    assert words("derange", "top=9S&play=TS").startswith("Yes")
    page = phone.get("/rules/derange/referee?top=9S&play=TS")
    assert "Take off the 10 of spades" in cards(page)
