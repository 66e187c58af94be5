"""After the next draw: a table's code only reads, the umpire corrects, and the evening shows the effect."""

from __future__ import annotations

import uuid

import pytest

from models import db
from tests.club import opened
from tests.phone import Phone
from tests.queries import queries_of
from tests.sampling import full_only
from tests.table import at_work

pytestmark = full_only

FOUR = "Anna Bo Cara Dilan"
RIGHT = "nobody out, Anna =10, Bo =50, Cara =30, Dilan =40"


def opening(app, link: str) -> Phone:
    phone = Phone(app)
    phone.open_link(link)
    return phone


def text(phone) -> str:
    return " ".join(phone.page.text.split())


@pytest.fixture
def club(app):
    """One round, then a play-off of two; the round has been played."""
    return opened(app, FOUR, rounds=1, cut=2).draws(1, FOUR).scores(Anna=10, Bo=20, Cara=30, Dilan=40)


@pytest.fixture
def table(club):
    return club.tables(1)[0]


@pytest.fixture
def keeper(app, club, table):
    """The phone with the code of the table."""
    return opening(app, club.link("table", session_id=table.session_id, tournament_id=club.id))


@pytest.fixture
def umpire(app, club):
    return opening(app, club.link("umpire", tournament_id=club.id))


def typed(phone, table, number: int, **points: int) -> dict[str, str]:
    """The fields of a correction in which nobody went out."""
    phone.get(f"{table.path}/rounds/{number}")
    _action, _method, fields = phone.filled(
        "#round", {f"points-{table.seat_id(name)}": str(count) for name, count in points.items()}
    )
    return fields


def send(phone, path: str, fields) -> int:
    """The status of a form from the outbox of a phone."""
    data = {**fields, "csrf_token": phone.token()}
    phone.answer = phone.client.post(path, data=data, headers={**phone.headers, "X-Outbox": "1"})
    return phone.answer.status_code


class TestTheCodeOfATable:
    def test_it_scores_until_the_next_draw_and_reads_after_it(self, club, table, keeper):
        keeper.get(f"{table.path}/rounds/1")
        club.draws()
        keeper.get(table.path)
        assert "Anna" in text(keeper)
        keeper.get(f"{table.path}/rounds")
        assert not keeper.page.select("a[href*='/rounds/1']")
        keeper.get(f"{table.path}/rounds/1", 403)
        assert keeper.page.heading == "Only the umpire corrects this table now"
        keeper.get(f"{table.path}/seats", 403)

    def test_a_correction_is_refused_with_what_was_typed(self, club, table, keeper):
        fields = typed(keeper, table, 1, Bo=50)
        club.draws()
        before = table.snapshot()
        keeper.post(f"{table.path}/rounds/1", fields, 409)
        assert "Since then the code of this table shows it and changes nothing." in text(keeper)
        assert "Bo 50" in keeper.page.texts(".panel p")[1]
        assert keeper.value_of(f"points-{table.seat_id('Bo')}") == "50"
        assert table.snapshot() == before

    def test_it_is_saved_once_the_draw_is_taken_back(self, club, table, keeper):
        fields = typed(keeper, table, 1, Bo=50)
        club.draws()
        keeper.post(f"{table.path}/rounds/1", fields, 409)
        club.takes_back("draw")
        keeper.submit("/rounds/1")
        assert table.totals()["Bo"] == 50

    @pytest.mark.parametrize(("name", "value"), [("out", "no seat"), ("hand_size", "many")])
    def test_what_is_no_round_is_refused_too(self, club, table, keeper, name, value):
        fields = typed(keeper, table, 1)
        fields[name] = value
        club.draws()
        keeper.post(f"{table.path}/rounds/1", fields, 409)
        assert keeper.value_of(name) == value

    def test_other_forms_are_refused_too(self, club, table, keeper):
        club.draws()
        keeper.get(table.path)
        token = {"csrf_token": keeper.token()}
        for path in ("reopening", "result", "rounds/1/insertion", f"changes/{table.last_change()}/undo"):
            keeper.post(f"{table.path}/{path}", token, 409, Sec_Fetch_Site="same-origin")

    def test_the_code_of_the_next_table_scores_that_one_only(self, app, club, table, keeper):
        club.draws()
        (final,) = club.tables()
        keeper.open_link(club.link("table", session_id=final.session_id, tournament_id=club.id))
        keeper.get(f"{final.path}/rounds/1")
        keeper.get(f"{table.path}/rounds/1", 403)

    def test_in_swedish(self, club, table, keeper):
        fields = typed(keeper, table, 1, Bo=50)
        club.draws()
        keeper.headers["Accept-Language"] = "sv"
        keeper.post(f"{table.path}/rounds/1", fields, 409)
        assert keeper.page.heading == "Nu rättar bara domaren det här bordet"


