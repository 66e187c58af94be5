"""The page of the referee: the address contains the question, the answer is text, input is preserved."""

import re

import pytest
from sqlalchemy import event

from game.variants import VARIANTS
from models import db
from tests.phone import Phone
from tests.views.referee.faces import cards

EIGHTS = [key for key, variant in VARIANTS.items() if variant.play["family"] == "eights"]


@pytest.fixture
def ask(phone):
    """ask("derange", "top=9H&play=3H 9H") → (answer, text of the verdict)."""

    def answer_to(key, question, status=200):
        page = phone.get(f"/rules/{key}/referee?{question}", status)
        verdict = page.soup.select_one("[data-verdict]")
        return (verdict["data-verdict"], " ".join(verdict.get_text(" ").split())) if verdict else (None, "")

    return answer_to


@pytest.mark.parametrize("key", EIGHTS)
def test_without_a_top_card_all_52_cards_are_offered(phone, key):
    page = phone.get(f"/rules/{key}/referee")
    offered = [link["href"] for link in page.soup.select(".board a")]
    assert len(offered) == 52
    assert f"/rules/{key}/referee?top=AS" in offered
    assert page.soup.select_one("[data-verdict]") is None


def test_the_board_marks_playable_cards_and_links_to_the_answer(phone):
    page = phone.get("/rules/derange/referee?top=9H&hand=4")
    marks = cards(page)
    assert "hand=4" in marks["king of hearts: yes"]
    assert "play=KH" in marks["king of hearts: yes"]
    assert "king of spades: no" in marks
    assert "8 of clubs: yes" in marks
    assert sum(name.endswith(": yes") for name in marks) == 13 + 3 + 3  # same suit, same rank, the eights


ANSWERS = [
    ("vandatta", "top=AH&play=8S", "no", "An 8 may not be played on an ace", "V25"),
    ("vandatta", "top=9H&play=AH&hand=1", "no", "Nobody goes out on an ace or an 8", "V32"),
    ("vandatta_pagat", "top=9S&play=4S 4D", "yes", "The last card you play sets the suit: diamonds", "PG13"),
    ("vandatta_pagat", "top=9H&play=5H&hand=2", "yes", "Say “lappen” if the card left is ordinary", "PG12"),
    ("swedish_pursuit", "top=QH&play=QS", "no", "has to match the suit", "SP19"),
    (
        "swedish_pursuit",
        "top=2H&pending=2&play=2S",
        "yes",
        "The next player plays a 2 or draws 4 cards",
        "SP22",
    ),
    ("swedish_pursuit", "top=9H&play=9S&drew=1", "no", "Drawing was your whole turn", "SP15"),
    ("derange", "top=9H&play=3H 3C 9C", "yes", "In this order", "DO33"),
    ("derange", "top=2H&pending=4&play=8S", "no", "No 2? Draw 4 cards", "GD7"),
    ("derange", "top=8H&called=D&play=9D", "yes", "in the suit that was named", "DO23"),
    ("derange", "top=8H&play=9D", "ask", "which suit was named", ""),
    ("derange", "top=5H&play=3H&hand=1", "yes", "You are not out yet", "DO17"),
]


@pytest.mark.parametrize(("key", "question", "answer", "expected", "citation"), ANSWERS)
def test_a_verdict_explains_itself_and_links_to_its_sources(
    phone, ask, key, question, answer, expected, citation
):
    verdict, words = ask(key, question)
    assert verdict == answer
    assert expected in words
    links = [a["href"] for a in phone.page.select("[data-verdict] .sources a")]
    assert not citation or f"/rules/{key}#{citation}" in links


@pytest.mark.parametrize(("key", "question", "_answer", "_expected", "_citation"), ANSWERS)
def test_a_verdict_contains_no_fact_numbers(ask, key, question, _answer, _expected, _citation):
    assert not re.search(r"\b(G[VSDK]|V|PG|SP|DO|VK)\d", ask(key, question)[1])


def test_a_conditional_yes_states_its_condition(ask):
    answer, words = ask("swedish_pursuit", "top=AH&starter=1&play=9H")
    assert answer == "yes"
    assert words.startswith("If you are not the one who misses the turn: yes")
    assert ask("swedish_pursuit", "top=AH&starter=1&play=9S")[1].startswith("No ")


def test_every_verdict_names_its_authority(ask):
    text = ask("vandatta", "top=AH&play=8S")[1]
    assert "rule for this case No eight goes on an ace." in text
    assert "general rule In general an eight may be played on anything" in text
    assert "our choice The special rules beat the general one" in text


def test_an_answer_that_depends_on_an_option_says_so(ask):
    assert "With “Ace on ace: no” it would be no." in ask("vandatta", "top=AH&play=AS")[1]
    assert ask("vandatta", "top=AH&play=AS&ace_on_ace=0")[0] == "no"
    assert "With “Ace on ace" not in ask("vandatta", "top=9H&play=5H")[1]


