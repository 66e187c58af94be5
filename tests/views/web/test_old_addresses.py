"""Former addresses of pages redirect to the present ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from typing import Any

import pytest

from models import Night, Player, Round, Session, Tournament, db
from tests import sampling
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work, start
from tests.views.endpoints import kind_of_link, values_for
from tests.views.test_all_pages import lively
from views.web.old_addresses import PREFIX

pytestmark = full_only

FILES = ("workbook.xlsx", "rounds.csv", "document.json")
# Former and present GET rules. A name in braces stands for every row of that kind in the group.
OLD_PAGES = {
    "/club-evening": "/tournaments/new",
    "{group}/arrivals": "{group}/imports",
    "{group}/arrivals/example.csv": "{group}/imports/example.csv",
    "{group}/arrivals/{file_id}": "{group}/imports/{file_id}",
    "{group}/document.json": "{group}/export/document.json",
    "{group}/end": "{group}/deletion",
    "{group}/import": "{group}/imports",
    "{group}/joining": "{group}/merge",
    "{group}/out": "{group}/export",
    "{group}/out/{file}": "{group}/export/{file}",
    "{group}/out/nights.ics": "{group}/export/nights.ics",
    "{group}/out/results.atom": "{group}/export/results.atom",
    "{group}/players/{player}/forgetting": "{group}/players/{player}/anonymization",
    "{group}/nights/{night}/out": "{group}/nights/{night}/export",
    "{group}/nights/{night}/out/{file}": "{group}/nights/{night}/export/{file}",
    "{group}/sessions/{session}/encore": "{group}/sessions/{session}/rematch",
    "{group}/sessions/{session}/out": "{group}/sessions/{session}/export",
    "{group}/sessions/{session}/out/bg-stats": "{group}/sessions/{session}/export/bg-stats",
    "{group}/sessions/{session}/out/{file}": "{group}/sessions/{session}/export/{file}",
    "{group}/sessions/{session}/paper": "{group}/sessions/{session}/print",
    "{group}/sessions/{round}/before": "{group}/sessions/{round}/insertion",
    "{group}/sessions/{session}/trail": "{group}/sessions/{session}/history",
    "{group}/sessions/{session}/what-if": "{group}/sessions/{session}/rescoring",
    "{group}/sessions/{session}/who": "{group}/sessions/{session}/identity",
    "{group}/sessions/{session}/who/here": "{group}/sessions/{session}/identity/confirmation",
    "{group}/tournaments/{tournament}/out": "{group}/tournaments/{tournament}/export",
    "{group}/tournaments/{tournament}/out/{file}": "{group}/tournaments/{tournament}/export/{file}",
    "{group}/tournaments/{tournament}/out/places.csv": "{group}/tournaments/{tournament}/export/places.csv",
    "{group}/tournaments/{tournament}/paper": "{group}/tournaments/{tournament}/print",
    "{group}/tournaments/{tournament}/people": "{group}/tournaments/{tournament}/entrants",
    "{group}/tournaments/{tournament}/people/asking": "{group}/tournaments/{tournament}/entrants/request",
    "{group}/tournaments/{tournament}/slips/paper": "{group}/tournaments/{tournament}/slips/print",
}
OLD_FORMS = {
    "/club-evening": "/tournaments/new",
    "/phone/groups/{group_id}/forgetting": "/phone/groups/{group_id}/removal",
    "/phone/look": "/phone/appearance",
    "/phone/nobody": "/phone/anonymous",
    "{group}/arrivals": "{group}/imports",
    "{group}/arrivals/{file_id}/arrival": "{group}/imports/{file_id}/apply",
    "{group}/arrivals/{file_id}/choices": "{group}/imports/{file_id}/choices",
    "{group}/arrivals/{file_id}/return": "{group}/imports/{file_id}/revert",
    "{group}/changes/{change_id}/take-back": "{group}/changes/{change_id}/undo",
    "{group}/end": "{group}/deletion",
    "{group}/jobs/{job_id}/again": "{group}/jobs/{job_id}/retry",
    "{group}/joining": "{group}/merge",
    "{group}/nights/{night}/changes/{change_id}/take-back": "{group}/nights/{night}/changes/{change_id}/undo",
    "{group}/players/{player}/forgetting": "{group}/players/{player}/anonymization",
    "{group}/seasons/changes/{change_id}/take-back": "{group}/seasons/changes/{change_id}/undo",
    "{session_path}/changes/{change_id}/take-back": "{session_path}/changes/{change_id}/undo",
    "{session_path}/encore": "{session_path}/rematch",
    "{session_path}/rounds/1/before": "{session_path}/rounds/1/insertion",
    "{session_path}/who": "{session_path}/identity",
    "{club}/history/{change_id}/take-back": "{club}/history/{change_id}/undo",
    "{club}/people": "{club}/entrants",
    "{club}/people/asking": "{club}/entrants/request",
    "{club}/people/guests/{player}/admission": "{club}/entrants/guests/{player}/admission",
    "{club}/people/{entrant_id}/admission": "{club}/entrants/{entrant_id}/admission",
    "{club}/people/{entrant_id}/return": "{club}/entrants/{entrant_id}/return",
    "{club}/people/{entrant_id}/withdrawal": "{club}/entrants/{entrant_id}/withdrawal",
}


@pytest.fixture
def table(app):
    table = lively(app)
    later = {"group_id": table.group_id, "at": table.clock.now() + timedelta(days=1)}
    start(app, "vandatta", "Anna Bo", rounds=6, **later).plays(*["Anna out, Bo 8"] * 6)
    return table


@pytest.fixture
def phone(app, table):
    phone = Phone(app)
    phone.open_link(table.link("owner"))
    return phone


def examples(table: Any) -> dict[str, list[str]]:
    """The values of each name in braces: all rows of the group of `lively`."""
    with at_work(table.app):

        def ids(kind: Any) -> list[str]:
            return [
                str(each)
                for each in db.session.scalars(db.select(kind.id).filter_by(group_id=table.group_id))
            ]

        rounds = db.session.execute(
            db.select(Round.session_id, Round.number).join(Session).filter_by(group_id=table.group_id)
        )
        return {
            "night": ids(Night),
            "session": ids(Session),
            "player": ids(Player),
            "tournament": ids(Tournament),
            "round": [f"{session_id}/rounds/{number}" for session_id, number in rounds],
            "file": [*FILES],
        }


def pairs(rules: dict[str, str], table: Any) -> Iterator[tuple[str, str]]:
    """Former and present address for all values of the names in a rule."""
    values, many = values_for(table), examples(table)
    one = {
        **{name: str(value) for name, value in values.items()},
        "group": table.group_path,
        "session_path": table.path,
        "club": f"{table.group_path}/tournaments/{values['tournament_id']}",
    }
    for old, new in rules.items():
        names = [name for name in many if f"{{{name}}}" in old]
        for chosen in product(*(many[name] for name in names)):
            filled = one | dict(zip(names, chosen, strict=True))
            yield old.format(**filled), new.format(**filled)


def test_every_former_address_of_a_page_redirects(app, table, phone, subtests):
    """One of each kind is followed, or all with --whole: test_all_pages.py opens the present addresses."""
    found, followed = 0, set()
    for old, new in pairs(OLD_PAGES, table):
        with subtests.test(old):
            for method in ("GET", "HEAD"):
                moved = phone.client.open(f"{old}?a=1&b=å%26&b=", method=method)
                assert moved.status_code == 301
                assert moved.location == f"{new}?a=1&b=%C3%A5%26&b="
            found += 1
            kind = old if sampling.is_whole() else kind_of_link(app, old)
            if kind not in followed:
                followed.add(kind)
                page = phone.client.get(old, follow_redirects=True, buffered=True)
                assert page.status_code == 200
                assert page.history[0].status_code == 301
                assert page.history[0].location == new
    assert found >= 150


def test_a_form_sent_to_a_former_address_is_redirected_unchanged(table, phone, subtests):
    sent = {"csrf_token": phone.token(), "name": "Eva"}
    for old, new in pairs(OLD_FORMS, table):
        with subtests.test(old):
            moved = phone.client.post(f"{old}?a=1", data=sent)
            assert moved.status_code == 308
            assert moved.location == f"{new}?a=1"


def test_every_redirect_is_listed(app, table):
    """The lists of this module and the table of redirects contain the same addresses."""
    urls = app.url_map.bind("localhost")
    listed = {urls.match(old)[0] for rules in (OLD_PAGES, OLD_FORMS) for old, _new in pairs(rules, table)}
    assert listed == {rule.endpoint for rule in app.url_map.iter_rules() if rule.endpoint.startswith(PREFIX)}