class TestAPhoneThatWasOffline:
    def test_its_round_is_refused_and_saved_once_the_draw_is_taken_back(self, club, table, keeper):
        fields = typed(keeper, table, 1, Bo=50)
        club.draws()
        keeper.get(table.path)
        assert send(keeper, f"{table.path}/rounds/1", fields) == 409
        club.takes_back("draw")
        assert send(keeper, f"{table.path}/rounds/1", fields) == 204
        assert table.totals()["Bo"] == 50

    def test_a_round_that_was_saved_before_counts_as_sent(self, club, table, keeper):
        fields = typed(keeper, table, 1, Bo=50)
        assert send(keeper, f"{table.path}/rounds/1", fields) == 204
        club.draws()
        keeper.get(table.path)
        assert send(keeper, f"{table.path}/rounds/1", fields) == 204
        keeper.post(f"{table.path}/rounds/1", fields)
        assert keeper.path == table.path
        assert table.kinds()[-1] == "correct"

    def test_a_phone_without_the_code_is_no_keeper(self, app, club, table):
        watcher = opening(app, club.link("watcher"))
        club.draws()
        token = {"csrf_token": watcher.token(), "change_id": str(uuid.uuid4())}
        watcher.post(f"{table.path}/rounds/1", token, 403, Sec_Fetch_Site="same-origin")
        assert watcher.page.heading == "This phone may not do that"


def correct_slightly(table) -> None:
    """Give one player of the first round another count of points."""
    hands = ", ".join(f"{name} ={total}" for name, total in {**table.totals(), **some_other(table)}.items())
    table.corrects(1, f"nobody out, {hands}")


def some_other(table) -> dict[str, int]:
    name, total = next(iter(table.totals().items()))
    return {name: total + 20}


class TestTheHistoryOfTheEvening:
    def entries(self, phone, club) -> list[str]:
        phone.get(f"{club.path}/history")
        return phone.page.texts(".history > li p:first-child")

    def test_a_correction_after_the_draw_is_one_entry_with_table_round_and_what_changed(
        self, club, table, umpire
    ):
        table.corrects(1, "nobody out, Anna =10, Bo =21, Cara =30, Dilan =40")
        assert len(self.entries(umpire, club)) == 3
        club.draws()
        umpire.post(f"{table.path}/rounds/1", typed(umpire, table, 1, Bo=50))
        newest, draw, *_others = self.entries(umpire, club)
        assert newest == "Round 1, table 1: Game 1, corrected: Bo 21 → 50"
        assert draw == "Play-off drawn"
        assert umpire.page.soup.select_one(".history a")["href"] == f"{table.path}/history"
        assert club.kinds().count("at_table") == 1

    def test_it_takes_as_many_queries_for_many_tables(self, app):
        club = opened(app, "Anna Bo Cara Dilan Eva Frans Gerd Hans", rounds=2, cut=None).draws()
        club.scores(Anna=1, Bo=2, Cara=3, Dilan=4, Eva=5, Frans=6, Gerd=7, Hans=8).draws()
        phone = opening(app, club.link("watcher"))
        one, other = club.tables(1)
        correct_slightly(one)
        few = queries_of(app, lambda: self.entries(phone, club))
        correct_slightly(other)
        assert queries_of(app, lambda: self.entries(phone, club)) == few
        assert len([words for words in self.entries(phone, club) if "corrected" in words]) == 2

    def test_it_is_taken_back_at_the_table_and_that_is_an_entry(self, club, table, umpire):
        club.draws()
        table.corrects(1, RIGHT)
        self.entries(umpire, club)
        assert len(umpire.page.select(".history form")) == 3  # of both draws and of the people
        table.takes_back()
        undo, correction, *_others = self.entries(umpire, club)
        assert undo.startswith("Round 1, table 1: Taken back: Game 1, corrected")
        assert correction == "Round 1, table 1: Game 1, corrected: Bo 20 → 50"
        assert umpire.page.texts(".history .undone p:first-child") == [correction]

    def test_it_is_not_taken_back_as_a_change_of_the_evening(self, app, club, table, umpire):
        club.draws()
        table.corrects(1, RIGHT)
        with at_work(app):
            change = db.session.execute(
                db.text("SELECT id FROM changes WHERE kind = 'at_table'")
            ).scalar_one()
        umpire.get(f"{club.path}/history")
        token = {"csrf_token": umpire.token()}
        umpire.post(f"{club.path}/history/{uuid.UUID(str(change))}/undo", token, Sec_Fetch_Site="same-origin")
        assert "That is taken back at the table, under Changes." in text(umpire)
        assert table.totals()["Bo"] == 50

    def test_the_draw_can_still_be_taken_back(self, club, table):
        club.draws()
        table.corrects(1, RIGHT)
        club.takes_back("draw")
        assert club.due() == ["Anna", "Cara"]

    def test_it_is_read_in_swedish(self, club, table, umpire):
        club.draws()
        table.corrects(1, RIGHT)
        umpire.headers["Accept-Language"] = "sv"
        assert self.entries(umpire, club)[0] == "Runda 1, bord 1: Spel 1, rättelse: Bo 20 → 50"


