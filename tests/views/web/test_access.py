"""Permissions: strangers get 404, watchers cannot write, and forms of other sites are refused."""

from __future__ import annotations

import sqlite3
import uuid
from contextlib import closing
from functools import cache
from itertools import product

import pytest

from tests import sampling
from tests.databases import sqlite_file
from tests.inventory import assert_complete
from tests.once import played_once
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
    kind_of_link,
    methods_of,
    unknown,
    values_for,
)

# A form for a later round gets a message: tests/views/table/test_rounds.py, tests/views/live/.
MAY_HAVE_BEEN_TAKEN_BACK = {
    (endpoint, "number")
    for endpoint in (
        "table.save_round",
        "live.declare_out",
        "live.retract_out",
        "live.check_hand",
        "live.send_hand",
    )
}


@cache
def requests_of(app):
    """Endpoint, method and parameters of all requests."""
    return [
        (rule.endpoint, method, frozenset(rule.arguments))
        for rule in app.url_map.iter_rules()
        for method in methods_of(rule)
    ]


def in_group(app):
    return [
        (endpoint, method) for endpoint, method, _names in requests_of(app) if NEEDS.get(endpoint) != ANYBODY
    ]


def posts(app):
    return [endpoint for endpoint, method, _names in requests_of(app) if method == "POST"]


def taking_ids(app):
    return [
        (endpoint, method, name)
        for endpoint, method, names in requests_of(app)
        for name in (*IDS, "number")
        if name in names
    ]


