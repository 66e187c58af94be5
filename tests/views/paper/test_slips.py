"""Slips for tables without a phone: printing them, and entering all of them on one page."""

from __future__ import annotations

import pytest

from models import Change, db
from tests.club import opened
from tests.custom import typed
from tests.golden.club_sheets import ClubSheets
from tests.golden.test_tournaments import twelve
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work

pytestmark = full_only

EIGHT = "Anna Bo Cara Dilan", "Eva Finn Gun Hugo"
# Swedish Pursuit: 8 = 30, K = 10, the others their number (SP29 to SP32).
FIRST = "x 30 10 9 | 5 x 10 4 | 7 2 x 1 | 8 9 3 x | x 1 2 3"
FIRST_TOTALS = {"Anna": 20, "Bo": 42, "Cara": 25, "Dilan": 17}
SECOND = "x 1 1 1 | x 1 1 1 | x 1 1 1 | x 1 1 1 | x 1 1 1"


def cells(table, written, totals="", *, first=1):
    """The form fields of one slip: deals between bars, cells between spaces, “.” for an empty one."""
    typed = {
        f"t{table}-c-{number}-{place}": text.replace(".", "")
        for number, deal in enumerate(written.split("|"), first)
        for place, text in enumerate(deal.split())
    }
    return typed | {f"t{table}-total-{place}": text for place, text in enumerate(totals.split())}


@pytest.fixture
def club(app):
    return opened(app, " ".join(EIGHT), cut=2).draws(1, *EIGHT)


@pytest.fixture
def umpire(app, club):
    phone = Phone(app)
    phone.open_link(club.link("umpire", tournament_id=club.id))
    phone.get(f"{club.path}/slips")
    return phone


def words(phone):
    return " ".join(phone.page.words.split())


class TestPrinting:
    def test_each_table_has_a_slip_with_seats_deals_and_totals(self, umpire, club):
        page = umpire.get(f"{club.path}/slips/print")
        assert page.texts(".slip-leaf h2") == ["Table 1", "Table 2"]
        one = page.select(".slip-leaf")[0]
        assert [th.get_text() for th in one.select("thead th")] == ["Game", *EIGHT[0].split()]
        dealers = [small.get_text() for small in one.select("tbody small")]
        assert dealers == [f"{name} deals" for name in ("Anna", "Bo", "Cara", "Dilan", "Anna")]
        assert len(one.select("tbody td")) == 5 * 4
        assert not "".join(td.get_text() for td in one.select("td")).strip()
        assert [dd.get_text() for dd in one.select("dd")][:2] == ["30", "10"]

    def test_two_short_slips_share_a_page(self, umpire, club):
        page = umpire.get(f"{club.path}/slips/print")
        assert [len(leaf.select(".slip-leaf")) for leaf in page.select(".leaf")] == [2]

    def test_a_long_slip_has_its_own_page(self, app):
        club = opened(app, " ".join(EIGHT), variant="derange").draws(1, *EIGHT)
        phone = Phone(app)
        phone.open_link(club.link("owner"))
        page = phone.get(f"{club.path}/slips/print")
        assert [len(leaf.select(".slip-leaf")) for leaf in page.select(".leaf")] == [1, 1]
        assert len(page.select(".slip-leaf")[0].select("tbody tr")) == 15

    @pytest.mark.parametrize(
        ("game", "legend", "hint"),
        [
            (typed(), "In each cell the points of that deal. Add them up below", "Points (73, or 12+11+7)."),
            (
                typed(scoring="places"),
                "In each cell the place in that deal: 1 for the best. Add them up below",
                "The place in that round: 1 for the best.",
            ),
            (
                typed(winner="collects"),
                "In each cell the points of that deal; × for the player who won. The winner gets the points",
                "Points (73, or 12+11+7), “x” for who won.",
            ),
        ],
    )
    def test_a_slip_says_what_is_written_in_a_game_without_cards(self, app, game, legend, hint):
        club = opened(app, " ".join(EIGHT), variant=game).draws(1, *EIGHT)
        phone = Phone(app)
        phone.open_link(club.link("owner"))
        assert phone.get(f"{club.path}/slips/print").texts(".leaf-foot p")[0].startswith(legend)
        assert phone.get(f"{club.path}/slips").texts("p.hint")[0].startswith(hint)
        assert not phone.page.select("[name=numbers]")

    def test_there_are_no_slips_before_a_draw(self, app):
        club = opened(app, EIGHT[0])
        phone = Phone(app)
        phone.open_link(club.link("owner"))
        for path in ("slips", "slips/print"):
            assert phone.get(f"{club.path}/{path}").heading == "The cup"


