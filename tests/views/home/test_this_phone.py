"""Settings of a phone, stored in its cookie: appearance, vibration, and the name of its user."""

import pytest

from models import Player, db
from models.player import NAME_LENGTH as PLAYER_NAME_LENGTH
from models.recycle_bin import delete_session
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work, empty_bins
from tests.views.weird_names import HARMFUL
from views.web.phone import NAME_LENGTH

COLOURS = {"light": "#faf7ef", "dark": "#0d1a15"}


def chosen(phone):
    return phone.get("/phone").texts("[aria-pressed=true]")


def colours(page):
    return [(str(meta["content"]), meta.get("media")) for meta in page.select("[name=theme-color]")]


pytestmark = [full_only, pytest.mark.table(plays=["Cara out, Anna 8, Bo K"]), pytest.mark.phone("owner")]


class TestAppearance:
    def test_the_default_follows_the_phone(self, app):
        phone = Phone(app)
        assert chosen(phone) == ["As the phone", "On", "English"]
        assert not {"data-theme", "data-vibrate"} & phone.page.soup.html.attrs.keys()
        assert colours(phone.page) == [
            (colour, f"(prefers-color-scheme: {scheme})") for scheme, colour in COLOURS.items()
        ]

    @pytest.mark.parametrize(("words", "theme"), [("Light", "light"), ("Dark", "dark")])
    def test_a_tap_sets_light_or_dark_on_every_page(self, table, phone, words, theme):
        phone.get("/phone")
        phone.submit("/phone/appearance", button=words)
        assert phone.path == "/phone"
        for path in ("/phone", "/rules", table.group_path, table.path, f"{table.path}/board"):
            page = phone.get(path)
            assert page.soup.html["data-theme"] == theme
            assert colours(page) == [(COLOURS[theme], None)]
        assert phone.get("/nowhere", 404).soup.html["data-theme"] == theme
        assert chosen(phone) == [words, "On", "English"]

    def test_the_default_can_be_restored(self, phone):
        for button in ("Dark", "As the phone"):
            phone.get("/phone")
            phone.submit("/phone/appearance", button=button)
        assert "data-theme" not in phone.page.soup.html.attrs

    def test_an_unknown_theme_is_ignored(self, phone):
        sent = {"csrf_token": phone.token(), "theme": "pink"}
        phone.post("/phone/appearance", sent, Sec_Fetch_Site="same-origin")
        assert "data-theme" not in phone.page.soup.html.attrs

    def test_vibration_can_be_turned_off(self, table, phone):
        phone.get("/phone")
        phone.submit("/phone/appearance", button="Dark")
        phone.submit("/phone/appearance", button="Off")
        assert phone.get(f"{table.path}/rounds/2").soup.html["data-vibrate"] == "off"
        assert chosen(phone) == ["Dark", "Off", "English"]
        phone.submit("/phone/appearance", button="On")
        assert "data-vibrate" not in phone.page.soup.html.attrs

    def test_other_phones_are_not_affected(self, table, phone, phone_of):
        phone.get("/phone")
        phone.submit("/phone/appearance", button="Dark")
        assert "data-theme" not in phone_of(table, "owner").get(table.path).soup.html.attrs

    def test_a_live_page_changes_its_theme_with_the_next_full_page(self, table, phone):
        """Fragments do not contain the theme, so all phones share them."""
        phone.get(table.path, X_Fragment="1")
        before, tag = phone.page.text, phone.answer.headers["ETag"]
        phone.get("/phone")
        phone.submit("/phone/appearance", button="Dark")
        phone.get(table.path, X_Fragment="1")
        assert (phone.page.text, phone.answer.headers["ETag"]) == (before, tag)
        whole = phone.client.get(table.path, headers={"If-None-Match": tag})
        assert whole.status_code == 200
        assert 'data-theme="dark"' in whole.text


def asks_for_user(page):
    return "Whose phone is this?" in page.words