@played_once
def played(app):
    """A table, and an existing value for each parameter of an address."""
    table = start(app, "derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    return table, values_for(table)


@pytest.fixture
def group_and_values(app):
    return played(app)


@pytest.fixture
def group(group_and_values):
    """A session in the group whose addresses are requested."""
    return group_and_values[0]


@pytest.fixture
def values(group_and_values):
    return group_and_values[1]


@pytest.fixture
def request_endpoint(app, values):
    """Send a request to an endpoint as our own pages do: with the token of the phone."""
    tokens = {}

    def send(phone, method, endpoint, status, **unusual):
        path = address(app, endpoint, {**values, **unusual})
        if method == "GET":
            return phone.get(path, status)
        if phone not in tokens:
            phone.get("/")
            tokens[phone] = phone.token()
        return phone.post(path, {"csrf_token": tokens[phone]}, status, Sec_Fetch_Site="same-origin")

    return send


@pytest.fixture
def assert_unchanged(app, group):
    """A function that checks that a session is as it was at its first call."""
    with closing(sqlite3.connect(sqlite_file(app))) as connection:
        seen = []

        def check(session):
            # Reading a session takes as long as the request. The version changes with each commit.
            version = connection.execute("PRAGMA data_version").fetchone()
            if not seen or seen[-1][0] != version:
                seen.append((version, (session.snapshot(), session.changes())))
                assert seen[-1][1] == seen[0][1]

        yield check


def requiring(app, *roles):
    return [(endpoint, method) for endpoint, method in in_group(app) if NEEDS.get(endpoint) in roles]


def test_every_endpoint_is_listed(app):
    existing = [endpoint for endpoint, _method, _names in requests_of(app)]
    assert_complete(NEEDS, existing, where="NEEDS in tests/views/endpoints.py")


def test_every_parameter_of_an_address_has_a_value(app, values):
    parameters = [name for rule in app.url_map.iter_rules() for name in rule.arguments]
    assert_complete({*values} & {*parameters}, parameters, where="`values_for` in tests/views/endpoints.py")


def test_every_id_in_an_address_is_listed(app):
    ids = [name for rule in app.url_map.iter_rules() for name in rule.arguments if name.endswith("_id")]
    assert_complete(IDS, ids, where="IDS in tests/views/endpoints.py")


def test_a_stranger_sees_nothing_of_a_group(app, group_and_values, request_endpoint, phone, subtests):
    for endpoint, method in in_group(app):
        with subtests.test(f"{method} {endpoint}"):
            request_endpoint(phone, method, endpoint, 404)
            assert "Anna" not in phone.page.words
            assert "Friday" not in phone.page.words


@pytest.mark.parametrize(
    ("role", "forbidden"),
    [("watcher", (PLAYER, SCORER, OWNER)), ("player", (SCORER, OWNER)), ("scorer", (OWNER,))],
)
def test_a_weaker_role_is_refused(
    app, group, request_endpoint, phone_of, assert_unchanged, subtests, role, forbidden
):
    """Each request is forbidden and changes nothing in the session."""
    phone = phone_of(group, role)
    assert_unchanged(group)
    for endpoint, method in requiring(app, *forbidden):
        with subtests.test(f"{method} {endpoint}"):
            request_endpoint(phone, method, endpoint, 403)
            assert_unchanged(group)


@pytest.mark.parametrize(
    "is_over",
    [
        pytest.param(False, id="while it is played"),
        pytest.param(True, id="when it is over", marks=sampling.full_only),
    ],
)
def test_a_page_of_a_watcher_has_no_forms_and_only_links_that_work(
    app, group, values, phone_of, subtests, is_over
):
    """With --whole all links are followed, otherwise one of each kind."""
    if is_over:
        group.stops()
    phone, followed = phone_of(group, "watcher"), set()
    for endpoint, method in requiring(app, WATCHER):
        if method == "GET":
            with subtests.test(endpoint):
                phone.get(address(app, endpoint, values))
                assert phone.actions() == []
                for href in sorted(set(phone.page.hrefs())):
                    kind = href if sampling.is_whole() else kind_of_link(app, href)
                    if kind not in followed:
                        followed.add(kind)
                        phone.get(href)


@sampling.full_only
def test_an_owner_can_open_every_page(app, group, request_endpoint, phone_of, subtests):
    phone = phone_of(group, "owner")
    for endpoint, method in in_group(app):
        if method == "GET":
            with subtests.test(endpoint):
                needs_a_target = endpoint == "home.confirm_player_merge"
                request_endpoint(phone, method, endpoint, 404 if needs_a_target else 200)


def one_name_each(cases):
    """One random parameter of each address, or all with --whole."""
    return sampling.one_of_each_kind(
        cases, lambda case: case[:2], sampling.chance_for("what is unknown or of another group")
    )


def test_unknown_ids_are_not_found(app, group, values, request_endpoint, phone_of, subtests):
    phone = phone_of(group, "owner")
    for endpoint, method, name in one_name_each(taking_ids(app)):
        if (endpoint, name) not in MAY_HAVE_BEEN_TAKEN_BACK:
            with subtests.test(f"{method} {endpoint}: {name}"):
                request_endpoint(phone, method, endpoint, 404, **{name: unknown(values, name)[name]})


def test_ids_of_another_group_are_not_found(
    app, group, request_endpoint, phone_of, assert_unchanged, subtests
):
    """Even for a phone that owns both groups."""
    other = start(app, "derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    foreign = values_for(other)
    phone = phone_of(group, "owner")
    phone.get(other.link("owner"))
    assert_unchanged(other)
    cases = [case for case in taking_ids(app) if case[2] not in ("group_id", "number")]
    for endpoint, method, name in one_name_each(cases):
        with subtests.test(f"{method} {endpoint}: {name}"):
            request_endpoint(phone, method, endpoint, 404, **{name: foreign[name]})
            assert_unchanged(other)


def test_forms_of_other_sites_are_refused(app, group, values, phone_of, assert_unchanged, subtests):
    phone = phone_of(group, "owner")
    assert_unchanged(group)
    sites = product(posts(app), ("cross-site", "same-site", None))
    for endpoint, site in sampling.one_of_each_kind(
        sites, lambda case: case[0], sampling.chance_for("other sites")
    ):
        path, headers = address(app, endpoint, values), {"Sec_Fetch_Site": site} if site else {}
        with subtests.test(f"{endpoint} from {site}"):
            for data in ({"name": "Evil"}, {"name": "Evil", "csrf_token": "wrong"}):
                phone.post(path, data, 400, **headers)
                assert [action for action in phone.actions() if path in action] == []
                assert "Evil" not in phone.page.text
            assert_unchanged(group)


OF_THIS_PHONE = (
    "web.choose_language",
    "home.rename_phone",
    "home.stay_anonymous",
    "home.choose_appearance",
    "home.remove_group_from_phone",
    "home.reopen_forgotten_group",
    "home.forget_group_for_good",
)


def test_an_outdated_form_of_our_own_is_shown_again(app, group, values, phone_of, subtests):
    """After the cookie was lost, the input is preserved."""
    phone = phone_of(group, "owner")
    for endpoint in (endpoint for endpoint in posts(app) if endpoint not in OF_THIS_PHONE):
        with subtests.test(endpoint):
            path = address(app, endpoint, values)
            phone.post(path, {"name": "“Åsa”", "csrf_token": "old"}, 400, Sec_Fetch_Site="same-origin")
            assert phone.actions() == [path]
            assert phone.value_of("name") == "“Åsa”"
            assert phone.value_of("csrf_token") != "old"


@pytest.mark.parametrize(
    "origin", ["http://localhost", "http://localhost:80", "http://evil.example", "null", ""]
)
def test_the_origin_is_checked_if_the_browser_sends_no_fetch_metadata(table, phone_of, origin):
    phone = phone_of(table, "owner")
    path = f"{table.group_path}/name"
    phone.post(path, {"name": "Sunday table"}, 400, Origin=origin)
    assert (path in phone.actions()) == (origin == "http://localhost")


def test_a_revoked_link_gives_no_access(table, phone_of):
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


def test_the_strongest_of_several_links_counts(table, phone_of):
    phone = phone_of(table, "watcher")
    phone.get(f"{table.group_path}/settings", 403)
    phone.get(table.link("owner"))
    phone.get(f"{table.group_path}/settings")
    phone.get(table.link("watcher"))
    phone.get(f"{table.group_path}/settings")


def test_groups_are_separate(table, game, phone_of):
    other = game("derange", "Eva Frans", group_name="Sunday table")
    phone = phone_of(table, "owner")
    phone.get(other.path, 404)
    phone.get(f"{other.group_path}/sessions/{table.session_id}", 404)
    phone.get(f"{table.group_path}/sessions/{other.session_id}", 404)


def test_a_phone_with_an_invalid_cookie_is_a_stranger(table, phone):
    phone.client.set_cookie("turn8", "eyJsaW5rcyI6WyIwMCJdfQ.aaaa.bbbb")
    phone.get(table.group_path, 404)
    phone.get(f"/groups/{uuid.uuid4()}", 404)
