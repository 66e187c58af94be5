"""Permissions: strangers get 404, watchers cannot write, and forms of other sites are refused."""

from __future__ import annotations

import uuid
from itertools import product

import pytest

from tests import sampling
from tests.databases import CONFIG
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
    rules_of,
    unknown,
    values_for,
)


def _all():
    from app import create_app  # noqa: PLC0415 - only for the addresses, while tests are collected

    app = create_app({**CONFIG, "DATABASE_URL": "sqlite://"})
    return [
        (rule.endpoint, method, frozenset(rule.arguments))
        for rule in rules_of(app)
        for method in methods_of(rule)
    ]


ALL = _all()
IN_GROUP = [(endpoint, method) for endpoint, method, _arguments in ALL if NEEDS.get(endpoint) != ANYBODY]
POSTS = [endpoint for endpoint, method, _arguments in ALL if method == "POST"]
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
TAKING_IDS = [
    (endpoint, method, name)
    for endpoint, method, arguments in ALL
    for name in (*IDS, "number")
    if name in arguments
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


def requiring(*roles):
    return [(endpoint, method) for endpoint, method in IN_GROUP if NEEDS.get(endpoint) in roles]


def test_every_endpoint_is_listed():
    existing = [endpoint for endpoint, _method, _arguments in ALL]
    assert_complete(NEEDS, existing, where="NEEDS in tests/views/endpoints.py")


def test_every_parameter_of_an_address_has_a_value(app, values):
    parameters = [name for rule in rules_of(app) for name in rule.arguments]
    assert_complete({*values} & {*parameters}, parameters, where="`values_for` in tests/views/endpoints.py")


def test_every_id_in_an_address_is_listed(app):
    ids = [name for rule in rules_of(app) for name in rule.arguments if name.endswith("_id")]
    assert_complete(IDS, ids, where="IDS in tests/views/endpoints.py")


def test_a_stranger_sees_nothing_of_a_group(group_and_values, request_endpoint, phone, subtests):
    for endpoint, method in IN_GROUP:
        with subtests.test(f"{method} {endpoint}"):
            request_endpoint(phone, method, endpoint, 404)
            assert "Anna" not in phone.page.words
            assert "Friday" not in phone.page.words


def test_a_watcher_is_refused(group, request_endpoint, phone_of, subtests):
    assert_refused(
        requiring(PLAYER, SCORER, OWNER), group, request_endpoint, phone_of(group, "watcher"), subtests
    )


def test_a_player_cannot_score(group, request_endpoint, phone_of, subtests):
    assert_refused(requiring(SCORER, OWNER), group, request_endpoint, phone_of(group, "player"), subtests)


def test_a_scorer_cannot_manage(group, request_endpoint, phone_of, subtests):
    assert_refused(requiring(OWNER), group, request_endpoint, phone_of(group, "scorer"), subtests)


def assert_refused(requests, group, request_endpoint, phone, subtests):
    """Each request is forbidden and changes nothing in the session."""
    before = group.snapshot(), group.changes()
    for endpoint, method in requests:
        with subtests.test(f"{method} {endpoint}"):
            request_endpoint(phone, method, endpoint, 403)
            assert (group.snapshot(), group.changes()) == before


@pytest.mark.parametrize("is_over", [False, True], ids=["while it is played", "when it is over"])
def test_a_page_of_a_watcher_has_no_forms_and_only_links_that_work(
    app, group, values, phone_of, subtests, is_over
):
    """With --whole all links are followed, otherwise one of each kind."""
    if is_over:
        group.stops()
    phone, followed = phone_of(group, "watcher"), set()
    for endpoint, method in requiring(WATCHER):
        if method == "GET":
            with subtests.test(endpoint):
                phone.get(address(app, endpoint, values))
                assert phone.actions() == []
                for href in sorted(set(phone.page.hrefs())):
                    kind = href if sampling.is_whole() else kind_of_link(app, href)
                    if kind not in followed:
                        followed.add(kind)
                        phone.get(href)


def test_an_owner_can_open_every_page(group, request_endpoint, phone_of, subtests):
    phone = phone_of(group, "owner")
    for endpoint, method in IN_GROUP:
        if method == "GET":
            with subtests.test(endpoint):
                needs_a_target = endpoint == "home.confirm_player_merge"
                request_endpoint(phone, method, endpoint, 404 if needs_a_target else 200)


def one_name_each(cases):
    """One random parameter of each address, or all with --whole."""
    return sampling.one_of_each_kind(
        cases, lambda case: case[:2], sampling.chance_for("what is unknown or of another group")
    )


def test_unknown_ids_are_not_found(group, values, request_endpoint, phone_of, subtests):
    phone = phone_of(group, "owner")
    for endpoint, method, name in one_name_each(TAKING_IDS):
        if (endpoint, name) not in MAY_HAVE_BEEN_TAKEN_BACK:
            with subtests.test(f"{method} {endpoint}: {name}"):
                request_endpoint(phone, method, endpoint, 404, **{name: unknown(values, name)[name]})


def test_ids_of_another_group_are_not_found(app, group, request_endpoint, phone_of, subtests):
    """Even for a phone that owns both groups."""
    other = start(app, "derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    foreign = values_for(other)
    phone = phone_of(group, "owner")
    phone.get(other.link("owner"))
    before = other.snapshot(), other.changes()
    cases = [case for case in TAKING_IDS if case[2] not in ("group_id", "number")]
    for endpoint, method, name in one_name_each(cases):
        with subtests.test(f"{method} {endpoint}: {name}"):
            request_endpoint(phone, method, endpoint, 404, **{name: foreign[name]})
            assert (other.snapshot(), other.changes()) == before


def test_forms_of_other_sites_are_refused(app, group, values, phone_of, subtests):
    before = group.snapshot(), group.changes()
    phone = phone_of(group, "owner")
    sites = product(POSTS, ("cross-site", "same-site", None))
    for endpoint, site in sampling.one_of_each_kind(
        sites, lambda case: case[0], sampling.chance_for("other sites")
    ):
        path, headers = address(app, endpoint, values), {"Sec_Fetch_Site": site} if site else {}
        with subtests.test(f"{endpoint} from {site}"):
            for data in ({"name": "Evil"}, {"name": "Evil", "csrf_token": "wrong"}):
                phone.post(path, data, 400, **headers)
                assert [action for action in phone.actions() if path in action] == []
                assert "Evil" not in phone.page.text
            assert (group.snapshot(), group.changes()) == before


OF_THIS_PHONE = (
    "web.choose_language",
    "home.rename_phone",
    "home.stay_anonymous",
    "home.choose_appearance",
    "home.remove_group_from_phone",
)


def test_an_outdated_form_of_our_own_is_shown_again(app, group, values, phone_of, subtests):
    """After the cookie was lost, the input is preserved."""
    phone = phone_of(group, "owner")
    for endpoint in (endpoint for endpoint in POSTS if endpoint not in OF_THIS_PHONE):
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
