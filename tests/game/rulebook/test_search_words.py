"""Words of a query: folding, stems, cards, numbers, misspellings and beginnings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rulebook.search import search_rules
from game.rulebook.search.index import index
from game.rulebook.search.text import fold, terms_of, words_of


def terms(text, language="en"):
    return terms_of(words_of(text), language)


@given(st.text())
def test_folding_twice_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_words_are_found_at_their_positions(text):
    for word in words_of(text):
        assert fold(text[word.start : word.end]) == word.folded


@pytest.mark.parametrize(
    ("forms", "language"),
    [("8 8s eight eights", "en"), ("åtta åttan åttor åttorna 8:an 8an 8:or atta", "sv"),
     ("ace aces Aces", "en"), ("ess esset essen äss", "sv"), ("king kings K", "en"),
     ("kung kungen kungar", "sv"),
     ("jack jacks J", "en"), ("knekt knekten Kn", "sv"), ("card cards", "en"), ("färg färgen färger", "sv"),
     ("hearts heart ♥", "en")],
)  # fmt: skip
def test_the_forms_of_a_word_are_one_term(forms, language):
    found = {term for form in forms.split() for term in terms(f"x {form}", language)[1:]}
    assert len(found) == 1, found


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("an 8 on a two", "en", ["an", "8", "on", "a", "2"]),
        ("7 cards or 8", "en", ["#7", "card", "or", "8"]),
        ("for two players", "en", ["for", "#2", "player"]),
        ("15 rounds", "en", ["#15", "round"]),
        ("tre tior", "sv", ["3", "10"]),
        ("ruteress på klöverfemma", "sv", ["A", "pa", "5"]),
        ("fem spelare", "sv", ["#5", "spel"]),
    ],
)
def test_a_numeral_is_a_number_before_what_it_counts_and_otherwise_a_card(text, language, expected):
    assert terms(text, language) == expected


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("throw a card", "play cards", "en"),
        ("pick up", "draws up", "en"),
        ("ropa", "säger", "sv"),
        ("plocka", "drog", "sv"),
    ],
)
def test_words_for_the_same_thing_are_one_term(one, other, language):
    assert set(terms(one, language)) & set(terms(other, language)) >= {terms(one, language)[0]}


@pytest.mark.parametrize(
    ("text", "cards", "expected"),
    [
        ("No A on A.", (), ["no", "A", "on", "A"]),
        ("A card. A joker!", (), ["a", "card", "a", "JK"]),
        ("A stays", {0}, ["A", "stay"]),
        ("Q A queen", {0}, ["Q", "a", "Q"]),
    ],
)
def test_an_a_is_an_ace_or_an_article(text, cards, expected):
    assert terms_of(words_of(text, cards), "en") == expected


@pytest.mark.parametrize(
    ("text", "rank", "suit"),
    [("8h", "8", "H"), ("10D", "10", "D"), ("KS", "K", "S"), ("8s", "8", ""), ("as", "", ""), ("qh", "", "")],
)
def test_a_card_may_be_written_in_short(text, rank, suit):
    (word,) = words_of(text)
    assert (word.rank, word.suit) == (rank, suit)


# Misspelt and unfinished words


def long_words():
    return sorted(word for word in index("en").words if len(word) >= 6 and word.isalpha() and word.isascii())


@given(
    st.deferred(lambda: st.sampled_from(long_words())),
    st.integers(0),
    st.sampled_from("abdeiknorstv"),
    st.integers(0, 3),
)
def test_one_typo_in_a_long_word_is_corrected_to_a_word_as_like(word, place, letter, slip):
    place %= len(word) - 1
    typed = [
        word[:place] + word[place + 1 :],
        word[:place] + letter + word[place:],
        word[:place] + letter + word[place + 1 :],
        word[:place] + word[place + 1] + word[place] + word[place + 2 :],
    ][slip]
    meant = index("en").corrected(typed)
    assert meant in index("en").words


def test_the_beginning_of_a_word_is_enough_while_it_is_typed():
    assert index("en").corrected("swap a jok") in ("swap a joker", "swap a jokers")
    assert search_rules("vatik", "en").named == {"vatikan"}


def test_known_words_are_not_corrected():
    text = "can I play an 8 on the ace"
    assert index("en").corrected(text) == text


def test_a_compound_is_understood_by_its_first_part():
    assert "straffavgiftens" not in index("sv").words
    assert index("sv").corrected("straffavgiftens").startswith("straff")
    assert index("sv").corrected("straffavgiftens") in index("sv").words


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("vad kostar en Kn i Derange", "vad kostar en knekt i Derange"),
        ("vad kostar en kn i Derange", "vad kostar en knekt i Derange"),
        ("vad kostar ett E i Derange", "vad kostar ett ess i Derange"),
    ],
)
def test_a_question_may_name_cards_by_the_letters_of_a_swedish_pack(question, same):
    assert search_rules(question, "sv").hits[0] == search_rules(same, "sv").hits[0]