def test_options_and_return_address_are_kept(phone):
    page = phone.get("/rules/derange/referee?top=9H&eight_follows=0&back=/rules")
    assert all("eight_follows=0" in link["href"] for link in page.soup.select(".board a"))
    assert all("back=%2Frules" in link["href"] for link in page.soup.select(".board a"))
    assert page.soup.select_one(".bar .button")["href"] == "/rules"


def test_an_empty_question_asks_for_a_choice(phone):
    page = phone.get("/rules/derange/referee?ask=1&top=&play=")
    assert page.texts(".problem") == ["First choose the card that lies on top."]
    page = phone.get("/rules/derange/referee?ask=1&top=9H&play=")
    assert page.texts(".problem") == ["First choose the card you want to play."]
    page = phone.get("/rules/vatikan/referee?ask=1&meld=")
    assert page.texts(".problem") == ["First choose the cards you want to lay out."]
    assert not phone.get("/rules/derange/referee?top=9H&play=").select(".problem"), "the form was not sent"


def test_a_second_card_can_be_added(phone):
    page = phone.get("/rules/vandatta/referee?top=9H&play=5H&more=1")
    assert "play=5H+5C" in cards(page)["5 of clubs: yes"]
    assert "7 of hearts: no" in cards(page)


def test_a_card_can_be_removed(phone):
    page = phone.get("/rules/vandatta/referee?top=9H&play=5H 5C")
    assert re.search(r"play=5C(&|$)", cards(page)["Take off the 5 of hearts"])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("top=11X&play=9H", "There is no card “11X”"),
        ("top=9H&play=9H 9H 9H", "2 decks have only 2 cards “9 of hearts”"),
        ("top=9H&play=" + "+".join(["5H"] * 60), "more than 24 cards"),
        ("top=9H&play=JK", "This game has no jokers"),
        ("top=9H 5H&play=9S", "One card only"),
        ("top=9H&play=5H 3H&hand=1", "fewer cards than you want to play"),
        ("top=2H&pending=three&play=2S", "A number from 0 to"),
        ("top=8H&called=X&play=2S", "A suit is S, H, D or C"),
        ("top=9H&play=9S&starter=perhaps", "1 for yes"),
        ("top=9H&play=9S&drew=perhaps", "Draws in one turn: 0 to 1"),
        ("top=9H&play=9S&drew=2", "Draws in one turn: 0 to 1"),
        ("top=9H&play=9S&eight_follows=maybe", "cannot be “maybe”"),
    ],
)
def test_invalid_questions_are_refused_and_preserved(phone, question, expected):
    page = phone.get(f"/rules/derange/referee?{question}", 422)
    assert expected in page.text
    typed = dict(part.split("=", 1) for part in question.split("&"))
    for name in {"top", "play"} & typed.keys():
        assert page.soup.select_one(f"#q-{name}")["value"] == typed[name].replace("+", " ")
    assert page.soup.select_one("[data-verdict]") is None


def test_a_second_copy_of_a_card_needs_a_second_deck(ask):
    assert ask("swedish_pursuit", "top=9H&play=9H", 422)[0] is None
    assert ask("vandatta", "top=9H&play=9H")[0] == "yes"  # six players use two decks
    assert ask("vandatta", "top=9H&play=9H&decks=1", 422)[0] is None


def test_the_form_and_the_links_give_the_same_answer(phone):
    phone.get("/rules/derange/referee?top=2H")
    page = phone.submit("#situation", {"play": "8S", "pending": "4"})
    assert page.soup.select_one("[data-verdict]")["data-verdict"] == "no"


def test_a_fragment_contains_the_question_only(phone):
    whole = phone.client.get("/rules/derange/referee?top=9H&play=KH")
    part = phone.client.get("/rules/derange/referee?top=9H&play=KH", headers={"X-Fragment": "1"})
    assert b"<html" in whole.data
    assert b"<html" not in part.data
    assert b'data-verdict="yes"' in part.data
    assert "X-Fragment" in part.headers["Vary"]


def test_the_return_address_stays_on_this_site(phone):
    for elsewhere in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"):
        page = phone.get(f"/rules/derange/referee?back={elsewhere}")
        assert page.soup.select_one(".bar .button") is None


def test_an_unknown_variant_is_not_found(phone):
    phone.get("/rules/whist/referee", 404)


def test_in_swedish(app):
    page = Phone(app, language="sv").get("/rules/vandatta_pagat/referee?top=AH&play=8S")
    verdict = page.soup.select_one("[data-verdict]").get_text(" ")
    assert "Nej" in verdict
    assert "En åtta får inte läggas på ett ess" in verdict


def test_the_referee_does_not_use_the_database(app, phone):
    statements = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *arguments: statements.append(arguments[2]))
    phone.client.get("/rules/derange/referee?top=9H&play=KH")
    assert statements == []
