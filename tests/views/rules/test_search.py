"""The search box: a page of answers for everybody, and the answers alone for a script."""

import pytest
from sqlalchemy import event

from models import db
from tests.phone import Phone


def hits(phone):
    return phone.page.select(".hits li")


def first_hit(phone):
    return hits(phone)[0].get_text(" ", strip=True)


def test_a_question_is_answered_with_the_passage_its_variant_and_its_place(phone):
    phone.get("/rules/search")
    phone.submit("/rules/search", {"q": "derange last card king"})
    assert phone.value_of("q") == "derange last card king"
    link = hits(phone)[0].a
    assert link.get_text(" ", strip=True).startswith("Derange Order of Eight")
    assert "king" in phone.page.texts(".hits mark")
    page, _hash, anchor = str(link["href"]).partition("#")
    phone.get(page)
    assert phone.page.select(f"#{anchor}")


def test_every_place_that_is_found_is_on_its_page(phone):
    for question in ("ace", "eight", "joker", "points", "vatikan", "deal"):
        phone.get(f"/rules/search?q={question}")
        for link in [str(hit.a["href"]) for hit in hits(phone)]:
            page, _hash, anchor = link.partition("#")
            phone.get(page)
            assert phone.page.select(f"#{anchor}"), link


def test_a_swedish_phone_is_answered_in_swedish(app):
    phone = Phone(app, language="sv")
    phone.get("/rules/search?q=atta pa ess")
    assert "åtta" in first_hit(phone)
    assert phone.page.select(".hits [lang=sv]")


def test_an_empty_question_shows_what_can_be_asked(phone):
    for address in ("/rules/search", "/rules/search?q=", "/rules/search?q=%20%20"):
        phone.get(address)
        examples = [href for href in phone.page.hrefs() if href.startswith("/rules/search?q=")]
        assert len(examples) >= 4
    for example in examples:
        phone.get(example)
        assert hits(phone), example


def test_nothing_found_says_so_and_offers_the_variants(phone):
    phone.get("/rules/search?q=xylophone")
    assert "say nothing about that" in phone.page.words
    assert "/rules/derange" in phone.page.hrefs()
    assert phone.value_of("q") == "xylophone"


def test_a_question_that_is_too_long_is_told_and_kept(phone):
    long = "may I " * 40
    phone.get(f"/rules/search?q={long}", 422)
    assert "keep it to 200 characters" in phone.page.words
    assert phone.value_of("q") == long.strip()
    phone.get(f"/rules/search?q={long}", 422, X_Fragment="1")
    assert phone.page.select("#e-q")


def test_a_script_gets_the_answers_alone(phone):
    phone.get("/rules/search?q=ace", X_Fragment="1")
    assert phone.page.select(".hits li")
    assert not phone.page.select("html, form, h1")
    found = phone.page.soup.find(attrs={"data-say": "found"})
    assert found.string == f"{len(hits(phone))} places in the rules"
    assert "X-Fragment" in phone.answer.headers["Vary"]


def test_markup_in_a_question_is_text(phone):
    typed = '<b>ace</b> "<script>alert(1)</script>'
    phone.get("/rules/search?q=" + typed.replace("<", "%3C").replace(" ", "+"))
    assert phone.value_of("q") == typed
    assert not phone.page.select("main b, main script")
    assert hits(phone)


def test_a_page_about_one_variant_asks_that_one_and_keeps_its_options_and_the_way_back(phone):
    phone.get("/rules/search?q=ace&variant=vandatta&ace_on_ace=0&back=/phone")
    assert {link.get_text(" ", strip=True).partition(" ")[0] for link in phone.page.select(".hits a")} == {
        "Vandatta"
    }
    for hit in hits(phone):
        assert "ace_on_ace=0" in hit.a["href"]
        assert "back=/phone" in hit.a["href"]
    assert phone.value_of("variant") == "vandatta"
    assert phone.value_of("ace_on_ace") == "0"
    assert phone.page.select("[role=search] [name=back]")[0]["value"] == "/phone"


def test_answers_are_those_of_a_table_that_chose(phone):
    """Its own rules are told, and beside an option what it chose."""
    dealt = "/rules/search?q=how many cards do we deal&variant=derange&mode="
    short, full = (" ".join(phone.get(dealt + mode).texts(".hits p")) for mode in ("short", "full"))
    assert "four cards each" in short
    assert "eight cards each" in full
    assert "eight cards each" not in short
    asked = "/rules/search?q=ace on ace&variant=vandatta_pagat&back=/new"
    phone.get(f"{asked}&ace_on_ace=0")
    assert phone.page.texts(".tonight") == ["Tonight: no ace on an ace"]
    assert phone.page.texts(".hits .tag") == ["no ace on an ace"]
    phone.get(asked)
    assert not phone.page.select(".tonight, .hits .tag")


def test_another_game_is_told_as_usual_whatever_the_table_chose(phone):
    phone.get("/rules/search?q=swedish pursuit ace on ace&variant=vandatta_pagat&ace_on_ace=0")
    assert not phone.page.select(".hits .tag")


@pytest.mark.parametrize("wrong", ["ace_on_ace=perhaps", "players=99", "rounds=-1"])
def test_what_cannot_be_chosen_is_answered_as_usual(phone, wrong):
    phone.get(f"/rules/search?q=ace on ace&variant=vandatta_pagat&{wrong}")
    assert phone.page.select(".hits li")
    assert not phone.page.select(".tonight, .hits .tag")


def test_a_way_back_leads_nowhere_else(phone):
    phone.get("/rules/search?q=ace&back=//elsewhere.example")
    assert not [href for href in phone.page.hrefs() if "elsewhere" in href]
    assert not phone.page.select("[role=search] [name=back]")


def test_an_unknown_variant_is_not_there(phone):
    phone.get("/rules/search?q=ace&variant=canasta", 404)


def test_a_passage_in_the_other_language_is_told_and_spoken_as_such(phone):
    phone.get("/rules/search?q=protokoll")
    assert "this is from the other one" in phone.page.words
    assert phone.page.select(".hits p[lang=sv]")
    assert phone.page.select("html[lang=en]")


def test_a_named_variant_that_says_nothing_is_told(phone):
    phone.get("/rules/search?q=derange umpire")
    assert "Nothing in Derange Order of Eight fits" in phone.page.words
    assert "Swedish Pursuit" in first_hit(phone)


def test_no_question_asks_the_database(app, phone):
    asked = []

    def note(_connection, _cursor, statement, *_others):
        asked.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    for question in ("", "ace", "xylophone"):
        phone.get(f"/rules/search?q={question}")
    event.remove(engine, "before_cursor_execute", note)
    assert asked == []
