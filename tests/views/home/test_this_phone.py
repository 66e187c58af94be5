"""How this phone looks and feels, kept in its own cookie; and who it is, asked once on a group's home."""

import pytest

from models import db
from models.deleting import delete_session
from models.player import NAME_LENGTH as PLAYER_NAME_LENGTH
from tests.phone import Phone
from tests.table import at_work
from tests.views.words import HARMFUL
from views.web.phone import NAME_LENGTH

COLOURS = {"light": "#faf7ef", "dark": "#0d1a15"}


def chosen(phone):
    return phone.get("/phone").texts("[aria-pressed=true]")


def colours(page):
    return [(str(meta["content"]), meta.get("media")) for meta in page.select("[name=theme-color]")]


pytestmark = [pytest.mark.table(plays=["Cara out, Anna 8, Bo K"]), pytest.mark.phone("owner")]


class TestItsLook:
    def test_it_is_as_the_phone_until_somebody_chooses(self, app):
        phone = Phone(app)
        assert chosen(phone) == ["As the phone", "On", "English"]
        assert not {"data-theme", "data-vibrate"} & phone.page.soup.html.attrs.keys()
        assert colours(phone.page) == [
            (colour, f"(prefers-color-scheme: {scheme})") for scheme, colour in COLOURS.items()
        ]

    @pytest.mark.parametrize(("words", "theme"), [("Light", "light"), ("Dark", "dark")])
    def test_one_tap_makes_every_page_light_or_dark(self, table, phone, words, theme):
        phone.get("/phone")
        phone.submit("/phone/appearance", button=words)
        assert phone.path == "/phone"
        for path in ("/phone", "/rules", table.group_path, table.path, f"{table.path}/board"):
            page = phone.get(path)
            assert page.soup.html["data-theme"] == theme
            assert colours(page) == [(COLOURS[theme], None)]
        assert phone.get("/nowhere", 404).soup.html["data-theme"] == theme
        assert chosen(phone) == [words, "On", "English"]

    def test_and_one_makes_them_as_the_phone_again(self, phone):
        for button in ("Dark", "As the phone"):
            phone.get("/phone")
            phone.submit("/phone/appearance", button=button)
        assert "data-theme" not in phone.page.soup.html.attrs

    def test_no_other_look_is_taken(self, phone):
        sent = {"csrf_token": phone.token(), "theme": "pink"}
        phone.post("/phone/appearance", sent, Sec_Fetch_Site="same-origin")
        assert "data-theme" not in phone.page.soup.html.attrs

    def test_it_vibrates_until_it_is_told_not_to(self, table, phone):
        phone.get("/phone")
        phone.submit("/phone/appearance", button="Dark")
        phone.submit("/phone/appearance", button="Off")
        assert phone.get(f"{table.path}/rounds/2").soup.html["data-vibrate"] == "off"
        assert chosen(phone) == ["Dark", "Off", "English"]
        phone.submit("/phone/appearance", button="On")
        assert "data-vibrate" not in phone.page.soup.html.attrs

    def test_another_phone_is_not_touched(self, table, phone, phone_of):
        phone.get("/phone")
        phone.submit("/phone/appearance", button="Dark")
        assert "data-theme" not in phone_of(table, "owner").get(table.path).soup.html.attrs

    def test_a_followed_table_changes_with_its_next_page_only(self, table, phone):
        """What is fetched in between says nothing of the look, so that all phones can share it."""
        phone.get(table.path, X_Fragment="1")
        before, tag = phone.page.text, phone.answer.headers["ETag"]
        phone.get("/phone")
        phone.submit("/phone/appearance", button="Dark")
        phone.get(table.path, X_Fragment="1")
        assert (phone.page.text, phone.answer.headers["ETag"]) == (before, tag)
        whole = phone.client.get(table.path, headers={"If-None-Match": tag})
        assert whole.status_code == 200
        assert 'data-theme="dark"' in whole.text


