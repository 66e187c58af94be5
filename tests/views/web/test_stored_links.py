"""The links in a phone's cookie: what replaces what, what is forgotten when it is full, and the warning."""

from __future__ import annotations

import pytest

from models import Link, db
from tests.club import opened
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work
from views.web.phone import MAX_LINKS

pytestmark = full_only

TABLE_OF_FOUR = "Anna Bo Cara Dilan"


@pytest.fixture
def phone(app):
    return Phone(app)


def links_of(phone) -> int:
    with phone.client.session_transaction() as cookie:
        return len(cookie["links"])


def other_groups(game, phone, count: int, role: str = "scorer"):
    """Groups that this phone knows by one link each."""
    tables = [game("derange", "Anna Bo", group_name=f"Group {number}") for number in range(count)]
    for table in tables:
        phone.open_link(table.link(role))
    return tables


def revoke_all(app, table):
    with at_work(app):
        own = db.update(Link).where(Link.group_id == table.group_id, Link.role != "owner")
        db.session.execute(own.values(revoked_at=table.clock.now()))
        db.session.commit()


def test_an_owner_who_opens_many_links_of_the_group_stays_its_owner(table, phone):
    phone.open_link(table.link("owner"))
    for role in ("watcher", "player", "scorer") * MAX_LINKS:
        phone.open_link(table.link(role))
    phone.get(f"{table.group_path}/settings")
    assert links_of(phone) == 1


def test_a_stronger_link_replaces_weaker_ones_of_its_group_only(game, table, phone):
    (other,) = other_groups(game, phone, 1, "watcher")
    for role in ("watcher", "player", "scorer", "owner"):
        phone.open_link(table.link(role))
    assert links_of(phone) == 2
    phone.get(other.group_path)
    phone.get(f"{table.group_path}/settings")


def test_a_second_owners_link_is_stored_beside_the_first(app, table, phone):
    """The second may be revoked again, after it was tried on this phone."""
    phone.open_link(table.link("owner"))
    phone.open_link(table.link("owner"))
    assert links_of(phone) == 2


def test_a_link_of_a_club_evening_replaces_none(app, phone):
    club = opened(app, TABLE_OF_FOUR, cut=None)
    phone.open_link(club.link("player"))
    for role in ("umpire", "player"):
        phone.open_link(club.link(role, tournament_id=club.id))
    assert links_of(phone) == 3
    phone.get(f"{club.path}/entrants")


def test_an_owner_at_many_tables_of_many_rounds_stays_owner_without_a_warning(app, game, phone):
    """The codes of finished tables are forgotten, and owners' links last."""
    club = opened(app, TABLE_OF_FOUR, cut=None).draws()
    (table,) = club.tables()
    tables = other_groups(game, phone, 3, "owner")
    code = {"tournament_id": club.id, "session_id": table.session_id}
    phone.open_link(club.link("table", **code))
    club.scores(Anna=1, Bo=2, Cara=3, Dilan=4)
    for _round in range(MAX_LINKS):
        phone.open_link(club.link("table", **code))
    assert links_of(phone) == MAX_LINKS
    for each in tables:
        phone.get(f"{each.group_path}/settings")
    phone.get(club.path)


def test_revoked_links_are_forgotten_first(app, game, table, phone):
    tables = other_groups(game, phone, MAX_LINKS - 1, "watcher")
    phone.open_link(table.link("scorer"))
    assert links_of(phone) == MAX_LINKS
    revoke_all(app, table)
    other_groups(game, phone, 1)
    assert links_of(phone) == MAX_LINKS
    for each in tables:
        phone.get(each.group_path)


class TestTheWarning:
    @pytest.fixture
    def full(self, game, phone):
        """The phone owns the first group, watches the second and scores the others."""
        (owned,) = other_groups(game, phone, 1, "owner")
        watched = game("derange", "Anna Bo", group_name="Watched")
        phone.open_link(watched.link("watcher"))
        return [owned, watched, *other_groups(game, phone, MAX_LINKS - 2)]

    def test_it_names_the_weakest_link_and_nothing_is_forgotten_before_the_answer(self, table, phone, full):
        link = table.link("player")
        page = phone.get(link, 409)
        assert page.heading == "This phone cannot remember more links"
        assert page.texts("main .list li") == ["Watched Watcher"]
        phone.get(full[1].group_path)
        phone.get(table.group_path, 404)
        phone.get(link, 409)
        phone.submit("/join/")
        assert phone.path.startswith(table.path)
        phone.get(full[1].group_path, 404)
        phone.get(f"{full[0].group_path}/settings")
        assert links_of(phone) == MAX_LINKS

    def test_after_forgetting_another_group_the_link_opens(self, table, phone, full):
        link = table.link("player")
        phone.get(link, 409)
        assert "/phone" in phone.page.hrefs("main a")
        phone.get("/phone")
        phone.submit(f"{full[5].group_id}/removal")
        phone.open_link(link)
        phone.get(full[1].group_path)

    def test_it_leads_on_to_the_page_that_the_link_names(self, table, phone, full):
        phone.get(f"{table.link('player')}?night={table.night_id()}", 409)
        phone.submit("/join/")
        assert phone.path == f"{table.group_path}/nights/{table.night_id()}"

    def test_a_new_group_is_created_only_after_the_answer(self, app, phone, full):
        phone.get("/new/derange?new_people=1")
        phone.submit("#new-game", {"name": ["Eva", "Finn"]}, status=409)
        with at_work(app):
            before = db.session.scalar(db.select(db.func.count(Link.id)))
        phone.submit("/new/derange")
        assert "Eva" in phone.page.words
        with at_work(app):
            assert db.session.scalar(db.select(db.func.count(Link.id))) == before + 1
        phone.get(full[1].group_path, 404)

    def test_before_it_forgets_an_owner_it_says_what_to_do(self, game, table, phone):
        groups = other_groups(game, phone, MAX_LINKS, "owner")
        page = phone.get(table.link("owner"), 409)
        assert page.texts("main .list li") == ["Group 0 Owner"]
        assert "This phone owns “Group 0”." in page.text
        assert f"{groups[0].group_path}/links" in page.hrefs("main a")
