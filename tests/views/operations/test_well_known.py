"""robots.txt and security.txt."""

from datetime import UTC, datetime, timedelta
from urllib.robotparser import RobotFileParser

import pytest

SECURITY = "/.well-known/security.txt"


def test_crawlers_are_excluded_from_groups(client):
    answer = client.get("/robots.txt")
    assert answer.mimetype == "text/plain"
    robots = RobotFileParser()
    robots.parse(answer.text.splitlines())
    for path in ("/groups/1", "/join/secret", "/feeds/secret/nights.ics", "/phone", "/new/derange"):
        assert not robots.can_fetch("anybody", path), path
    for path in ("/rules", "/rules/derange", "/static/icon.svg"):
        assert robots.can_fetch("anybody", path), path


def test_security_txt_contains_the_contact(app_with):
    answer = app_with(SECURITY_CONTACT="anna@example.org").test_client().get(SECURITY)
    assert answer.mimetype == "text/plain"
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == "mailto:anna@example.org"
    expires = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=100) < expires < timedelta(days=366)


@pytest.mark.parametrize("contact", [None, ""])
def test_there_is_no_security_txt_without_a_contact(app_with, contact):
    assert app_with(SECURITY_CONTACT=contact).test_client().get(SECURITY).status_code == 404
