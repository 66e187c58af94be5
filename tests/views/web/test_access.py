"""Who reaches what: strangers find nothing, watchers write nothing, and other sites send nothing."""

from __future__ import annotations

import uuid
from itertools import product

import pytest

from tests import sampling
from tests.databases import CONFIG
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
# What was sent for a later round gets a sentence: tests/views/table/test_rounds.py, tests/views/live/.
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
    """A table, and something that is there for each value an address takes."""
    table = start(app, "derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    return table, values_for(table)


@pytest.fixture
def here(app):
    return played(app)


@pytest.fixture
def group(here):
    """A session in the group whose addresses are asked for."""
    return here[0]


@pytest.fixture
def values(here):
    return here[1]


@pytest.fixture
def ask(app, values):
    """Ask for an endpoint as our own pages would: with the phone's token."""
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


def needing(*roles):
    return [(endpoint, method) for endpoint, method in IN_GROUP if NEEDS.get(endpoint) in roles]


def test_no_endpoint_is_forgotten():
    assert {endpoint for endpoint, _method, _arguments in ALL} == set(NEEDS)


def test_to_a_stranger_nothing_of_a_group_exists(here, ask, phone, subtests):
    for endpoint, method in IN_GROUP:
        with subtests.test(f"{method} {endpoint}"):
            ask(phone, method, endpoint, 404)
            assert "Anna" not in phone.page.words
            assert "Friday" not in phone.page.words


def test_a_watcher_may_not(group, ask, phone_of, subtests):
    refuses(needing(PLAYER, SCORER, OWNER), group, ask, phone_of(group, "watcher"), subtests)


def test_a_player_may_not_score(group, ask, phone_of, subtests):
    refuses(needing(SCORER, OWNER), group, ask, phone_of(group, "player"), subtests)


def test_a_scorer_may_not_manage(group, ask, phone_of, subtests):
    refuses(needing(OWNER), group, ask, phone_of(group, "scorer"), subtests)


def refuses(requests, group, ask, phone, subtests):
    """Every one of these requests is forbidden and leaves the session as it is."""
    before = group.snapshot(), group.changes()
    for endpoint, method in requests:
        with subtests.test(f"{method} {endpoint}"):
            ask(phone, method, endpoint, 403)
            assert (group.snapshot(), group.changes()) == before


@pytest.mark.parametrize("is_over", [False, True], ids=["while it is played", "when it is over"])
def test_a_watchers_page_has_nothing_that_writes_and_no_link_to_such_a_page(
    app, group, values, phone_of, subtests, is_over
):
    """One link of each kind is followed, or all where the whole grid is asked."""
    if is_over:
        group.stops()
    phone, followed = phone_of(group, "watcher"), set()
    for endpoint, method in needing(WATCHER):
        if method == "GET":
            with subtests.test(endpoint):
                phone.get(address(app, endpoint, values))
                assert phone.actions() == []
                for href in sorted(set(phone.page.hrefs())):
                    kind = href if sampling.is_whole() else kind_of_link(app, href)
                    if kind not in followed:
                        followed.add(kind)
                        phone.get(href)


def test_an_owner_sees_every_page(group, ask, phone_of, subtests):
    phone = phone_of(group, "owner")
    for endpoint, method in IN_GROUP:
        if method == "GET":
            with subtests.test(endpoint):
                asks_into_whom = endpoint == "home.confirm_player_merge"
                ask(phone, method, endpoint, 404 if asks_into_whom else 200)


def one_name_each(cases):
    """Of what an address takes, one thing, drawn; all of them where all is asked."""
    return sampling.one_of_each_kind(
        cases, lambda case: case[:2], sampling.chance_for("what is unknown or of another group")
    )


def test_what_is_unknown_is_not_found(group, values, ask, phone_of, subtests):
    phone = phone_of(group, "owner")
    for endpoint, method, name in one_name_each(TAKING_IDS):
        if (endpoint, name) not in MAY_HAVE_BEEN_TAKEN_BACK:
            with subtests.test(f"{method} {endpoint}: {name}"):
                ask(phone, method, endpoint, 404, **{name: unknown(values, name)[name]})


def test_what_belongs_to_another_group_is_not_found(app, group, ask, phone_of, subtests):
    """Everything is fetched through the group, even for a person who owns both."""
    other = start(app, "derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    foreign = values_for(other)
    phone = phone_of(group, "owner")
    phone.get(other.link("owner"))
    before = other.snapshot(), other.changes()
    cases = [case for case in TAKING_IDS if case[2] not in ("group_id", "number")]
    for endpoint, method, name in one_name_each(cases):
        with subtests.test(f"{method} {endpoint}: {name}"):
            ask(phone, method, endpoint, 404, **{name: foreign[name]})
            assert (other.snapshot(), other.changes()) == before


def test_no_form_of_another_site_is_taken(app, group, values, phone_of, subtests):
    before = group.snapshot(), group.changes()
    phone = phone_of(group, "owner")
    sites = product(POSTS, ("cross-site", "same-site", None))
    for endpoint, site in sampling.one_of_each_kind(
        sites, lambda asked: asked[0], sampling.chance_for("other sites")
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


def test_an_old_form_of_our_own_is_offered_again(app, group, values, phone_of, subtests):
    """The cookie was lost in the meantime; nothing typed is."""
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
def test_browsers_that_do_not_say_where_a_form_comes_from_say_its_origin(table, phone_of, origin):
    phone = phone_of(table, "owner")
    path = f"{table.group_path}/name"
    phone.post(path, {"name": "Sunday table"}, 400, Origin=origin)
    assert (path in phone.actions()) == (origin == "http://localhost")


def test_a_revoked_link_makes_a_stranger(table, phone_of):
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


def test_a_phone_that_was_given_a_foreign_cookie_is_a_stranger(table, phone):
    phone.client.set_cookie("turn8", "eyJsaW5rcyI6WyIwMCJdfQ.aaaa.bbbb")
    phone.get(table.group_path, 404)
    phone.get(f"/groups/{uuid.uuid4()}", 404)
