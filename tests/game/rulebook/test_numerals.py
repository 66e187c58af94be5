"""Numbers as words."""

import pytest

from game.rulebook.numerals import in_words


@pytest.mark.parametrize(
    ("number", "english", "swedish"),
    [
        (0, "no", "inga"),
        (1, "one", "ett"),
        (8, "eight", "åtta"),
        (13, "thirteen", "tretton"),
        (20, "twenty", "tjugo"),
        (52, "fifty-two", "femtiotvå"),
        (99, "ninety-nine", "nittionio"),
        (106, "106", "106"),
    ],
)
def test_a_number_has_a_word_in_both_languages(number, english, swedish):
    assert in_words(number, "en") == english
    assert in_words(number, "sv") == swedish


def test_one_deck_has_another_gender_than_one_card():
    assert in_words(1, "sv", common=True) == "en"
    assert in_words(21, "sv", common=True) == "tjugoen"
    assert in_words(1, "en", common=True) == "one"
