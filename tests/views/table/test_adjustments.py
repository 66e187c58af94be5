"""Bonus and penalty points: the form, the score sheet, messages, results and paper."""

import pytest

from models.table import adjusting
from tests.custom import preset
from tests.page import text_of
from tests.table import start
from tests.views.paper.test_printing import lines

ROUND = "Cara out, Anna 8, Bo K"
FORM = "#adjustment"


pytestmark = [pytest.mark.table(plays=[ROUND, ROUND]), pytest.mark.phone("scorer", "{table.path}/adjustment")]


def entry(table, **changes):
    filled = {"seat": str(table.seat_id("Bo")), "points": "10", "reason": "said nothing"}
    return {**filled, **changes}


class TestTheForm:
    def test_it_is_in_the_menu_of_a_scorer(self, table, phone_of):
        path = f"{table.path}/adjustment"
        assert path in phone_of(table, "scorer").get(table.path).hrefs()
        for role in ("player", "watcher"):
            phone = phone_of(table, role)
            assert path not in phone.get(table.path).hrefs()
            phone.get(path, 403)

    def test_where_the_lowest_wins_a_penalty_is_added(self, table, phone):
        assert phone.page.texts("[name=kind] + span small") == ["is added", "is taken off"]
        phone.submit(FORM, entry(table))
        assert phone.path == table.path
        assert table.totals()["Bo"] == 50
        assert phone.page.texts(".toast p") == ["Bo: 10 penalty points, “said nothing”"]

    def test_a_bonus_is_taken_off(self, table, phone):
        phone.submit(FORM, entry(table, kind="bonus", points="5+5"))
        assert table.totals()["Bo"] == 30
        assert phone.page.texts(".toast p") == ["Bo: 10 bonus points, “said nothing”"]

    def test_where_the_highest_wins_a_penalty_is_taken_off(self, app, phone_of):
        table = start(app, preset("crazy_eights"), "Anna Bo Cara").plays("Anna out, Bo 8, Cara K")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/adjustment")
        assert phone.page.texts("[name=kind] + span small") == ["is taken off", "is added"]
        phone.submit(FORM, entry(table))
        assert table.totals() == {"Anna": 60, "Bo": -10, "Cara": 0}

    def test_a_minus_turns_it_around(self, table, phone):
        phone.submit(FORM, entry(table, points="−10"))
        assert phone.page.texts(".toast p") == ["Bo: 10 bonus points, “said nothing”"]

    def test_it_counts_after_the_chosen_round(self, table, phone):
        assert [option.get("selected") for option in phone.page.select("#f-after option")] == ["", None, None]
        phone.submit(FORM, entry(table, after="1"))
        with table.seen() as session:
            assert [each.after for seat in session.sheet.seats for each in seat.adjustments] == [1]

    def test_before_the_first_round(self, app, phone_of):
        table = start(app, "derange", "Anna Bo")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/adjustment")
        phone.submit(FORM, entry(table))
        assert table.totals()["Bo"] == 10

    @pytest.mark.parametrize(
        ("changes", "field", "error"),
        [
            ({"seat": ""}, "seat", "Choose a player."),
            ({"points": ""}, "points", "Type how many points, for example 10."),
            ({"points": "0"}, "points", "Type how many points, for example 10."),
            ({"points": "1.250"}, "points", "A number or a sum up to 9999, such as 10 or 5+5."),
            ({"points": "ten"}, "points", "A number or a sum up to 9999, such as 10 or 5+5."),
            ({"points": "10000"}, "points", "A number or a sum up to 9999, such as 10 or 5+5."),
            ({"reason": " "}, "reason", "Say why, so that everybody knows later."),
            ({"reason": "x" * 61}, "reason", "At most 60 characters."),
            ({"after": "3"}, "after", "A number from 0 to 2."),
        ],
    )
    def test_an_error_is_at_its_field_and_the_input_is_kept(self, table, phone, changes, field, error):
        phone.submit(FORM, entry(table, **changes), status=422)
        assert phone.page.texts(f"#e-{field} span") == [error]
        kept = phone.page.select("#f-reason" if field == "points" else "#f-points")[0]["value"]
        assert kept == ("said nothing" if field == "points" else "10")
        assert table.totals()["Bo"] == 40

    def test_sent_twice_it_counts_once(self, table, phone):
        action, _method, sent = phone.filled(FORM, entry(table))
        phone.post(action, sent)
        phone.post(action, sent)
        assert table.totals()["Bo"] == 50

    def test_reasons_of_this_group_can_be_tapped(self, table, phone):
        start(table.app, "vatikan", "Anna Bo", group_id=table.group_id).adjusts("Bo", 1, "rare").adjusts(
            "Anna", 1, "frequent"
        ).adjusts("Bo", 1, "frequent")
        start(table.app, "vatikan", "Anna Bo").adjusts("Bo", 1, "of another group")
        table.adjusts("Cara", 5, "of this game")
        phone.get(f"{table.path}/adjustment")
        assert phone.page.texts(".reasons span") == ["of this game", "frequent", "rare"]
        phone.submit(FORM, entry(table, reason="", known="frequent"))
        assert phone.page.texts(".toast p") == ["Bo: 10 penalty points, “frequent”"]

    def test_a_session_has_a_limit(self, table, phone, monkeypatch):
        monkeypatch.setattr("forms.adjustments.MOST_ADJUSTMENTS", 1)
        table.adjusts("Cara", 5, "first")
        phone.submit(FORM, entry(table), status=422)
        assert phone.page.texts("[data-errors] p") == ["A game can have 1 such entries."]
        assert adjusting.MOST_ADJUSTMENTS == 200

    def test_after_the_end_the_result_says_it(self, table, phone):
        table.stops()
        phone.get(f"{table.path}/adjustment")
        phone.submit(FORM, entry(table))
        assert phone.page.flashes == ["Bo: 10 penalty points, “said nothing”"]
        assert "Bo: 10 penalty points, “said nothing”, after round 2" in phone.page.texts("p.note")


