"""Fields for input at a card table: the text is kept, even if it is invalid."""

import pytest
from werkzeug.datastructures import MultiDict
from wtforms.form import BaseForm

from forms.base import CardsField, CountField, FlagField, PointsField, parse_count
from game.referee.cards import Card


def submitted(text, field):
    """The field after submitting the text in a form, and validating it."""
    form = BaseForm({"typed": field})
    form.process(MultiDict() if text is None else MultiDict({"typed": text}))
    form.validate()
    return form["typed"]


@pytest.fixture(autouse=True)
def request_context(app):
    with app.test_request_context():
        yield


@pytest.mark.parametrize("text", ["7", " 7 ", "007"])
def test_a_whole_number_is_counted(text):
    assert parse_count(text, most=9) == 7


@pytest.mark.parametrize("text", ["", " ", "-1", "+1", "1.0", "1 0", "٣", "³", "seven", "10", "1" * 5000])
def test_other_texts_are_no_count(text):
    assert parse_count(text, most=9) is None


def test_a_count_may_be_left_empty_unless_it_is_required():
    assert submitted("", CountField()).errors == []
    assert submitted("", CountField()).data is None
    assert submitted("", CountField(is_required=True)).errors


@pytest.mark.parametrize("text", ["0", "10", "☃", "<b>"])
def test_an_invalid_count_gives_a_message_and_stays_in_the_field(text):
    field = submitted(text, CountField(least=1, most=9))
    assert field.errors == ["A number from 1 to 9."]
    assert (field.text, field.data) == (text, None)


def test_points_are_a_number_or_a_sum():
    assert submitted("12+11 + 7", PointsField()).data == 30
    assert submitted("", PointsField()).data is None
    assert submitted("12*1", PointsField()).errors == ["“12*1” is not a number or a sum such as 12+11+7."]


def test_points_below_zero_are_allowed_where_a_game_has_them():
    assert submitted("12-25", PointsField(negative=True)).data == -13
    assert submitted("−5", PointsField(negative=True)).data == -5
    assert submitted("12-25", PointsField()).errors == ["Points cannot be below zero here."]


def test_a_missing_field_is_unchanged():
    form = BaseForm({"typed": CountField(), "other": CountField()})
    form.process(MultiDict({"other": "2"}), data={"typed": 5, "other": 1})
    assert form.validate()
    assert form.data == {"typed": 5, "other": 2}


def test_a_text_that_is_too_long_is_truncated_and_invalid():
    field = submitted("1+" * 300 + "1", PointsField(longest=20))
    assert field.text == "1+" * 10 + "…"
    assert field.errors


def test_cards_keep_the_order_of_input():
    field = submitted("9H, jk  10♠", CardsField(most=3))
    assert [str(card) for card in field.cards] == ["9H", "JK", "10S"]
    assert field.card == Card("9", "H")


@pytest.mark.parametrize(
    ("text", "most", "message"),
    [
        ("9H 11X", 3, "There is no card “11X”"),
        ("9H 10H", 1, "One card only."),
        ("9H 10H JH", 2, "That is more than 2 cards."),
        ("9H " * 101, 200, "That is more than 300 characters."),
    ],
)
def test_invalid_cards_are_none_and_stay_in_the_field(text, most, message):
    field = submitted(text, CardsField(most=most))
    assert field.errors[0].startswith(message)
    assert (field.cards, field.card, field.text) == ((), None, text[:300])


def test_missing_cards_are_none():
    field = submitted(None, CardsField(most=3))
    assert (field.cards, field.errors) == ((), [])


def test_a_flag_is_one_or_nothing():
    assert submitted("1", FlagField()).data is True
    assert submitted("", FlagField()).data is submitted("0", FlagField()).data is False
    assert submitted("yes", FlagField()).errors == ["This is 1 for yes, or nothing."]
