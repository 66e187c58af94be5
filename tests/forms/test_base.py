"""Fields for what is typed at a card table: the text stays, whatever it means."""

import pytest
from werkzeug.datastructures import MultiDict
from wtforms.form import BaseForm

from forms.base import CardsField, CountField, FlagField, PointsField, parse_count
from game.referee.cards import Card


def sent(text, field):
    """The field after the text was sent in a form, and validated."""
    form = BaseForm({"typed": field})
    form.process(MultiDict() if text is None else MultiDict({"typed": text}))
    form.validate()
    return form["typed"]


@pytest.fixture(autouse=True)
def asked(app):
    with app.test_request_context():
        yield


@pytest.mark.parametrize("text", ["7", " 7 ", "007"])
def test_a_whole_number_is_counted(text):
    assert parse_count(text, most=9) == 7


@pytest.mark.parametrize("text", ["", " ", "-1", "+1", "1.0", "1 0", "٣", "³", "seven", "10", "1" * 5000])
def test_nothing_else_is(text):
    assert parse_count(text, most=9) is None


def test_a_count_may_be_left_empty_unless_it_is_required():
    assert sent("", CountField()).errors == []
    assert sent("", CountField()).data is None
    assert sent("", CountField(is_required=True)).errors


@pytest.mark.parametrize("text", ["0", "10", "☃", "<b>"])
def test_a_count_that_cannot_be_says_so_and_stays_typed(text):
    field = sent(text, CountField(least=1, most=9))
    assert field.errors == ["A number from 1 to 9."]
    assert (field.text, field.data) == (text, None)


def test_a_message_may_name_what_was_typed():
    assert sent("%(most)d", CountField(most=9, message="“%(value)s”?")).errors == ["“%(most)d”?"]


def test_points_are_a_number_or_a_sum():
    assert sent("12+11 + 7", PointsField()).data == 30
    assert sent("", PointsField()).data is None
    assert sent("12-1", PointsField()).errors == ["“12-1” is not a number or a sum such as 12+11+7."]


def test_what_was_not_sent_stays_as_it_was():
    form = BaseForm({"typed": CountField(), "other": CountField()})
    form.process(MultiDict({"other": "2"}), data={"typed": 5, "other": 1})
    assert form.validate()
    assert form.data == {"typed": 5, "other": 2}


def test_what_is_too_long_is_cut_and_means_nothing():
    field = sent("1+" * 300 + "1", PointsField(longest=20))
    assert field.text == "1+" * 10 + "…"
    assert field.errors


def test_cards_stand_in_the_order_they_are_written():
    field = sent("9H, jk  10♠", CardsField(most=3))
    assert [str(card) for card in field.cards] == ["9H", "JK", "10S"]
    assert field.card == Card("9", "H")


@pytest.mark.parametrize(
    ("text", "most", "says"),
    [
        ("9H 11X", 3, "There is no card “11X”"),
        ("9H 10H", 1, "One card only."),
        ("9H 10H JH", 2, "That is more than 2 cards."),
        ("9H " * 101, 200, "That is more than 300 characters."),
    ],
)
def test_cards_that_cannot_be_are_none_and_stay_typed(text, most, says):
    field = sent(text, CardsField(most=most))
    assert field.errors[0].startswith(says)
    assert (field.cards, field.card, field.text) == ((), None, text[:300])


def test_cards_that_are_not_sent_are_none():
    field = sent(None, CardsField(most=3))
    assert (field.cards, field.errors) == ((), [])


def test_a_flag_is_one_or_nothing():
    assert sent("1", FlagField()).data is True
    assert sent("", FlagField()).data is sent("0", FlagField()).data is False
    assert sent("yes", FlagField()).errors == ["This is 1 for yes, or nothing."]