def asks(page):
    return "Whose phone is this?" in page.words


def signature(phone, table):
    phone.get(table.path)
    phone.submit("/undo")
    return phone.get(f"{table.path}/history").texts(".history .note")[0].split(",")[0]


class TestWhoseItIs:
    @pytest.mark.parametrize("role", ["owner", "scorer"])
    def test_a_tap_on_a_name_signs_what_this_phone_does(self, table, phone_of, role):
        phone = phone_of(table, role)
        phone.get(table.group_path)
        assert sorted(phone.page.texts(".phone-owner .chip > span:last-child")) == ["Anna", "Bo", "Cara"]
        phone.submit("form[action='/phone']", button="name=Cara")
        assert phone.path == table.group_path
        assert phone.page.flashes == ["This phone is called Cara now."]
        assert not asks(phone.page)
        assert signature(phone, table) == "Cara"

    def test_its_name_is_asked_for_where_nobody_has_given_one(self, app):
        phone = Phone(app)
        phone.get("/phone")
        assert phone.value_of("name") == ""
        phone.submit("/phone", {"name": "Cara’s phone"})
        phone.get("/phone")
        assert phone.value_of("name") == "Cara’s phone"

    @pytest.mark.parametrize(("button", "leads_to"), [("Not now", ""), ("Somebody else…", "/phone")])
    def test_it_is_asked_once_in_whatever_group(self, table, phone, game, button, leads_to):
        other = game("vandatta", "Eva Frans", group_name="Sunday table")
        phone.get(table.group_path)
        phone.submit("/phone/anonymous", button=button)
        assert phone.path == (leads_to or table.group_path)
        phone.open_link(other.link("owner"))
        assert not asks(phone.get(table.group_path))
        assert not asks(phone.get(other.group_path))
        assert signature(phone, table) == "iPhone"

    def test_a_phone_that_has_a_name_is_not_asked(self, table, phone):
        phone.get("/phone")
        phone.submit("/phone", {"name": "Caras iPhone"})
        assert phone.path == "/phone"
        assert not asks(phone.get(table.group_path))

    def test_whoever_only_looks_signs_nothing(self, table, phone_of):
        assert not asks(phone_of(table, "watcher").get(table.group_path))

    def test_a_group_of_nobody_has_nobody_to_offer(self, app, table, phone):
        with at_work(app):
            session = table._session()
            players = [seat.player for seat in session.seats]
            delete_session(session, table.author())
            for player in players:
                db.session.delete(player)
            db.session.commit()
        assert not asks(phone.get(table.group_path))

    def test_of_many_people_it_offers_those_who_played_last(self, table, phone, game):
        later = {"group_id": table.group_id, "at": table.clock.now()}
        game("derange", "Dilan Eva Frans Gerd Hans Ida Jan Kim", **later)
        phone.get(table.group_path)
        offered = phone.page.texts(".phone-owner .chip > span:last-child")
        assert sorted(offered) == ["Dilan", "Eva", "Frans", "Gerd", "Hans", "Ida", "Jan", "Kim"]

    @pytest.mark.parametrize("name", ["<b>Bo</b>", "x" * 40, "\"&amp;'"])
    def test_any_name_can_be_tapped(self, game, phone_of, name):
        table = game("derange", f"{name} Cara").plays(f"Cara out, {name} 8")
        phone = phone_of(table, "owner")
        phone.judges_quotes = False
        phone.get(table.group_path)
        assert all(harm not in phone.page.text for harm in HARMFUL)
        phone.submit("form[action='/phone']", button=f"name={name}")
        assert signature(phone, table) == name

    def test_every_name_of_a_person_fits(self):
        assert PLAYER_NAME_LENGTH <= NAME_LENGTH

    @pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "", None])
    def test_it_leads_to_no_other_site(self, table, phone, back):
        phone.get(table.group_path)
        phone.submit("form[action='/phone']", {"back": back}, button="name=Bo")
        assert phone.path == "/phone"