class TestEntering:
    @pytest.mark.both_databases
    def test_all_tables_are_saved_together(self, umpire, club):
        umpire.submit("#slips", cells(1, FIRST) | cells(2, SECOND))
        one, two = club.tables()
        assert one.totals() == FIRST_TOTALS
        assert two.totals() == {"Eva": 0, "Finn": 5, "Gun": 5, "Hugo": 5}
        assert one.dealers() == ["Anna", "Bo", "Cara", "Dilan", "Anna"]
        assert one.is_finished()
        assert two.is_finished()
        assert one.kinds() == two.kinds() == ["sheet"]
        assert umpire.path == club.path
        assert umpire.page.flashes == ["Saved: Table 1 and Table 2."]
        assert club.phase() == "draw"

    def test_the_worked_example_of_twelve(self, app):
        # tests/golden/club/twelve.txt, with the totals below each sheet.
        sheets = ClubSheets.of("twelve")
        club = opened(app, " ".join(sheets.everybody))
        phone = Phone(app)
        phone.open_link(club.link("owner"))
        for stage in ("Round 1", "Round 2", "Play-off"):
            club.draws(1, *(" ".join(sheet.names) for sheet in sheets.stage(stage)))
            typed = {"numbers": "points"}
            for number, sheet in enumerate(sheets.stage(stage), 1):
                deals = [["x" if c == "out" else str(cost) for c, cost in game] for game in sheet.games]
                written = "|".join(map(" ".join, deals))
                typed |= cells(number, written, " ".join(map(str, sheet.totals)))
            phone.get(f"{club.path}/slips")
            phone.submit("#slips", typed)
        assert club.places() == [(name, total, rank) for name, total, rank in sheets.places["Combined"]]
        assert club.final() == twelve(app).final()

    def test_cards_can_be_entered_instead_of_points(self, umpire, club):
        written = cells(1, "x 8K 8 5 |x 5 5 5|x 5 5 5|x 5 5 5|x 5 5 5")
        umpire.submit("#slips", {**written, "t1-c-1-1": "8 K", "numbers": "cards"})
        assert club.tables()[0].totals() == {"Anna": 0, "Bo": 60, "Cara": 50, "Dilan": 25}

    def test_a_missing_slip_stays_empty(self, umpire, club):
        umpire.submit("#slips", cells(2, SECOND))
        one, two = club.tables()
        assert one.numbers() == []
        assert two.is_finished()
        page = umpire.get(f"{club.path}/slips")
        assert page.texts(".slip h2") == ["Table 1", "Table 2 done"]
        assert not page.select("[name^=t2-]")

    def test_an_error_at_one_table_does_not_prevent_saving_the_other(self, umpire, club):
        umpire.submit("#slips", cells(1, "x 30 R 9", "1 2 3 4") | cells(2, SECOND), status=422)
        one, two = club.tables()
        assert one.numbers() == []
        assert two.is_finished()
        assert "Game 1, Cara: There is no card “R” here." in words(umpire)
        assert [umpire.value_of(f"t1-c-1-{place}") for place in range(4)] == ["x", "30", "R", "9"]
        assert [umpire.value_of(f"t1-total-{place}") for place in range(4)] == ["1", "2", "3", "4"]
        assert umpire.page.select("a[href='#t1-c-1-2']")
        assert umpire.page.flashes == ["Saved: Table 2."]
        umpire.submit(
            "#slips", cells(1, FIRST, ". . . .") | dict.fromkeys([f"t1-total-{n}" for n in range(4)], "")
        )
        assert one.totals() == FIRST_TOTALS

    def test_a_wrong_total_needs_a_confirmation(self, umpire, club):
        umpire.submit("#slips", cells(1, FIRST, "20 42 24 17"), status=422)
        (one, _two) = club.tables()
        assert "Cara: the slip says 24, the deals make 25." in words(umpire)
        assert umpire.page.texts("tfoot b") == ["20", "42", "25", "17"]
        assert one.numbers() == []
        umpire.submit("#slips", {"t1-total-2": "23"}, status=422)  # differs from the confirmed one
        umpire.submit("#slips")
        assert one.totals() == FIRST_TOTALS

    def test_correct_totals_need_no_confirmation(self, umpire, club):
        umpire.submit("#slips", cells(1, FIRST, "20 42 25 17"))
        assert club.tables()[0].totals() == FIRST_TOTALS

    def test_an_invalid_total_is_refused(self, umpire, club):
        umpire.submit("#slips", cells(1, FIRST, "20 4x2 25 17"), status=422)
        assert "Total, Bo:" in words(umpire)
        assert umpire.value_of("t1-total-1") == "4x2"

    def test_a_table_scored_by_phone_is_shown_read_only(self, umpire, club):
        one, two = club.tables()
        one.plays(*["Anna out, Bo 5, Cara K, Dilan 9"] * 5)
        two.plays("Eva out, Finn 5, Gun K, Hugo 9")
        page = umpire.get(f"{club.path}/slips")
        assert not page.select("[name^=t1-]")
        assert page.texts(".slip-totals dd") == ["0", "25", "50", "45"]
        assert page.texts(".grid .saved td")[:4] == ["× out", "5", "10", "9"]
        umpire.submit("#slips", cells(2, "x 1 1 1|x 1 1 1|x 1 1 1|x 1 1 1", "0 9 14 13", first=2))
        assert two.totals() == {"Eva": 0, "Finn": 9, "Gun": 14, "Hugo": 13}
        assert two.is_finished()

    def test_rounds_saved_meanwhile_are_kept_and_the_input_is_reported(self, umpire, club):
        one, two = club.tables()
        one.plays("Anna out, Bo 5, Cara K, Dilan 9")
        two.plays(*["Eva out, Finn 5, Gun K, Hugo 9"] * 5)
        umpire.submit("#slips", cells(1, FIRST) | cells(2, SECOND), status=422)
        assert one.numbers() == [1]
        assert "Number 1 is saved already; you had typed: x, 30, 10, 9" in words(umpire)
        assert "Number 5 is saved already; you had typed: x, 1, 1, 1" in words(umpire)
        assert umpire.value_of("t1-c-2-0") == "5"
        umpire.submit("#slips")
        assert one.totals() == {"Anna": 20, "Bo": 17, "Cara": 25, "Dilan": 17}

    def test_sending_the_form_twice_saves_once(self, umpire, club):
        action, _method, sent = umpire.filled("#slips", cells(1, FIRST) | cells(2, SECOND))
        for _time in ("once", "twice"):
            umpire.post(action, sent, Sec_Fetch_Site="same-origin")
            assert umpire.page.flashes == ["Saved: Table 1 and Table 2."]
        assert [table.kinds() for table in club.tables()] == [["sheet"], ["sheet"]]

    def test_undo_removes_the_whole_slip_of_a_table(self, umpire, club):
        umpire.submit("#slips", cells(1, FIRST))
        (one, _two) = club.tables()
        one.takes_back()
        assert one.numbers() == []
        with at_work(club.app):
            by = db.select(Change.by).where(Change.session_id == one.session_id, Change.kind == "sheet")
            assert db.session.scalar(by) == "iPhone"

    def test_an_empty_form_saves_nothing(self, umpire, club):
        umpire.submit("#slips")
        assert umpire.page.flashes == ["Nothing was typed."]
        assert [table.numbers() for table in club.tables()] == [[], []]

    def test_an_incomplete_slip_leaves_the_session_open(self, umpire, club):
        umpire.submit("#slips", cells(1, "x 30 10 9 | 5 x 10 4"))
        (one, _two) = club.tables()
        assert one.numbers() == [1, 2]
        assert not one.is_finished()

    def test_a_link_to_one_table_gives_no_access_to_slips(self, app, club):
        (one, _two) = club.tables()
        scorer = Phone(app)
        scorer.open_link(club.link("table", session_id=one.session_id, tournament_id=club.id))
        for path in ("slips", "slips/print"):
            scorer.get(f"{club.path}/{path}", status=403)
            Phone(app).get(f"{club.path}/{path}", status=404)

    def test_the_umpire_finds_links_during_a_round(self, umpire, club):
        hrefs = umpire.get(club.path).hrefs()
        assert f"{club.path}/slips" in hrefs
        assert f"{club.path}/slips/print" in hrefs
