"""Who reaches what: strangers find nothing, watchers write nothing, and other sites send nothing."""

from __future__ import annotations

import uuid
from itertools import product

import pytest

from tests import sampling
from tests.databases import CONFIG
from tests.once import played_once
from tests.phone import Phone
from tests.table import start
from tests.views.endpoints import (
    ANYBODY,
    IDS,
    NEEDS,
    OWNER,
    PLAYER,
    SCORER,
    WATCHER,
    address,
    methods_of,
    rules_of,
    unknown,
    values_for,
)


def _all():
    from app import create_app  # noqa: PLC0415 - only to know the addresses while tests are collected

    app = create_app({**CONFIG, "DATABASE_URL": "sqlite://"})
    return [
        (rule.endpoint, method, frozenset(rule.arguments))
        for rule in rules_of(app)
        for method in methods_of(rule)
    ]


ALL = _all()
IN_GROUP = [(endpoint, method) for endpoint, method, _arguments in ALL if NEEDS.get(endpoint) != ANYBODY]
POSTS = [endpoint for endpoint, method, _arguments in ALL if method == "POST"]
# What was sent for a later round gets a sentence: tests/views/table/test_rounds.py, tests/views/counting/.
MAY_HAVE_BEEN_TAKEN_BACK = {
    (endpoint, "number")
    for endpoint in ("rounds.save", "hands.out", "hands.not_out", "hands.check", "counts.send")
}
TAKING_IDS = [
    (endpoint, method, name)
    for endpoint, method, arguments in ALL
    for name in (*IDS, "number")
    if name in arguments
]


