"""The sentence that summarises a session, in both languages."""

import pytest

from game.analysis.story import StoryKind
from views.words.results import SENTENCES

TAKES = ["Cara out, Anna =20, Bo =30"] * 2 + ["Anna out, Bo =5, Cara =114"]


def sentences_of(phone_of, table, language):
    phone = phone_of(table, "watcher")
    phone.headers["Accept-Language"] = language
    return phone.get(table.path).texts(".result-text")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Cara led until the last round, then took 114."),
        ("sv", "Cara ledde ända till sista rundan men tog då 114."),
    ],
)
def test_a_lead_lost_in_the_last_round(game, phone_of, language, sentence):
    table = game("derange", "Anna Bo Cara").plays(*TAKES).stops()
    assert sentences_of(phone_of, table, language) == [sentence]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Anna pulled ahead in the last game."), ("sv", "Anna drog ifrån i sista spelet.")],
)
def test_the_words_for_a_round_are_those_of_the_variant(game, phone_of, language, sentence):
    table = game("swedish_pursuit", "Anna Bo Cara")
    table.plays("Anna out, Bo =9, Cara =30", "Bo out, Anna =9, Cara =30", "Anna out, Bo =8, Cara =30")
    assert sentences_of(phone_of, table.stops(), language) == [sentence]


def test_a_session_with_totals_only_has_no_sentence(game, phone_of):
    table = game("derange", "Anna Bo").plays("Anna out, Bo =12")
    table.has(totals_only=True)
    assert sentences_of(phone_of, table.stops(), "en") == []


def test_the_text_and_the_picture_contain_it(game, phone_of):
    table = game("derange", "Anna Bo Cara").plays(*TAKES).stops()
    phone = phone_of(table, "watcher")
    for path in ("result.txt", "result.svg"):
        phone.get(f"{table.path}/{path}")
        assert "Cara led until the last round, then took 114." in phone.answer.get_data(as_text=True)


def test_a_running_session_has_neither_winner_nor_story(game, phone_of):
    table = game("derange", "Anna Bo Cara").plays(*TAKES)
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/result.txt")
    assert phone.answer.get_data(as_text=True).splitlines()[1:3] == ["Not over yet.", "1. Anna 40"]
    phone.get(f"{table.path}/result.svg")
    assert "<title>Not over yet</title>" in phone.answer.get_data(as_text=True)


@pytest.mark.parametrize("kind", StoryKind)
def test_every_kind_has_a_sentence(kind):
    assert kind in SENTENCES
