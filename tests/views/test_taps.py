"""Every page of a group is within three taps of its home page.

A tap follows a link, opens a sheet ("…", "More") or unfolds a part; forms are not sent.
"""

from __future__ import annotations

import uuid
from collections import deque
from datetime import timedelta
from http import HTTPStatus

from flask import Flask

from models import Session, db
from tests.html import Element
from tests.inventory import assert_complete
from tests.once import played_once
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import Table, at_work, start
from tests.views.endpoints import address, values_for
from tests.views.test_all_pages import page_of

pytestmark = full_only

MOST_TAPS = 3
NEEDS_A_FORM = {
    "table.choose_cut_winner": "only before a new block of rounds",
    "offline.show": "only without a network",
    "home.list_deleted_groups": "only with a deleted group",
    "live.phones": "the owner creates the code",
    "tournaments.edit_request": "for players who request to take part",
}
FARTHER = {
    "home.confirm_anonymization": "cannot be undone, so it must not be opened by accident",
    "table.new_round_before": "rarer than a correction, which is a tap closer",
    "table.confirm_round_removal": "rarer than a correction, which is a tap closer",
    "table.choose_successor": "rarer than leaving, which is a tap closer",
    "files.bg_stats": "an export for one app, after the general ones",
    "games.edit_game": "rarer than playing the game, which is a tap closer",
    "games.share": "the same",
}


@played_once
def settled(app: Flask) -> Table:
    """A group with one unfinished session, and enough finished ones for every page of statistics."""
    table = start(app, "derange", "Anna Bo Cara Dilan", mode="short")
    table.plays(*["Cara out, Anna 8 5, Bo K, Dilan 4"] * 7)
    in_group = {"group_id": table.group_id, "at": table.clock.now()}
    for _game in range(10):
        start(app, "vandatta", "Anna Bo Cara Dilan", rounds=1, **in_group).plays(
            "Anna out, Bo 8, Cara 4, Dilan 5"
        )
    last_year = {"group_id": table.group_id, "at": table.clock.now() - timedelta(days=366)}
    start(app, "vandatta", "Anna Bo", rounds=1, **last_year).plays("Anna out, Bo 8")
    return start(app, "derange", "Anna Bo Cara Dilan", **in_group).plays("Cara out, Anna 8 5, Bo K, Dilan 4")


def test_every_page_is_within_three_taps(app):
    table = settled(app)
    phone = Phone(app)
    phone.get(start(app, "vandatta", "Anna Bo").link("owner"))  # so that two groups can be merged
    phone.get(table.link("owner"))
    pages, taps = pages_of(app, phone, table), taps_from(phone, app, table.group_path)
    assert len(taps) > 40
    where = "NEEDS_A_FORM or FARTHER in tests/views/test_taps.py, or link it closer to the group"
    assert_complete({**NEEDS_A_FORM, **FARTHER}, pages - taps.keys(), where=where)


def pages_of(app: Flask, phone: Phone, table: Table) -> set[str]:
    """The endpoints that show a page to an owner, for a running session and a finished one."""
    found, values = set(), values_for(table)
    for session_id in (table.session_id, finished_session(table)):
        for rule in app.url_map.iter_rules():
            if "GET" in rule.methods and rule.endpoint != "static":
                path = address(app, rule.endpoint, {**values, "session_id": session_id})
                answer = phone.client.get(path, buffered=True)
                if answer.status_code == HTTPStatus.OK and answer.mimetype == "text/html":
                    found.add(rule.endpoint)
    return found


def finished_session(table: Table) -> uuid.UUID:
    with at_work(table.app):
        finished = Session.finished_at.is_not(None) & (Session.variant == "derange")
        return db.session.scalars(db.select(Session.id).where(finished)).one()


def taps_from(phone: Phone, app: Flask, home: str) -> dict[str, int]:
    """endpoint → least number of taps, up to MOST_TAPS."""
    urls = app.url_map.bind("localhost")
    waiting, taps = deque([home]), {page_of(home): 0}
    found: dict[str, int] = {}
    while waiting:
        path = waiting.popleft()
        away = taps[page_of(path)]
        endpoint, _values = urls.match(path.partition("?")[0])
        found[endpoint] = min(found.get(endpoint, away), away)
        if away == MOST_TAPS or endpoint == "static":
            continue
        phone.get(path)
        if phone.answer.mimetype != "text/html":
            continue
        for link in phone.page.select("a[href^='/']"):
            to = str(link["href"]).partition("#")[0]
            there = away + 1 + taps_to_show(link)
            if there < taps.get(page_of(to), MOST_TAPS + 1):
                taps[page_of(to)] = there
                waiting.append(to)
    return found


def taps_to_show(link: Element) -> int:
    """The number of parts to open before the link is visible."""
    folded = [part for part in link.parents if part.name == "details" and not part.has_attr("open")]
    return len(folded) + sum(part.has_attr("popover") for part in link.parents)
