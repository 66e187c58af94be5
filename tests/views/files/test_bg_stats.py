"""Export of a session to BG Stats: the only link that leaves the site."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from models import Night, db
from tests.page import Page
from tests.table import at_work

pytestmark = [pytest.mark.table(plays=["Cara out, Anna 8, Bo K"], is_over=True), pytest.mark.phone("watcher")]


def link_on(page):
    (link,) = page.select("main a.button.main")
    return link


def test_the_page_has_a_link_a_code_and_the_text(table, phone):
    phone.get(f"{table.path}/export/bg-stats")
    link = link_on(phone.page)
    assert link["href"].startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert set(link["rel"].split()) == {"noreferrer", "noopener"}
    assert phone.page.soup.textarea.get_text() == link["href"]
    assert phone.page.select(".qr svg path")


def test_the_link_contains_the_session_and_its_night(app, table, phone):
    with at_work(app):
        night = db.session.get_one(Night, table.night_id())
        night.place, night.note = "Anna’s", "Buns & tea"
        db.session.commit()
    phone.get(f"{table.path}/export/bg-stats")
    record = json.loads(parse_qs(urlsplit(link_on(phone.page)["href"]).query)["data"][0])
    assert (record["location"], record["board"], record["game"]["name"]) == (
        "Anna’s",
        "Derange Order of Eight",
        "Derange Order of Eight",
    )
    assert record["comments"] == "Cara won by 20 points.\nBuns & tea"


def test_a_long_note_is_in_the_link_but_not_in_the_code(app, table, phone):
    with at_work(app):
        db.session.get_one(Night, table.night_id()).note = "x" * 2000
        db.session.commit()
    phone.get(f"{table.path}/export/bg-stats")
    assert "x" * 2000 in link_on(phone.page)["href"]
    assert phone.page.select(".qr svg path")


def test_there_is_no_code_if_even_the_players_are_too_long(game, phone_of):
    names = " ".join(f"{'Å' * 30}{letter}" for letter in "ABCDEFGH")
    others = ", ".join(f"{name} 8" for name in names.split()[1:])
    table = game("derange", names).plays(f"{names.split()[0]} out, {others}").stops()
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/export/bg-stats")
    assert link_on(phone.page)
    assert not phone.page.select(".qr")
    assert "Too many at the table for a code" in phone.page.words


def test_a_running_session_cannot_be_exported(game, phone_of):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8")
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/export/bg-stats")
    assert "still being played" in phone.page.words
    assert "bgstatsapp" not in phone.page.text


def test_no_other_link_may_leave_the_site(app, table, phone):
    phone.get(f"{table.path}/export/bg-stats")
    assert "bgstatsapp" not in phone.answer.headers["Content-Security-Policy"]
    phone.page.check(app)
    link_on(phone.page)["rel"] = "noopener"
    with pytest.raises(AssertionError, match="leaves the site"):
        Page(str(phone.page.soup), phone.path).check(app)
