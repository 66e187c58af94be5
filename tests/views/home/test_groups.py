"""The page of a group, its name, its deletion; groups and language of a phone."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from babel.dates import format_date

from models import Group, Session, db
from models.recycle_bin import delete_session
from tests.club import opened
from tests.models.rows import row_counts
from tests.phone import Phone
from tests.queries import queries_of
from tests.sampling import full_only
from tests.table import Clock, at_work
from tests.views.weird_names import HARMFUL, weird_names

pytestmark = [pytest.mark.table(plays=["Cara out, Anna 8, Bo K"]), pytest.mark.phone("owner")]


def name_of(app, table):
    with at_work(app):
        return db.session.get_one(Group, table.group_id).name


class TestItsPage:
    def test_the_page_lists_unfinished_games_then_a_new_game_then_the_last_night(self, table, phone, game):
        later = game("vandatta", "Anna Bo", group_id=table.group_id, at=table.clock.now())
        later.plays("Anna out, Bo 8", "Anna out, Bo 8")
        hrefs = phone.get(table.group_path).hrefs()
        new = f"/new/vandatta?group={table.group_id}&seats_of={later.session_id}"
        night = f"{table.group_path}/nights/{table.night_id()}"
        assert hrefs.index(table.path) < hrefs.index(new) < hrefs.index(night)
        assert phone.page.texts(".felt .button") == ["Play on: Bo deals"]
        assert phone.page.texts(".felt .sides li") == ["A Anna50", "B Bo20", "C Cara0"]
        assert phone.page.texts(".last-night b") == ["Anna won"]

    def test_the_last_result_is_shown_while_the_first_game_of_tonight_runs(self, app, game, phone_of):
        long_ago = Clock(datetime.now(UTC) - timedelta(days=7))
        last = game("derange", "Anna Bo Cara", clock=long_ago, plays=["Cara out, Anna 8, Bo K"], is_over=True)
        phone = phone_of(last, "owner")
        table = game("derange", "Anna Bo Cara", group_id=last.group_id).plays("Cara out, Anna 8, Bo K")
        phone.get(last.group_path)
        assert phone.page.texts(".waiting small")[0] == "Tonight: 1 game in progress · round 2 of 15"
        assert phone.page.texts(".last-night b") == ["Cara won"]
        assert phone.page.hrefs(".last-night") == [f"{last.group_path}/nights/{last.night_id()}"]
        table.stops()
        phone.get(last.group_path)
        assert phone.page.hrefs(".last-night") == [f"{last.group_path}/nights/{table.night_id()}"]

    def test_there_is_no_last_night_while_the_first_game_of_a_group_runs(self, table, phone):
        page = phone.get(table.group_path)
        assert page.texts(".waiting small")[0] == "Tonight: 1 game in progress · round 2 of 15"
        assert page.select(".last-night") == []
        assert "Nothing" not in page.words
        assert "0 games" not in page.words

    def test_games_of_tonight_are_counted_without_games_of_other_days(self, app, game, phone_of):
        long_ago = Clock(datetime.now(UTC) - timedelta(days=7))
        table = game("derange", "Anna Bo Cara", clock=long_ago)
        phone = phone_of(table, "owner")
        phone.get(table.group_path)
        assert phone.page.texts(".waiting small")[0] == "Waiting for you · round 1 of 15"
        for names in ("Anna Bo", "Cara Dilan"):
            game("vandatta", names, group_id=table.group_id)
        phone.get(table.group_path)
        assert phone.page.texts(".waiting small")[0] == "Tonight: 2 games in progress · round 1 of 2"

    def test_unfinished_games_are_listed_with_day_round_and_score(self, table, phone, game):
        other = {"group_id": table.group_id, "at": table.clock.now() - timedelta(days=2)}
        game("derange", "Anna Bo Cara", **other).plays("Anna out, Bo 8, Cara K")
        game("derange", "Anna Bo Cara", **other)
        phone.get(table.group_path)
        first, second = phone.page.texts("[aria-labelledby=others] small")
        day = format_date(other["at"].date(), "d MMM y", locale="en")
        assert {first, second} == {
            f"{day} · Round 2 of 15 · Anna 0, Bo 50, Cara 20",
            f"{day} · Round 1 of 15 · Anna, Bo and Cara",
        }

    def test_a_night_without_rounds_is_no_result(self, table, phone, game):
        table.stops()
        unplayed = game(
            "vandatta", "Anna Bo", group_id=table.group_id, at=table.clock.now() + timedelta(days=2)
        )
        unplayed.stops()
        phone.get(table.group_path)
        assert phone.page.hrefs(".last-night") == [f"{table.group_path}/nights/{table.night_id()}"]

    def test_a_running_tournament_is_not_reported_as_unplayed(self, app, phone_of):
        club = opened(app, "Anna Bo Cara Dilan")
        club.draws()
        phone = Phone(app)
        phone.open_link(club.link("owner"))
        assert "Nothing" not in phone.get(club.group_path).words

    def test_in_swedish(self, app, table):
        phone = Phone(app, language="sv")
        phone.open_link(table.link("owner"))
        phone.get(table.group_path)
        assert phone.page.texts(".waiting small")[0] == "I kväll: 1 parti pågår · runda 2 av 15"

    def test_the_winner_of_a_night_with_several_games(self, table, phone, game):
        table.stops()
        for heading, detail in (
            ("Cara and Bo tied for most wins", "2 games"),
            ("Bo took the night", "2 of 3 games"),
        ):
            later = game("vandatta", "Anna Bo", group_id=table.group_id, at=table.clock.now(), rounds=1)
            later.plays("Bo out, Anna 8")
            phone.get(table.group_path)
            assert phone.page.texts(".last-night b") == [heading]
            assert phone.page.texts(".last-night small")[-1] == detail

    def test_the_start_page_leads_to_the_group_used_last(self, table, phone, game):
        phone.get("/")
        assert phone.path == table.group_path
        other = game("vandatta", "Eva Frans", group_name="Sunday table")
        phone.get(other.link("owner"))
        phone.get("/")
        assert phone.path == other.group_path
        phone.get(table.path)
        phone.get("/")
        assert phone.path == table.group_path

    def test_every_page_links_to_the_group_its_nights_and_players(self, table, phone):
        for path in ("/rules", "/phone", f"{table.group_path}/nights"):
            assert phone.get(path).hrefs(".dock a") == [
                table.group_path,
                "/rules",
                f"{table.group_path}/nights",
                f"{table.group_path}/statistics",
            ]
        phone.get(table.path)
        assert phone.page.hrefs(".dock a")[0] == table.group_path
        assert phone.page.hrefs(".dock a")[2] == f"{table.path}/rounds/2"

    def test_a_group_without_games_has_a_message(self, app, table, phone):
        with at_work(app):
            session = Session.of(table.group_id, table.session_id)
            delete_session(session, table.change_stamp())
            db.session.commit()
        assert phone.get(table.group_path).texts("main .note") == ["Nothing has been played yet."]

    @full_only
    def test_query_count_does_not_grow_with_the_number_of_nights(self, app, table, phone, game):
        few = queries_of(app, lambda: phone.get(table.group_path))
        for weeks in range(1, 10):
            game(group_id=table.group_id, at=table.clock.now() - timedelta(weeks=weeks)).stops()
        assert queries_of(app, lambda: phone.get(table.group_path)) == few


class TestItsName:
    @full_only
    @pytest.mark.parametrize("name", [*weird_names("of groups"), "x" * 80])
    def test_any_script_fits(self, app, table, phone, name):
        phone.get(f"{table.group_path}/settings")
        phone.submit("/name", {"name": name})
        assert name_of(app, table)
        for path in (table.group_path, table.path, "/", "/phone"):
            phone.get(path)
            assert all(harm not in phone.page.text for harm in HARMFUL)

    @pytest.mark.parametrize("name", ["", " ", "x" * 81, "\u200b"])
    def test_an_invalid_name_is_refused_and_preserved(self, app, table, phone, name):
        phone.get(f"{table.group_path}/settings")
        phone.submit("/name", {"name": name}, status=422)
        assert phone.page.texts(".wrong")
        assert phone.value_of("name") == name.strip()
        assert name_of(app, table) == "Friday table"

    def test_renaming_can_be_undone(self, app, table, phone):
        phone.get(f"{table.group_path}/settings")
        phone.submit("/name", {"name": "Saturday table"})
        phone.get(f"{table.group_path}/players")
        phone.submit("/undo")
        assert name_of(app, table) == "Friday table"


class TestItsEnd:
    def test_the_question_lists_what_is_deleted(self, table, phone):
        words = phone.get(f"{table.group_path}/deletion").texts("ul.plain li")
        assert [text.split()[0] for text in words[:3]] == ["3", "1", "1"]

    @pytest.mark.parametrize("typed", ["", "Friday", "Friday tables", "x" * 5000])
    def test_only_the_correct_name_deletes_the_group(self, app, table, phone, typed):
        phone.get(f"{table.group_path}/deletion")
        phone.submit("/deletion", {"name": typed}, status=422)
        assert phone.page.texts(".wrong")
        assert phone.value_of("name") == typed[:200]
        assert row_counts(app)["groups"] == 1

    def test_then_it_is_nowhere_but_in_the_recycle_bin(self, table, phone, phone_of):
        watcher = phone_of(table, "watcher")
        phone.get(f"{table.group_path}/deletion")
        phone.submit("/deletion", {"name": " friday TABLE "})
        assert phone.path == "/groups/deleted"
        assert table.group_path not in phone.get("/").hrefs()
        assert not watcher.get("/").hrefs("main a[href*=deleted]")
        watcher.get(table.path, 410)
        assert not watcher.actions()


@full_only
class TestThisPhone:
    @pytest.mark.parametrize("name", weird_names("of phones"))
    def test_changes_are_signed_with_its_name(self, table, phone, name):
        phone.get("/phone")
        phone.submit("/phone", {"name": name})
        phone.get(table.path)
        phone.submit("/undo")
        phone.get(f"{table.path}/history")
        assert all(harm not in phone.page.text for harm in HARMFUL)
        assert phone.page.texts(".history .note")[0].split(",")[0]

    @pytest.mark.parametrize("name", ["", "x" * 41, "\u200b"])
    def test_an_invalid_name_is_refused(self, phone, name):
        phone.get("/phone")
        phone.submit("/phone", {"name": name}, status=422)
        assert phone.value_of("name") == name

    def test_removing_a_group_from_a_phone_keeps_the_group(self, table, phone, phone_of):
        phone.get("/phone")
        phone.submit("removal")
        phone.get(table.group_path, 404)
        phone_of(table, "owner").get(table.group_path)

    def test_a_stranger_cannot_remove_a_group(self, app, table, phone):
        from tests.phone import Phone  # noqa: PLC0415

        stranger = Phone(app)
        stranger.get("/")
        token = stranger.token()
        path = f"/phone/groups/{table.group_id}/removal"
        stranger.post(path, {"csrf_token": token}, 404, Sec_Fetch_Site="same-origin")

    @full_only
    def test_it_stores_as_many_groups_as_a_cookie_holds(self, game, phone):
        tables = [game(group_name=f"Table {n}") for n in range(45)]
        for table in tables[:39]:  # and the one of the fixture
            phone.open_link(table.link("watcher"))
        for table in tables[39:]:
            phone.get(table.link("watcher"), 409)
            phone.submit("/join/")
        cookie = phone.client.get_cookie("turn8")
        assert len(cookie.value) < 4000
        phone.get(tables[-1].group_path)
        phone.get(tables[0].group_path, 404)
        phone.get("/")
        assert "Table 44" in phone.page.words

    @full_only
    def test_long_names_fit_into_the_cookie(self, game, phone_of):
        """Flash messages are in the cookie too; a browser drops a cookie of more than 4096 bytes."""
        chance = Random(8)
        names = ["".join(chr(chance.randrange(0x1F300, 0x1F5FF)) for _ in range(40)) for _ in range(8)]
        table = game("derange", " ".join(names))
        phone = phone_of(table, "owner")
        for n in range(38):
            phone.get(game(group_name=f"Table {n}").link("watcher"))
        phone.get(f"{table.path}/rounds/1")
        points = {f"points-{table.seat_id(name)}": "20" for name in names[1:]}
        action, _method, data = phone.filled("#round", {"out": str(table.seat_id(names[0])), **points})
        answer = phone.client.post(action, data=data, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.status_code == 303
        assert len(answer.headers["Set-Cookie"]) < 4096


@full_only
class TestLanguage:
    def test_it_follows_the_phone(self, phone):
        phone.headers["Accept-Language"] = "sv-SE,sv;q=0.9,en;q=0.5"
        assert phone.get("/").soup.html["lang"] == "sv"
        phone.headers["Accept-Language"] = "de"
        assert phone.get("/").soup.html["lang"] == "en"

    @pytest.mark.parametrize("accepted", ["", "*", "sv;q=x", "x" * 5000, "sv,", ";;;"])
    def test_any_accept_language_header_gets_a_page(self, phone, accepted):
        phone.headers["Accept-Language"] = accepted
        phone.get("/")

    def test_the_switch_returns_to_the_page_and_is_stored(self, table, phone):
        phone.get(table.group_path)
        phone.submit("form[action='/language']", button="language=sv")
        assert phone.path == table.group_path
        assert phone.page.soup.html["lang"] == "sv"
        assert phone.get(table.path).soup.html["lang"] == "sv"

    @pytest.mark.parametrize(
        "back",
        [
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "",
            "x",
            "/\t/evil.example",
            "/%0d%0aX: y",
        ],
    )
    def test_the_return_address_stays_on_this_site(self, phone, back):
        phone.get("/")
        _action, _method, data = phone.filled("form[action='/language']", {"back": back})
        answer = phone.client.post("/language", data=data, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.status_code == 303
        assert answer.location.startswith("/")
        assert not answer.location.startswith(("//", "/\\"))

    @pytest.mark.parametrize("language", ["de", "", "../sv", "x" * 5000])
    def test_an_unknown_language_changes_nothing(self, phone, language):
        phone.get("/")
        phone.submit("form[action='/language']", {"language": language})
        assert phone.page.soup.html["lang"] == "en"

    @pytest.mark.parametrize(
        "zone",
        [
            "Europe/Stockholm",
            "America/New_York",
            "nonsense",
            "../../etc/passwd",
            "",
            "x" * 4000,
            "Etc/GMT+12",
            "Pacific/Kiritimati",
        ],
    )
    def test_every_time_zone_gets_a_page(self, table, phone, zone):
        phone.client.set_cookie("turn8_zone", zone)
        phone.get(f"{table.path}/history")
        phone.get(table.group_path)
