"""Under which names the pages are answered: any at home, those that were named on the internet."""

from itertools import product

import pytest

from tests.table import start


def ask(app, host, path="/", **headers):
    return app.test_client().get(path, environ_overrides={"HTTP_HOST": host}, headers=headers)


@pytest.mark.parametrize("host", ["192.168.1.23:8000", "kitchen.local:8000", "[fd00::8]:8000", "localhost"])
def test_at_home_every_name_is_right(app, host):
    assert ask(app, host).status_code == 200


@pytest.mark.parametrize("host", ["cards.example.org", "Cards.Example.org:443", "a.club.example"])
def test_a_name_of_ours_is_answered(app_with, host):
    app = app_with(TRUSTED_HOSTS="cards.example.org, .club.example")
    assert ask(app, host).status_code == 200


def test_another_name_gets_a_page_that_says_so(app_with, subtests):
    app = app_with(TRUSTED_HOSTS="cards.example.org")
    for host, path in product(
        ["evil.example", "cards.example.org.evil.example", "", "a b", "x" * 3000],
        ["/", "/nowhere", "/join/unknown", "/rules/", "/new"],
    ):
        with subtests.test(f"{host[:80]} {path}"):
            answer = ask(app, host, path)
            assert answer.status_code == 400
            assert "<h1>Not at this address</h1>" in answer.text
            assert "evil" not in answer.text


@pytest.mark.parametrize("path", ["/", "/nowhere"])
def test_what_can_be_no_name_gets_a_page_at_home_too(app_with, path):
    answer = ask(app_with(TESTING=False), "x" * 3000, path)
    assert answer.status_code == 400
    assert "<h1>" in answer.text


def test_a_link_is_not_opened_under_another_name(app_with):
    app = app_with(TRUSTED_HOSTS="localhost")
    table = start(app, "derange", "Anna Bo")
    client = app.test_client()
    client.get(table.link("owner"), environ_overrides={"HTTP_HOST": "evil.example"})
    assert client.get(table.group_path).status_code == 404
    client.get(table.link("owner"))
    assert client.get(table.group_path).status_code == 200


def test_behind_a_proxy_the_name_that_it_was_asked_by_counts(app_with):
    app = app_with(TRUSTED_HOSTS="cards.example.org", TRUSTED_PROXIES=1)
    assert ask(app, "127.0.0.1:8000", X_Forwarded_Host="cards.example.org").status_code == 200
    assert ask(app, "cards.example.org", X_Forwarded_Host="evil.example").status_code == 400
