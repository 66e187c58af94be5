"""Host names: any name at home, only configured ones on the internet."""

from itertools import product

import pytest

from tests.table import start


def get(app, host, path="/", **headers):
    return app.test_client().get(path, environ_overrides={"HTTP_HOST": host}, headers=headers)


@pytest.mark.parametrize("host", ["192.168.1.23:8000", "kitchen.local:8000", "[fd00::8]:8000", "localhost"])
def test_at_home_every_host_name_is_accepted(app, host):
    assert get(app, host).status_code == 200


@pytest.mark.parametrize("host", ["cards.example.org", "Cards.Example.org:443", "a.club.example"])
def test_a_configured_host_name_is_accepted(app_with, host):
    app = app_with(TRUSTED_HOSTS="cards.example.org, .club.example")
    assert get(app, host).status_code == 200


def test_another_host_name_gets_an_error_page(app_with, subtests):
    app = app_with(TRUSTED_HOSTS="cards.example.org")
    for host, path in product(
        ["evil.example", "cards.example.org.evil.example", "", "a b", "x" * 3000],
        ["/", "/nowhere", "/join/unknown", "/rules/", "/new"],
    ):
        with subtests.test(f"{host[:80]} {path}"):
            answer = get(app, host, path)
            assert answer.status_code == 400
            assert "<h1>Not at this address</h1>" in answer.text
            assert "evil" not in answer.text


@pytest.mark.parametrize("path", ["/", "/nowhere"])
def test_an_invalid_host_name_gets_an_error_page_at_home(app_with, path):
    answer = get(app_with(TESTING=False), "x" * 3000, path)
    assert answer.status_code == 400
    assert "<h1>" in answer.text


def test_a_link_is_not_opened_with_another_host_name(app_with):
    app = app_with(TRUSTED_HOSTS="localhost")
    table = start(app, "derange", "Anna Bo")
    client = app.test_client()
    client.get(table.link("owner"), environ_overrides={"HTTP_HOST": "evil.example"})
    assert client.get(table.group_path).status_code == 404
    client.get(table.link("owner"))
    assert client.get(table.group_path).status_code == 200


def test_behind_a_proxy_the_forwarded_host_name_counts(app_with):
    app = app_with(TRUSTED_HOSTS="cards.example.org", TRUSTED_PROXIES=1)
    assert get(app, "127.0.0.1:8000", X_Forwarded_Host="cards.example.org").status_code == 200
    assert get(app, "cards.example.org", X_Forwarded_Host="evil.example").status_code == 400