@played_once
def played(app):
    """A table, and something that is there for each value an address takes."""
    table = start(app, "derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    return table, values_for(table)


@pytest.fixture
def here(app):
    return played(app)


@pytest.fixture
def table(here):
    return here[0]


@pytest.fixture
def values(here):
    return here[1]


def ask(phone, method, path, status, **data):
    """Ask as our own pages would: with the phone's token."""
    if method == "GET":
        return phone.get(path, status)
    if not phone.page.text:
        phone.get("/")
    token = phone.token()
    return phone.post(path, {"csrf_token": token, **data}, status, Sec_Fetch_Site="same-origin")


def test_no_endpoint_is_forgotten():
    assert {endpoint for endpoint, _method, _arguments in ALL} == set(NEEDS)


@pytest.mark.parametrize(("endpoint", "method"), IN_GROUP)
def test_to_a_stranger_nothing_of_a_group_exists(app, table, values, phone, endpoint, method):
    ask(phone, method, address(app, endpoint, values), 404)
    assert "Anna" not in phone.page.words
    assert "Friday" not in phone.page.words


@pytest.mark.parametrize(
    ("endpoint", "method"), [(e, m) for e, m in IN_GROUP if NEEDS.get(e) in (PLAYER, SCORER, OWNER)]
)
def test_a_watcher_may_not(app, table, values, phone_of, endpoint, method):
    before = table.snapshot(), table.changes()
    ask(phone_of(table, "watcher"), method, address(app, endpoint, values), 403)
    assert (table.snapshot(), table.changes()) == before


@pytest.mark.parametrize(
    ("endpoint", "method"), [(e, m) for e, m in IN_GROUP if NEEDS.get(e) in (SCORER, OWNER)]
)
def test_a_player_may_not_score(app, table, values, phone_of, endpoint, method):
    before = table.snapshot(), table.changes()
    ask(phone_of(table, "player"), method, address(app, endpoint, values), 403)
    assert (table.snapshot(), table.changes()) == before


@pytest.mark.parametrize(("endpoint", "method"), [(e, m) for e, m in IN_GROUP if NEEDS.get(e) == OWNER])
def test_a_scorer_may_not_manage(app, table, values, phone_of, endpoint, method):
    ask(phone_of(table, "scorer"), method, address(app, endpoint, values), 403)


@pytest.fixture(scope="module")
def followed():
    """Where links of pages before have led, while the session was played and after: it is the same table."""
    return {False: set(), True: set()}


@pytest.mark.parametrize("endpoint", [e for e, m in IN_GROUP if m == "GET" and NEEDS.get(e) == WATCHER])
def test_a_watchers_page_has_nothing_that_writes(app, table, values, phone_of, followed, endpoint):
    for finish in (False, True):
        if finish:
            table.stops()
        phone = phone_of(table, "watcher")
        phone.get(address(app, endpoint, values))
        assert phone.actions() == []
        for href in set(phone.page.hrefs()) - followed[finish]:
            phone.get(href)
            followed[finish].add(href)


@pytest.mark.parametrize(("endpoint", "method"), [(e, m) for e, m in IN_GROUP if m == "GET"])
def test_an_owner_sees_every_page(app, table, values, phone_of, endpoint, method):
    phone = phone_of(table, "owner")
    status = 404 if endpoint == "players.ask_to_merge" else 200  # that one asks into whom
    phone.get(address(app, endpoint, values), status)


def one_name_each(cases):
    """Of what an address takes, one thing, drawn; all of them where all is asked."""
    return sampling.one_of_each_kind(
        cases, lambda case: case[:2], sampling.chance_for("what is unknown or of another group")
    )


@pytest.mark.parametrize(("endpoint", "method", "name"), one_name_each(TAKING_IDS))
def test_what_is_unknown_is_not_found(app, table, values, phone_of, endpoint, method, name):
    values = unknown(values, name)
    if (endpoint, name) in MAY_HAVE_BEEN_TAKEN_BACK:
        return
    ask(phone_of(table, "owner"), method, address(app, endpoint, values), 404)


@pytest.mark.parametrize(
    ("endpoint", "method", "name"),
    one_name_each([case for case in TAKING_IDS if case[2] not in ("group_id", "number")]),
)
def test_what_belongs_to_another_group_is_not_found(
    app, table, values, game, phone_of, endpoint, method, name
):
    """Everything is fetched through the group, even for somebody who owns both."""
    other = game("derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    phone = phone_of(table, "owner")
    phone.get(other.link("owner"))
    before = other.snapshot(), other.changes()
    ask(phone, method, address(app, endpoint, {**values, name: values_for(other)[name]}), 404)
    assert (other.snapshot(), other.changes()) == before


@pytest.mark.parametrize(
    ("endpoint", "site"),
    sampling.one_of_each_kind(
        product(POSTS, ("cross-site", "same-site", None)),
        lambda asked: asked[0],
        sampling.chance_for("other sites"),
    ),
)
def test_no_form_of_another_site_is_taken(app, table, values, phone_of, endpoint, site):
    before = table.snapshot(), table.changes()
    phone = phone_of(table, "owner")
    headers = {"Sec_Fetch_Site": site} if site else {}
    for data in ({"name": "Evil"}, {"name": "Evil", "csrf_token": "wrong"}):
        phone.post(address(app, endpoint, values), data, 400, **headers)
        assert [a for a in phone.actions() if address(app, endpoint, values) in a] == []
        assert "Evil" not in phone.page.text
    assert (table.snapshot(), table.changes()) == before


OF_THIS_PHONE = (
    "language.choose",
    "start.rename_phone",
    "start.stay_unnamed",
    "start.choose_look",
    "start.forget_group",
)


@pytest.mark.parametrize("endpoint", [e for e in POSTS if e not in OF_THIS_PHONE])
def test_an_old_form_of_our_own_is_offered_again(app, table, values, phone_of, endpoint):
    """The cookie was lost in the meantime; nothing typed is."""
    path = address(app, endpoint, values)
    phone = phone_of(table, "owner")
    phone.post(path, {"name": "“Åsa”", "csrf_token": "old"}, 400, Sec_Fetch_Site="same-origin")
    assert phone.actions() == [path]
    assert phone.value_of("name") == "“Åsa”"
    assert phone.value_of("csrf_token") != "old"


@pytest.mark.parametrize(
    "origin", ["http://localhost", "http://localhost:80", "http://evil.example", "null", ""]
)
def test_browsers_that_do_not_say_where_a_form_comes_from_say_its_origin(app, table, phone_of, origin):
    phone = phone_of(table, "owner")
    path = f"{table.group_path}/name"
    phone.post(path, {"name": "Sunday table"}, 400, Origin=origin)
    assert (path in phone.actions()) == (origin == "http://localhost")


def test_a_revoked_link_makes_a_stranger(app, table, phone_of):
    owner = phone_of(table, "owner")
    watcher = phone_of(table, "watcher")
    owner.get(f"{table.group_path}/links")
    newest = next(action for action in owner.actions() if "revocation" in action)
    owner.submit(newest)
    watcher.get(table.path, 404)
    watcher.get(table.group_path, 404)
    watcher.get(table.path, 404, X_Fragment="1")
    watcher.get("/")
    assert "Friday table" not in watcher.page.words


def test_the_best_of_several_links_counts(table, phone_of):
    phone = phone_of(table, "watcher")
    phone.get(f"{table.group_path}/settings", 403)
    phone.get(table.link("owner"))
    phone.get(f"{table.group_path}/settings")
    phone.get(table.link("watcher"))
    phone.get(f"{table.group_path}/settings")


def test_two_groups_are_two_worlds(table, game, phone_of):
    other = game("derange", "Eva Frans", group_name="Sunday table")
    phone = phone_of(table, "owner")
    phone.get(other.path, 404)
    phone.get(f"{other.group_path}/sessions/{table.session_id}", 404)
    phone.get(f"{table.group_path}/sessions/{other.session_id}", 404)


def test_a_phone_that_was_given_a_foreign_cookie_is_a_stranger(app, table):
    phone = Phone(app)
    phone.client.set_cookie("turn8", "eyJsaW5rcyI6WyIwMCJdfQ.aaaa.bbbb")
    phone.get(table.group_path, 404)
    phone.get(f"/groups/{uuid.uuid4()}", 404)
    assert WATCHER == "watcher"
