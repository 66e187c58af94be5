"""A club evening from a phone that knows no group: its form founds one."""

import pytest

from models import Group, Session, Tournament, db
from tests.table import at_work


def counts(app):
    with at_work(app):
        return [
            db.session.scalar(db.select(db.func.count()).select_from(each))
            for each in (Group, Tournament, Session)
        ]


def ways(page):
    return [link["href"] for link in page.select(".tournament-card")]


def found(phone, status=200, **values):
    phone.get("/tournaments/new")
    typed = {"name": "The cup", "names": "Anna, Bo\nCara", **values}
    return phone.submit("#new-tournament", typed, status=status)


@pytest.mark.parametrize("page", ["/", "/new", "/rules/swedish_pursuit"])
def test_a_phone_without_a_group_finds_the_way(phone, page):
    assert phone.get(page).hrefs().count("/tournaments/new") == 1


def test_founding_makes_one_group_with_one_evening_and_no_game(app, phone):
    found(phone, group_name="The club")
    assert counts(app) == [1, 1, 0]
    assert "3 people sit down next" in phone.page.words
    with at_work(app):
        made = db.session.scalar(db.select(Tournament))
        assert (made.name, db.session.get(Group, made.group_id).name) == ("The cup", "The club")
        assert [entrant.player.name for entrant in made.playing] == ["Anna", "Bo", "Cara"]


def test_a_group_without_a_name_gets_one_of_the_day(app, phone):
    found(phone)
    with at_work(app):
        assert db.session.scalar(db.select(Group.name)).endswith("day table")


def test_what_is_wrong_is_said_and_founds_nothing(app, phone):
    page = found(phone, name="", group_name="x" * 81, status=422)
    assert len(page.soup.select(".wrong")) == 2
    assert phone.value_of("group_name") == "x" * 81
    assert phone.value_of("names").split() == ["Anna,", "Bo", "Cara"]
    assert counts(app) == [0, 0, 0]


def test_the_same_form_twice_is_one_evening(app, phone):
    """A double tap: the second one is sent before the answer to the first has brought its cookie."""
    phone.get("/tournaments/new")
    action, _method, data = phone.filled("#new-tournament", {"name": "The cup", "names": "Anna Bo"})
    twin = phone.twin()
    for one in (phone, twin, phone):
        one.post(action, data)
        assert "The cup" in one.page.words
    assert counts(app) == [1, 1, 0]


def test_the_id_of_somebody_elses_evening_opens_nothing(app, phone):
    found(phone)
    with at_work(app):
        first = db.session.scalar(db.select(Tournament.id))
    stranger = type(phone)(app)
    found(stranger, change_id=str(first))
    assert str(first) not in stranger.path
    assert counts(app) == [2, 2, 0]


class TestWithAGroup:
    """History must not split: a phone that manages a group begins there."""

    def test_it_leads_to_the_groups_new_evening(self, game, phone_of):
        table = game()
        phone = phone_of(table, "owner")
        phone.get("/tournaments/new")
        assert phone.path == f"{table.group_path}/tournaments/new"
        assert ways(phone.get(f"/new?group={table.group_id}")) == [f"{table.group_path}/tournaments/new"]

    def test_new_people_found_one_of_their_own(self, app, game, phone_of):
        phone = phone_of(game(), "owner")
        assert ways(phone.get("/new?new_people=1")) == ["/tournaments/new?new_people=1"]
        phone.get("/tournaments/new?new_people=1")
        phone.submit("#new-tournament", {"name": "The cup"})
        assert counts(app)[:2] == [2, 1]

    @pytest.mark.parametrize("role", ["scorer", "player", "watcher"])
    def test_whoever_manages_none_founds_one(self, game, phone_of, role):
        table = game()
        phone = phone_of(table, role)
        phone.get("/tournaments/new")
        assert phone.path == "/tournaments/new"
