"""A tournament of a phone without a group: the form creates the group."""

import pytest

from models import Group, Session, Tournament, db
from tests.sampling import full_only
from tests.table import at_work

pytestmark = full_only


def counts(app):
    with at_work(app):
        return [
            db.session.scalar(db.select(db.func.count()).select_from(each))
            for each in (Group, Tournament, Session)
        ]


def card_links(page):
    return [link["href"] for link in page.select(".tournament-card")]


def submit_form(phone, status=200, **values):
    phone.get("/tournaments/new")
    typed = {"name": "The cup", "names": "Anna, Bo\nCara", **values}
    return phone.submit("#new-tournament", typed, status=status)


@pytest.mark.parametrize("page", ["/", "/new", "/rules/swedish_pursuit"])
def test_a_phone_without_a_group_finds_the_form(phone, page):
    assert phone.get(page).hrefs("main a").count("/tournaments/new") == 1


def test_the_form_creates_a_group_with_a_tournament_and_no_session(app, phone):
    submit_form(phone, group_name="The club")
    assert counts(app) == [1, 1, 0]
    assert "3 people sit down next" in phone.page.words
    with at_work(app):
        made = db.session.scalar(db.select(Tournament))
        assert (made.name, db.session.get(Group, made.group_id).name) == ("The cup", "The club")
        assert [entrant.player.name for entrant in made.playing] == ["Anna", "Bo", "Cara"]


def test_a_group_without_a_name_is_named_after_the_day(app, phone):
    submit_form(phone)
    with at_work(app):
        assert db.session.scalar(db.select(Group.name)).endswith("day table")


def test_errors_are_shown_and_nothing_is_created(app, phone):
    page = submit_form(phone, name="", group_name="x" * 81, status=422)
    assert len(page.soup.select(".wrong")) == 2
    assert phone.value_of("group_name") == "x" * 81
    assert phone.value_of("names").split() == ["Anna,", "Bo", "Cara"]
    assert counts(app) == [0, 0, 0]


def test_sending_the_form_twice_creates_one_tournament(app, phone):
    """A double tap: the second request is sent before the first response sets the cookie."""
    phone.get("/tournaments/new")
    action, _method, data = phone.filled("#new-tournament", {"name": "The cup", "names": "Anna Bo"})
    twin = phone.twin()
    for one in (phone, twin, phone):
        one.post(action, data)
        assert "The cup" in one.page.words
    assert counts(app) == [1, 1, 0]


def test_the_id_of_another_tournament_as_form_id_gives_no_access(app, phone):
    submit_form(phone)
    with at_work(app):
        first = db.session.scalar(db.select(Tournament.id))
    stranger = type(phone)(app)
    submit_form(stranger, change_id=str(first))
    assert str(first) not in stranger.path
    assert counts(app) == [2, 2, 0]


class TestWithAGroup:
    """A phone that owns a group sets up tournaments there."""

    def test_the_form_is_that_of_the_group(self, game, phone_of):
        table = game()
        phone = phone_of(table, "owner")
        phone.get("/tournaments/new")
        assert phone.path == f"{table.group_path}/tournaments/new"
        assert card_links(phone.get(f"/new?group={table.group_id}")) == [
            f"{table.group_path}/tournaments/new"
        ]

    def test_a_new_group_can_be_chosen(self, app, game, phone_of):
        phone = phone_of(game(), "owner")
        assert card_links(phone.get("/new?new_people=1")) == ["/tournaments/new?new_people=1"]
        phone.get("/tournaments/new?new_people=1")
        phone.submit("#new-tournament", {"name": "The cup"})
        assert counts(app)[:2] == [2, 1]

    @pytest.mark.parametrize("role", ["scorer", "player", "watcher"])
    def test_a_phone_that_owns_no_group_creates_one(self, game, phone_of, role):
        table = game()
        phone = phone_of(table, role)
        phone.get("/tournaments/new")
        assert phone.path == "/tournaments/new"
