"""Notation of cards, and the contents of packs."""

import pytest

from game.referee.cards import (
    DECK,
    JOKER,
    RANKS,
    SUITS,
    BadCard,
    Card,
    read_card,
    read_cards,
    too_many,
    write_cards,
)


def test_a_deck_has_every_rank_in_every_suit_once():
    assert len(set(DECK)) == len(DECK) == len(RANKS) * len(SUITS) == 52
    assert JOKER not in DECK


@pytest.mark.parametrize("card", [*DECK, JOKER], ids=str)
def test_every_card_is_read_as_it_is_written(card):
    assert read_card(str(card)) == card


@pytest.mark.parametrize("written", ["10S", "10s", "10♠", "10♤", " 10S ", "TS", "t♠"])
def test_a_ten_of_spades_may_be_written_in_many_ways(written):
    assert read_card(written) == Card("10", "S")


@pytest.mark.parametrize(
    ("sign", "suit"), [*zip("♠♥♦♣", "SHDC", strict=True), *zip("♤♡♢♧", "SHDC", strict=True)]
)
def test_the_signs_of_the_suits(sign, suit):
    assert read_card(f"Q{sign}") == Card("Q", suit)


SWEDISH_SUITS = {"S": "S", "H": "H", "D": "R", "C": "K"}
SWEDISH_RANKS = {"J": "Kn", "Q": "D", "K": "K", "A": "E"}


@pytest.mark.parametrize("card", DECK, ids=str)
@pytest.mark.parametrize("cased", [str, str.lower, str.upper])
def test_the_names_of_a_swedish_pack_are_read(card, cased):
    rank, suit = SWEDISH_RANKS.get(card.rank, card.rank), SWEDISH_SUITS[card.suit]
    assert read_card(cased(rank + suit)) == card
    if card != Card("Q", "C"):
        assert read_card(cased(suit + rank)) == card  # KD is below


def test_the_jack_of_clubs_is_no_joker():
    assert read_card("KnK") == read_card("KKn") == Card("J", "C")
    assert read_card("JK") == JOKER


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("KD", "KD"),  # as usual, though in Swedish it could be the queen of clubs
        ("DK", "QC"),
        ("K♦", "KD"),
        ("♦K", "KD"),
        ("♣D", "QC"),
        ("D♣", "QC"),
        ("DD", "QD"),
        ("KK", "KC"),
        ("RD", "QD"),
        ("RK", "KD"),
    ],
)
def test_an_ambiguous_text_is_read_with_the_rank_first(written, card):
    assert str(read_card(written)) == card


@pytest.mark.parametrize(
    "written", ["", "H", "9", "X9", "1H", "11H", "0H", "9X", "9HH", "JKH", "9 H", "åH", "T"]
)
def test_an_unknown_card_is_named_as_written(written):
    with pytest.raises(BadCard) as bad:
        read_card(written)
    assert bad.value.text == written
    assert str(bad.value) == f"no card “{written}”"


@pytest.mark.parametrize("written", ["3H 3C 9C", "3H,3C,9C", "3h, 3c ,\t9c", " 3♥ 3♣  9♣\n"])
def test_cards_keep_their_order(written):
    assert write_cards(read_cards(written)) == "3H 3C 9C"


@pytest.mark.parametrize("written", ["", "  ", ",", " , "])
def test_an_empty_text_is_no_cards(written):
    assert read_cards(written) == ()


def test_one_bad_card_among_good_ones_is_named():
    with pytest.raises(BadCard) as bad:
        read_cards("9H 99H 9S")
    assert bad.value.text == "99H"


def test_a_joker_has_no_suit():
    assert (JOKER.rank, JOKER.suit, JOKER.is_joker) == ("JK", "", True)
    assert not any(card.is_joker for card in DECK)


def test_one_deck_holds_each_card_once_and_two_decks_twice():
    assert too_many(read_cards("9H 9S 9H"), decks=1) == Card("9", "H")
    assert too_many(read_cards("9H 9S 9H"), decks=2) is None
    assert too_many(read_cards("9H 9H 9H"), decks=2) == Card("9", "H")


def test_jokers_are_counted_by_the_pack_and_not_by_the_deck():
    assert too_many([JOKER], decks=4) == JOKER
    assert too_many([JOKER] * 2, decks=1, jokers=2) is None
    assert too_many([JOKER] * 3, decks=2, jokers=2) == JOKER
