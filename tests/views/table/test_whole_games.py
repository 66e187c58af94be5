"""Whole games with plain forms, from the start page to the result, without JavaScript."""

import re
import uuid

import pytest

from tests.phone import Phone
from tests.sampling import full_only
from tests.table import Table

pytestmark = full_only


def start_game(app, key, names, **options):
    """From the start page to the first deal by links and forms."""
    phone = Phone(app)
    phone.get("/")
    phone.get(next(href for href in phone.page.hrefs() if href.startswith(f"/new/{key}")))
    phone.submit("#new-game", {"name": names.split(), "first_dealer": "0", **options})
    group_id, session_id = map(uuid.UUID, re.findall(r"[0-9a-f-]{36}", phone.path))
    return phone, Table(app, group_id, session_id, None)


def score(phone, table, out, **left):
    """Open the pad by the main button of the table page and send it: cards "8 5 5", or points as a number."""
    phone.get(phone.page.soup.select_one(".bar a.main")["href"])
    fields = {"out": str(table.seat_id(out)) if out else "none"}
    for name, held in left.items():
        seat = table.seat_id(name)
        if isinstance(held, int):
            fields[f"points-{seat}"] = str(held)
        else:
            for card in set(held.split()):
                fields[f"cards-{seat}-{card}"] = str(held.split().count(card))
    phone.submit("#round", fields)
    assert phone.path == table.path


@pytest.mark.both_databases
def test_derange_short(app):
    # Derange short   Anna   Bo  Cara   dealer, cards
    # 1                 60   20   out   Anna 4
    # 2                out   30    12   Bo 3
    # 3                 10  out     4   Cara 2
    # 4                 15    5   out   Anna 1
    # 5                  7  out    50   Bo 2
    # 6                  4    6     9   Cara 3, blocked
    # 7                out   20    30   Anna 4
    phone, table = start_game(app, "derange", "Anna Bo Cara", **{"option-mode": "short"})
    score(phone, table, "Cara", Anna="8 5 5", Bo="K")
    score(phone, table, "Anna", Bo="3-10", Cara=12)
    score(phone, table, "Bo", Anna="Q-J", Cara="4")
    score(phone, table, "Cara", Anna="A", Bo="5")
    score(phone, table, "Bo", Anna="7", Cara="8")
    score(phone, table, None, Anna="4", Bo="6", Cara="9")
    score(phone, table, "Anna", Bo="K", Cara="2")
    assert table.totals() == {"Anna": 96, "Bo": 81, "Cara": 105}
    assert table.dealers() == ["Anna", "Bo", "Cara", "Anna", "Bo", "Cara", "Anna"]
    with table.seen() as session:
        assert [played.hand_size for played in session.rounds] == [4, 3, 2, 1, 2, 3, 4]
    assert "Bo" in phone.page.texts(".stage h2")[0]
    assert phone.page.texts(".podium .name") == ["Bo", "Anna", "Cara"]


def test_vandatta_of_four_with_a_correction_and_an_undo(app):
    phone, table = start_game(app, "vandatta_pagat", "Anna Bo Cara Dilan")
    score(phone, table, "Anna", Bo="8 A", Cara="other other", Dilan="other")
    score(phone, table, "Bo", Anna="8", Cara="A", Dilan="other")
    phone.submit("/undo")
    assert table.numbers() == [1]
    score(phone, table, "Bo", Anna="8 8", Cara="A", Dilan="other")
    score(phone, table, "Cara", Anna=1, Bo=2, Dilan=3)
    phone.get(next(href for href in phone.page.hrefs() if href.endswith("/rounds")))
    phone.get(next(href for href in phone.page.hrefs() if "/rounds/1?hand=" in href))
    phone.submit("#round", {f"cards-{table.seat_id('Bo')}-A": ""})
    score(phone, table, "Dilan", Anna="other", Bo="other", Cara="other")
    assert table.totals() == {"Anna": 22, "Bo": 13, "Cara": 8, "Dilan": 5}
    assert table.is_finished()
    assert "Dilan" in phone.page.texts(".stage h2")[0]
    assert table.kinds() == ["record", "record", "undo", "record", "record", "correct", "record"]


def test_swedish_pursuit_of_two_rounds_needs_a_second_cut(app):
    phone, table = start_game(app, "swedish_pursuit", "Anna Bo Cara", **{"option-rounds": "2"})
    for _ in range(5):
        score(phone, table, "Anna", Bo="8", Cara="A")
    phone.get(phone.page.soup.select_one(".bar a.main")["href"])
    assert phone.path.endswith("/deal/cut")
    phone.submit("/deal/cut", {"dealer": str(table.seat_id("Cara"))})
    for _ in range(5):
        score(phone, table, "Bo", Anna="9", Cara="A")
    assert table.dealers() == ["Anna", "Bo", "Cara", "Anna", "Bo", "Cara", "Anna", "Bo", "Cara", "Anna"]
    assert table.totals() == {"Anna": 45, "Bo": 150, "Cara": 10}
    assert "Cara" in phone.page.texts(".stage h2")[0]


def test_vatikan_until_two_wins(app):
    phone, table = start_game(app, "vatikan", "Anna Bo", **{"option-first_to": "2"})
    score(phone, table, "Anna")
    score(phone, table, "Bo", Anna="cards cards")
    score(phone, table, "Anna")
    assert table.totals() == {"Anna": 2, "Bo": 1}
    assert "Anna" in phone.page.texts(".stage h2")[0]


def test_vandatta_then_a_rematch_and_another_variant(app):
    phone, table = start_game(app, "vandatta", "Anna Bo")
    score(phone, table, "Anna", Bo="8")
    score(phone, table, "Bo", Anna="8")
    assert phone.page.texts(".podium .name") == ["Anna", "Bo"]
    assert "Anna" in phone.page.texts(".stage h2")[0]
    assert "Bo" in phone.page.texts(".stage h2")[0]
    result = phone.path
    phone.submit("rematch")
    assert phone.path != result
    phone.get(result)
    phone.get(next(href for href in phone.page.hrefs() if "seats_of" in href))
    phone.get(next(href for href in phone.page.hrefs() if href.startswith("/new/derange")))
    phone.submit("#new-game")
    assert phone.page.select(".deal")


def test_a_watcher_and_a_scorer_join(app):
    phone, table = start_game(app, "derange", "Anna Bo Cara")
    phone.get(f"{table.group_path}/links")
    others = {}
    for role in ("watcher", "scorer"):
        phone.get(f"{table.group_path}/links")
        phone.submit("#new-link", {"role": role})
        link = re.search(r"/join/[\w-]+", phone.page.soup.textarea.get_text())[0]
        others[role] = Phone(app)
        others[role].get(link)
        others[role].get(table.path)
    score(others["scorer"], table, "Cara", Anna="8", Bo="K")
    assert "50" in others["watcher"].get(table.path).texts(".standing .total")[-1]
    assert others["watcher"].actions() == []
