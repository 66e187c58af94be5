"""Words of a question: folding, stems, synonyms, misspellings and prefixes."""

from __future__ import annotations

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rulebook.search import search_rules
from game.rulebook.search.folding import fold, stem, words_of
from game.rulebook.search.searching import index, query_reader
from game.rulebook.search.wordlist import FILE, lexicon


@given(st.text())
def test_folding_twice_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_words_are_found_at_their_positions(text):
    for word in words_of(text):
        assert fold(text[word.start : word.end]) in (word.folded, "a", "e")


@pytest.mark.parametrize(
    "forms",
    ["åtta åttan åttor åttorna 8 eight eights", "ess essen esset ace aces", "kort korten kortet card cards",
     "kung kungen kungar king kings K", "dam damen damer queen queens Q D", "utlägg utlägget meld melds",
     "runda rundan rundor rundorna round rounds", "talong talongen stock", "färg färgen suit suits",
     "knekt knekten Kn jack jacks J"],
)  # fmt: skip
def test_the_forms_of_a_word_are_one_term(forms):
    assert len({lexicon().term(fold(form)) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("two 8s", ["#2", "eight"]),
        ("an 8 on a two", ["an", "eight", "on", "a", "two"]),
        ("2 on an 8", ["two", "on", "an", "eight"]),
        ("tre tior", ["#3", "ten"]),
        ("8an på en tvåa", ["eight", "on", "en", "two"]),
        ("7 kort eller 8", ["#7", "card", "eller", "#8"]),
        ("15 rounds", ["#15", "round"]),
    ],
)
def test_a_numeral_is_a_number_before_what_it_counts_and_otherwise_a_card(text, terms):
    assert lexicon().likeliest([word.folded for word in words_of(text)]) == terms


def test_an_ambiguous_numeral_is_both():
    assert lexicon().read(["two", "on", "ace"])[0] == {"two": 1.0, "#2": 0.6}


def test_other_meanings_of_a_word_are_terms():
    known = {*lexicon().groups.values(), *lexicon().phrases.values()}
    assert {*lexicon().senses, *lexicon().asks, *lexicon().alone} <= {*known, "set_of_cards"}
    assert {each for senses in lexicon().senses.values() for each in senses} <= known


def test_a_word_is_in_one_group_only():
    listed = [word for group in _table()["same"].values() for word in group.split()]
    assert sorted(listed) == sorted(set(listed))


def test_no_stopword_is_a_word_of_the_game():
    grouped = {lexicon().groups[word] for word in lexicon().stopwords & lexicon().groups.keys()}
    assert grouped == {"card"}  # every passage mentions cards


def long_words():
    return sorted(word for word in index("en").words if len(word) >= 5 and word.isalpha())


@given(
    st.deferred(lambda: st.sampled_from(long_words())),
    st.integers(0),
    st.sampled_from("abdeiknorstvåäö"),
    st.integers(0, 3),
)
def test_one_typo_in_a_long_word_still_finds_it(word, place, letter, slip):
    place %= len(word) - 1
    typed = [
        word[:place] + word[place + 1 :],
        word[:place] + letter + word[place:],
        word[:place] + letter + word[place + 1 :],
        word[:place] + word[place + 1] + word[place] + word[place + 2 :],
    ][slip]
    meant = query_reader().spelling.meant_by(fold(typed))
    assert fold(typed) == word or word in meant


def test_the_beginning_of_a_word_is_enough_while_it_is_typed():
    assert "jok" not in index("en").words
    assert re.search("joker", search_rules("jok", "en").hits[0].text, re.IGNORECASE)
    assert search_rules("vatik", "en").named == {"vatikan"}


def test_stems_are_never_shorter_than_three_letters():
    assert all(len(stem(word)) >= min(3, len(word)) for word in index("sv").words)


@pytest.mark.parametrize(
    ("text", "cards", "terms"),
    [
        ("No A on A.", (), ["not", "ace", "on", "ace"]),
        ("A card. A joker!", (), ["a", "card", "a", "joker"]),
        ("A makes", {0}, ["ace", "mak"]),
        ("Q A queen", {0}, ["queen", "a", "queen"]),
    ],
)
def test_an_a_is_an_ace_or_an_article(text, cards, terms):
    assert [lexicon().term(word.folded) for word in words_of(text, cards)] == terms


def _table():
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("vad kostar en Kn i Derange", "vad kostar en knekt i Derange"),
        ("vad kostar en kn i Derange", "vad kostar en knekt i Derange"),
        ("vad kostar en D i Derange", "vad kostar en dam i Derange"),
        ("vad kostar ett E i Derange", "vad kostar ett ess i Derange"),
    ],
)
def test_a_question_may_name_cards_by_the_letters_of_a_swedish_pack(question, same):
    assert search_rules(question, "sv").hits[0] == search_rules(same, "sv").hits[0]
