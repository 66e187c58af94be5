"""Forgetting a group on a phone: asked where the last owner's link would go, and undone for a day."""

from __future__ import annotations

import pytest

from models import Group, Link, db
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work
from views.web.clock import now
from views.web.phone import REOPENING_TIME

OURS = {"Sec_Fetch_Site": "same-origin"}


@pytest.fixture
def phone(app):
    return Phone(app)


@pytest.fixture
def founder(phone):
    """A phone that has just founded a group, the only one with a link to it."""
    phone.get("/new/derange?new_people=1")
    phone.submit("#new-game", {"name": ["Anna", "Bo"]})
    return phone


def group_path(phone) -> str:
    return "/".join(phone.path.split("/")[:3])


def become_only_owner(phone, table) -> None:
    with at_work(table.app):
        own = db.update(Link).where(Link.group_id == table.group_id)
        db.session.execute(own.values(revoked_at=table.clock.now()))
        db.session.commit()
    phone.open_link(table.link("owner"))


def forgets(phone):
    phone.get("/phone")
    return phone.submit("/removal")


def rows(phone) -> list[str]:
    return phone.get("/phone").texts(".forgotten .name")


class TestTheLastOwnersLink:
    def test_forgetting_it_asks_first(self, founder):
        group = group_path(founder)
        page = forgets(founder)
        assert page.heading == "Forget the group on this phone?"
        assert "This phone has the group’s only owner’s link." in page.text
        assert "nobody can open it and its 1 game: no other link is in use" in page.text
        founder.get(f"{group}/settings")

    def test_it_says_who_could_still_open_the_group(self, table, phone):
        become_only_owner(phone, table)
        table.link("scorer")
        page = forgets(phone)
        assert "those with its other link can still open it" in page.text

    def test_a_link_on_paper_can_be_made_first_and_then_nothing_is_asked(self, app, founder):
        group = group_path(founder)
        forgets(founder)
        founder.submit(f"{group}/links", button="Print an owner’s link")
        assert founder.page.heading == "An owner’s link on paper"
        (address,) = [text for text in founder.page.texts(".leaf p") if "/join/" in text]
        forgets(founder)
        assert founder.path == "/phone"
        other = Phone(app)
        other.open_link(address.removeprefix("http://localhost"))
        other.get(f"{group}/settings")

    def test_it_can_be_shown_to_another_phone(self, founder):
        group = group_path(founder)
        forgets(founder)
        founder.submit(f"{group}/links", button="Show it to another phone")
        assert founder.page.heading == "A link for an owner"

    @full_only
    def test_the_question_of_an_old_page_is_not_asked_again(self, table, phone):
        become_only_owner(phone, table)
        question = forgets(phone).path
        table.link("owner")
        phone.get(question)
        assert phone.path == "/phone"

    def test_after_the_answer_the_group_is_forgotten_and_can_be_opened_again(self, founder):
        group = group_path(founder)
        forgets(founder)
        founder.submit("/removal", button="Forget it anyway")
        assert founder.page.flashes
        founder.get(group, 404)
        founder.get("/phone")
        founder.submit("/reopening")
        assert founder.path == group
        founder.get(f"{group}/settings")

    def test_the_question_is_asked_for_a_merged_group_too(self, game, phone):
        source, target = game(group_name="Friday"), game(group_name="Sunday")
        become_only_owner(phone, source)
        with at_work(source.app):
            db.session.get(Group, source.group_id).merged_into_id = target.group_id
            db.session.commit()
        phone.get("/", 410)
        phone.submit("/removal")
        assert phone.page.heading == "Forget the group on this phone?"
        assert not phone.page.select("form[action$='/links']")


@pytest.mark.parametrize("role", ["scorer", "player", "watcher"])
def test_weaker_links_are_forgotten_without_a_question_and_opened_again_in_their_place(table, phone, role):
    phone.open_link(table.link(role))
    page = forgets(phone)
    assert page.heading == "This phone"
    assert [text.partition("Forgotten")[0].strip() for text in page.texts("#known + .list .name")] == [
        "Friday table"
    ]
    phone.get(table.group_path, 404)
    phone.get("/phone")
    phone.submit("/reopening")
    assert phone.path == table.group_path
    assert rows(phone) == []


@pytest.mark.parametrize("path", ["/", "/groups"])
def test_the_start_page_offers_to_open_it_again(table, phone, path):
    phone.open_link(table.link("scorer"))
    forgets(phone)
    phone.get(path)
    phone.submit("/reopening")
    assert phone.path == table.group_path


def test_a_day_later_it_cannot_be_opened_again(table, phone, monkeypatch):
    phone.open_link(table.link("scorer"))
    page = forgets(phone)
    action, _method, data = phone.filled("/reopening")
    later = now() + REOPENING_TIME
    for module in ("views.home.start", "views.home.forgetting"):
        monkeypatch.setattr(f"{module}.now", lambda: later)
    assert page.select(".forgotten")
    assert rows(phone) == []
    phone.post(action, data, Sec_Fetch_Site="same-origin")
    assert phone.page.flashes == [
        "This phone no longer has the link of that group. Open a link of the group here."
    ]
    phone.get(table.group_path, 404)


def test_a_borrowed_phone_forgets_it_for_good(table, phone):
    phone.open_link(table.link("scorer"))
    forgets(phone)
    phone.submit("/reopening/removal")
    assert rows(phone) == []
    phone.post(f"/phone/groups/{table.group_id}/reopening", {"csrf_token": phone.token()}, 404, **OURS)
    phone.get(table.group_path, 404)


def test_a_revoked_link_is_not_offered_again(app, table, phone):
    phone.open_link(table.link("scorer"))
    forgets(phone)
    with at_work(app):
        db.session.execute(db.update(Link).values(revoked_at=table.clock.now()))
        db.session.commit()
    assert rows(phone) == []


def test_a_stranger_opens_nothing_again(table, phone):
    phone.get("/")
    phone.post(f"/phone/groups/{table.group_id}/reopening", {"csrf_token": phone.token()}, 404, **OURS)
    phone.get(table.group_path, 404)


def test_pages_and_addresses_contain_no_secret_and_no_id_of_a_link(app, table, phone):
    link = table.link("scorer")
    phone.open_link(link)
    page = forgets(phone)
    with at_work(app):
        ids = [str(link_id) for link_id in db.session.scalars(db.select(Link.id))]
    for text in (link.removeprefix("/join/"), *ids, *(each.replace("-", "") for each in ids)):
        assert text not in page.text
        assert text not in phone.path


def test_sending_forget_here_twice_keeps_the_way_back(table, phone):
    phone.open_link(table.link("scorer"))
    phone.get("/phone")
    action, _method, data = phone.filled("/removal")
    phone.post(action, data, **OURS)
    phone.post(action, data, 404, **OURS)
    assert len(rows(phone)) == 1