class TestDecisions:
    @pytest.fixture
    def level(self, app):
        """Bo and Cara are level at the cut, and Bo has been chosen."""
        club = opened(app, FOUR, rounds=1, cut=2).draws(1, FOUR)
        return club.scores(Anna=10, Bo=20, Cara=20, Dilan=40).chooses("Bo")

    def decided(self, app, club, role="owner") -> Phone:
        phone = opening(app, club.link(role))
        phone.get(club.path)
        return phone

    def test_a_choice_that_decides_has_no_mark(self, app, level):
        phone = self.decided(app, level)
        assert "No longer" not in text(phone)
        assert not phone.page.select(".history .undone, .history a")

    def test_one_that_is_not_needed_any_more_is_marked(self, app, level):
        level.tables()[0].corrects(1, "nobody out, Anna =10, Bo =50, Cara =20, Dilan =40")
        phone = self.decided(app, level)
        assert phone.page.texts(".history .undone p:first-child") == ["Goes on: Bo."]
        assert "No longer needed." in text(phone)
        assert not phone.page.select(".history a")

    def test_one_that_has_to_be_made_again_leads_to_its_page(self, app, level):
        level.tables()[0].corrects(1, "nobody out, Anna =10, Bo =50, Cara =20, Dilan =20")
        phone = self.decided(app, level)
        assert "No longer fits the totals: it has to be decided again." in text(phone)
        phone.get(phone.page.soup.select_one(".history a")["href"])
        assert phone.page.heading == "Who goes on?"
        assert not self.decided(app, level, "watcher").page.select(".history a")

    def test_after_the_draw_the_draw_stays(self, app, level):
        level.draws().tables(1)[0].corrects(1, "nobody out, Anna =10, Bo =50, Cara =20, Dilan =20")
        phone = self.decided(app, level)
        assert "No longer fits the totals. The draw stays." in text(phone)
        assert not phone.page.select(".history a")

    def test_the_order_of_a_shared_place_leads_to_its_page(self, app):
        club = opened(app, FOUR, rounds=1, cut=None).draws(1, FOUR)
        club.scores(Anna=10, Bo=20, Cara=20, Dilan=40).settles("Cara Bo")
        club.tables()[0].corrects(1, "nobody out, Anna =20, Bo =20, Cara =20, Dilan =40")
        phone = self.decided(app, club)
        phone.get(phone.page.soup.select_one(".history a")["href"])
        assert phone.page.heading == "Who comes first?"

    def test_the_marks_are_printed(self, app, level):
        level.tables()[0].corrects(1, "nobody out, Anna =10, Bo =50, Cara =20, Dilan =40")
        phone = self.decided(app, level)
        phone.get(f"{level.path}/print")
        assert "Goes on: Bo. <b>No longer needed.</b>" in text(phone)

    @pytest.mark.parametrize("path", ["cut", "order"])
    def test_one_that_is_not_needed_is_not_asked_for(self, club, umpire, path):
        umpire.get(f"{club.path}/decisions/{path}")
        assert umpire.path == club.path
        assert "There is nothing of that kind to decide now." in text(umpire)

    def test_nor_stored(self, club, umpire):
        """Dilan is fourth of two who go on; nobody is level."""
        umpire.get(club.path)
        fields = {"csrf_token": umpire.token(), "player": str(club.ids("Bo")[0])}
        umpire.post(f"{club.path}/decisions/cut", fields, Sec_Fetch_Site="same-origin")
        assert "There is nothing of that kind to decide now." in text(umpire)
        assert "cut" not in club.kinds()