class TestUndo:
    def test_from_the_toast(self, table, phone):
        phone.submit(FORM, entry(table))
        phone.submit("/undo")
        assert table.totals()["Bo"] == 40
        assert phone.page.flashes == ["Taken back: Bo: 10 penalty points, “said nothing”"]

    def test_from_the_score_sheet(self, table, phone):
        table.adjusts("Bo", 10, "first").adjusts("Bo", 20, "second").plays(ROUND)
        phone.get(f"{table.path}/rounds")
        first = phone.page.select(".history form")[0]["action"]
        phone.submit(first)
        assert phone.path == f"{table.path}/rounds"
        assert table.totals()["Bo"] == 80

    def test_from_the_history(self, table, phone):
        table.adjusts("Bo", 10, "first").plays(ROUND)
        phone.get(f"{table.path}/history")
        assert "Bo: 10 penalty points, “first”, after round 2" in phone.page.texts(".history p")
        phone.submit(phone.page.select(".history form")[1]["action"])
        assert table.totals()["Bo"] == 60
        newest = phone.page.texts(".history p")[0]
        assert newest == "Taken back: Bo: 10 penalty points, “first”, after round 2"


class TestTheScoreSheet:
    def rows(self, page):
        return [
            (text_of(row.th), [cell.b and cell.b.text for cell in row.select("td")])
            for row in page.select(".round-sheet tbody tr")
        ]

    def test_points_with_one_reason_are_a_row_below_their_round(self, table, phone):
        table.adjusts("Bo", 10, "cheated", after=1).adjusts("Anna", -5, "cheated", after=1)
        phone.get(f"{table.path}/rounds")
        rows = self.rows(phone.page)
        assert rows[1] == ("cheated", [])
        assert [totals for _head, totals in rows] == [
            ["50", "20", "0"],
            [],
            [None, "45", "30", None],
            ["95", "50", "0"],
        ]
        assert phone.page.texts(".round-sheet .added small") == ["−5", "+10"]
        assert phone.page.texts(".round-sheet tfoot td b") == ["95", "50", "0"]

    def test_several_reasons_are_several_rows(self, table, phone):
        table.adjusts("Bo", 10, "first").adjusts("Bo", 5, "second")
        phone.get(f"{table.path}/rounds")
        assert phone.page.texts(".added-why") == ["first", "second"]
        assert phone.page.texts(".added b") == ["50", "55"]

    def test_before_the_first_round(self, table, phone):
        table.adjusts("Bo", 10, "handicap", after=0)
        phone.get(f"{table.path}/rounds")
        assert phone.page.texts(".round-sheet tbody tr")[0] == "handicap"
        assert phone.page.texts(".added b") == ["10"]

    def test_partners_share_a_total(self, app, phone_of):
        table = start(app, "vatikan", "Anna Bo Cara Dilan", sides="1 2 1 2", teams=True)
        table.plays("Cara out, Anna ?, Bo ?, Dilan ?").adjusts("Anna", 2, "bonus")
        page = phone_of(table, "scorer").get(f"{table.path}/rounds")
        assert page.texts(".round-sheet [data-round] td b") == ["1", "0", "1", "0"]
        assert page.texts(".round-sheet tfoot td b") == ["3", "0", "3", "0"]
        assert page.texts(".added b") == ["3"]

    def test_a_watcher_cannot_take_back(self, table, phone_of):
        table.adjusts("Bo", 10, "cheated")
        page = phone_of(table, "watcher").get(f"{table.path}/rounds")
        assert page.texts(".history p") == ["Bo: 10 penalty points, “cheated”, after round 2"]
        assert not page.select(".history form")


def test_a_paper_sheet_adds_up(table, phone):
    table.adjusts("Bo", 10, "cheated", after=1)
    phone.get(f"{table.path}/print")
    assert lines(phone)[:3] == [
        ("1 8 cards Anna deals", ["50 8 50", "20 K 20", "× out 0"]),
        ("cheated", ["", "+10 30", ""]),
        ("2 7 cards Bo deals", ["50 8 100", "20 K 50", "× out 0"]),
    ]


def test_the_night_names_them(table, phone):
    table.adjusts("Bo", 10, "cheated").stops()
    phone.get(f"{table.group_path}/nights/{table.night_id()}")
    assert "Bo: 10 penalty points, “cheated”, after round 2" in phone.page.texts(".game .note")


def test_many_are_summed_up(table, phone):
    for number in range(6):
        table.adjusts("Bo", 1, f"reason {number}")
    table.stops()
    phone.get(table.path)
    assert phone.page.texts("p.note").count("and 2 more") == 1
