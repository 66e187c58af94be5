"""Links: a secret stored as a hash, one role, individual revocation."""

import pytest

from models import Group, Link, Role, db
from tests.models.rows import every_text
from tests.table import at_work


@pytest.fixture
def secret(game, app):
    table = game()
    return table.link("watcher").removeprefix("/join/")


def test_a_secret_has_128_bits_and_is_never_the_same(game, app):
    table = game()
    secrets = {table.link("scorer").removeprefix("/join/") for _ in range(20)}
    assert len(secrets) == 20
    assert all(len(secret) == 22 for secret in secrets), "16 bytes in base64"


def test_only_the_hash_is_stored(secret, app):
    assert not [text for text in every_text(app) if secret in text]


def test_the_secret_opens_the_link(secret, app):
    with at_work(app):
        link = Link.opened_by(secret)
        assert link.role == Role.WATCHER
        assert link.group.name == "Friday table"


@pytest.mark.parametrize("wrong", ["", "x", "ä" * 30, "%"])
def test_no_other_secret_opens_it(secret, app, wrong):
    with at_work(app):
        assert Link.opened_by(wrong) is None
        assert Link.opened_by(secret + "x") is None
        assert Link.opened_by(secret.swapcase()) is None


def test_a_revoked_link_opens_nothing_and_the_others_stay_valid(game, app):
    table = game()
    one, other = (table.link("scorer").removeprefix("/join/") for _ in range(2))
    with at_work(app):
        Link.opened_by(one).revoked_at = table.clock.now()
        db.session.commit()
    with at_work(app):
        assert Link.opened_by(one) is None
        assert Link.opened_by(other) is not None


@pytest.mark.parametrize(
    ("role", "scores", "manages"), [("owner", True, True), ("scorer", True, False), ("watcher", False, False)]
)
def test_permissions_of_a_role(role, scores, manages):
    assert (Role(role).may_score, Role(role).may_manage) == (scores, manages)


def test_a_group_begins_with_one_owner(game, app):
    table = game()
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        links = db.session.scalars(db.select(Link).where(Link.group_id == group.id)).all()
        assert [link.role for link in links] == ["owner"]


def test_a_feed_link_opens_the_feed_only(game, app):
    feed = game().link("feed").removeprefix("/join/")
    with at_work(app):
        assert Link.opened_by(feed) is None
        assert Link.read_by(feed).role == Role.FEED


@pytest.mark.parametrize("role", [role for role in Role if role.opens_group])
def test_a_link_that_opens_the_group_is_no_feed(game, app, role):
    secret = game().link(role).removeprefix("/join/")
    with at_work(app):
        assert Link.read_by(secret) is None
        assert Link.opened_by(secret).role == role