def signature(phone, table):
    phone.get(table.path)
    phone.submit("/undo")
    return phone.get(f"{table.path}/history").texts(".history .note")[0].split(",")[0]


class TestUser:
    @pytest.mark.parametrize("role", ["owner", "scorer"])
    def test_the_chosen_name_signs_changes(self, table, phone_of, role):
        phone = phone_of(table, role)
        phone.get(table.group_path)
        assert sorted(phone.page.texts(".phone-owner .chip > span:last-child")) == ["Anna", "Bo", "Cara"]
        phone.submit("form[action='/phone']", button="name=Cara")
        assert phone.path == table.group_path
        assert phone.page.flashes == ["This phone is called Cara now."]
        assert not asks_for_user(phone.page)
        assert signature(phone, table) == "Cara"

    def test_the_name_is_empty_until_it_is_set(self, app):
        phone = Phone(app)
        phone.get("/phone")
        assert phone.value_of("name") == ""
        phone.submit("/phone", {"name": "Cara’s phone"})
        phone.get("/phone")
        assert phone.value_of("name") == "Cara’s phone"

    @pytest.mark.parametrize(("button", "leads_to"), [("Not now", ""), ("Somebody else…", "/phone")])
    def test_the_question_is_asked_once_for_all_groups(self, table, phone, game, button, leads_to):
        other = game("vandatta", "Eva Frans", group_name="Sunday table")
        phone.get(table.group_path)
        phone.submit("/phone/anonymous", button=button)
        assert phone.path == (leads_to or table.group_path)
        phone.open_link(other.link("owner"))
        assert not asks_for_user(phone.get(table.group_path))
        assert not asks_for_user(phone.get(other.group_path))
        assert signature(phone, table) == "iPhone"

    def test_a_phone_with_a_name_is_not_asked(self, table, phone):
        phone.get("/phone")
        phone.submit("/phone", {"name": "Caras iPhone"})
        assert phone.path == "/phone"
        assert not asks_for_user(phone.get(table.group_path))

    def test_a_watcher_is_not_asked(self, table, phone_of):
        assert not asks_for_user(phone_of(table, "watcher").get(table.group_path))

    def test_a_group_without_players_offers_no_names(self, app, table, phone):
        with at_work(app):
            session = table._session()
            players = [seat.player_id for seat in session.seats]
            delete_session(session, table.change_stamp())
            db.session.commit()
        empty_bins(app)
        with at_work(app):
            db.session.execute(db.delete(Player).where(Player.id.in_(players)))
            db.session.commit()
        assert not asks_for_user(phone.get(table.group_path))

    def test_the_players_of_the_last_games_are_offered(self, table, phone, game):
        later = {"group_id": table.group_id, "at": table.clock.now()}
        game("derange", "Dilan Eva Frans Gerd Hans Ida Jan Kim", **later)
        phone.get(table.group_path)
        offered = phone.page.texts(".phone-owner .chip > span:last-child")
        assert sorted(offered) == ["Dilan", "Eva", "Frans", "Gerd", "Hans", "Ida", "Jan", "Kim"]

    @pytest.mark.parametrize("name", ["<b>Bo</b>", "x" * 40, "\"&amp;'"])
    def test_any_name_can_be_chosen(self, game, phone_of, name):
        table = game("derange", f"{name} Cara").plays(f"Cara out, {name} 8")
        phone = phone_of(table, "owner")
        phone.checks_quotes = False
        phone.get(table.group_path)
        assert all(harm not in phone.page.text for harm in HARMFUL)
        phone.submit("form[action='/phone']", button=f"name={name}")
        assert signature(phone, table) == name

    def test_the_longest_player_name_fits(self):
        assert PLAYER_NAME_LENGTH <= NAME_LENGTH

    @pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "", None])
    def test_the_redirect_stays_on_this_site(self, table, phone, back):
        phone.get(table.group_path)
        phone.submit("form[action='/phone']", {"back": back}, button="name=Bo")
        assert phone.path == "/phone"
