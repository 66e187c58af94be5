"""The rounds of a running session that were kept on paper, typed in at once."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from tests.table import start
from tests.views.paper.test_entry import cells

IN_ALREADY = "This sheet is saved already. Correct a round from the score sheet."


pytestmark = [
    pytest.mark.table(plays=["Cara out, Anna 8, Bo K"], mode="short"),
    pytest.mark.phone("scorer", "{table.path}/sheet"),
]


def test_what_is_saved_stands_there_and_the_rest_is_to_be_typed(phone):
    assert phone.page.texts(".grid tr.saved :is(th, td)") == ["1", "50", "20", "× out", "Anna"]
    assert len(phone.page.select("[data-cell]")) == 6 * 3
    assert not phone.page.select("[name=c-1-0]")


def test_the_missing_rounds_come_in_at_once(table, phone):
    phone.submit("#sheet", cells("5|x|7\n-|8|9", first=2))
    assert table.numbers() == [1, 2, 3]
    assert table.dealers() == ["Anna", "Bo", "Cara"]
    assert table.totals() == {"Anna": 55, "Bo": 28, "Cara": 16}
    assert not table.is_finished()
    assert phone.page.flashes == ["The sheet is saved. Compare the totals with your paper."]
    assert table.kinds() == ["record", "sheet"]


def test_the_last_round_ends_the_game(table, phone):
    phone.submit("#sheet", cells("5|x|7\n" * 6, first=2))
    assert table.is_finished()


def test_a_game_can_be_ended_with_it(table, phone):
    phone.submit("#sheet", {**cells("5|x|7", first=2), "over": "1"}, status=422)
    assert phone.page.texts(".problem.warning p")[1] == "2 of 7 rounds are there. Did the table stop then?"
    phone.submit("#sheet")
    assert table.is_finished()


def test_sent_twice_it_is_typed_once(table, phone):
    action, _method, sent = phone.filled("#sheet", cells("5|x|7", first=2))
    phone.post(action, sent)
    phone.post(action, sent)
    assert table.numbers() == [1, 2]
    assert table.kinds() == ["record", "sheet"]


def test_a_mended_cell_after_the_browsers_back_is_told_where_it_belongs(table, phone):
    draft = phone.page.select("[data-draft]")[0]["data-draft"]
    action, _method, sent = phone.filled("#sheet", cells("5|x|7", first=2))
    phone.post(action, sent)
    before = table.snapshot()
    sent["c-2-0"] = "50"
    phone.post(action, sent)
    assert phone.page.flashes == [IN_ALREADY]
    assert [news["data-saved"] for news in phone.page.select("[data-saved]")] == [draft]
    assert table.snapshot() == before


def test_what_was_taken_back_and_mended_after_the_browsers_back_is_saved(table, phone):
    action, _method, sent = phone.filled("#sheet", cells("5|x|7", first=2))
    phone.post(action, sent)
    table.takes_back()
    sent["c-2-0"] = "50"
    phone.post(action, sent)
    assert phone.page.flashes == ["The sheet is saved. Compare the totals with your paper."]
    assert table.totals()["Anna"] == 100
    assert table.kinds() == ["record", "undo", "sheet", "sheet"]  # this take-back by another clock


def test_nothing_is_saved_while_something_is_wrong(table, phone):
    before = table.snapshot()
    phone.submit("#sheet", cells("5|x|7\n5|R|x", first=2), status=422)
    assert phone.page.texts(".problem p") == ["Round 3, Bo: There is no card “R” here."]
    assert phone.value_of("c-2-2") == "7"
    assert table.snapshot() == before


def test_who_has_nothing_any_more_has_left(table, phone):
    phone.submit("#sheet", cells("5|x|\n-|8|", first=2), status=422)
    phone.submit("#sheet")
    assert table.who_plays(2) == ["Anna", "Bo"]
    assert table.ranks()["Cara"] is None


def test_who_has_left_has_no_column(table, phone):
    table.leaves("Bo")
    phone.get(f"{table.path}/sheet")
    assert phone.page.texts(".grid tr.saved td") == ["50", "× out", "Anna"]
    assert phone.page.texts(".grid thead th")[1:3] == ["Anna", "Cara"]
    phone.submit("#sheet", cells("5|x", first=2))
    assert table.totals() == {"Anna": 55, "Bo": 20, "Cara": 0}


def test_the_dealer_whom_the_table_named_deals(table, phone):
    table.lets_deal("Cara")
    phone.get(f"{table.path}/sheet")
    phone.submit("#sheet", cells("5|x|7\n-|8|9", first=2))
    assert table.dealers() == ["Anna", "Cara", "Anna"]


def test_another_phone_was_faster_and_nothing_typed_is_lost(table, phone):
    table.plays("Bo out, Anna 4, Cara 5")
    before = table.snapshot()
    phone.submit("#sheet", cells("5|x|7\n-|8|9", first=2), status=409)
    assert phone.page.texts(".problem p") == [
        "The table has moved on: the next is number 3 now. Check it, and save again.",
        "Number 2 is saved already; you had typed: 5, x, 7",
    ]
    assert phone.value_of("c-3-1") == "8"
    assert table.snapshot() == before
    phone.submit("#sheet")
    assert table.numbers() == [1, 2, 3]
    assert table.totals()["Anna"] == 54


def test_rounds_that_were_taken_back_meanwhile_are_asked_for(table, phone):
    table.takes_back()
    phone.submit("#sheet", cells("5|x|7", first=2), status=409)
    assert phone.value_of("c-1-0") == ""
    assert phone.value_of("c-2-0") == "5"


def test_a_finished_game_takes_none(table, phone):
    table.stops()
    phone.submit("#sheet", cells("5|x|7", first=2))
    assert table.numbers() == [1]
    assert phone.page.flashes == ["The game is over. Open it again to play on."]
    phone.get(f"{table.path}/sheet")
    assert phone.path == table.path


def test_the_draft_of_the_sheet_is_dropped_when_it_is_saved(table, phone):
    draft = phone.page.select("[data-draft]")[0]["data-draft"]
    phone.submit("#sheet", cells("5|x|7", first=2))
    assert [news["data-saved"] for news in phone.page.select("[data-saved]")] == [draft]


def test_a_game_of_which_nothing_is_saved_yet_is_still_being_played(game, phone_of):
    table = game("derange", "Anna Bo Cara", mode="short")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/sheet")
    phone.submit("#sheet", cells("5|x|7\n-|8|9"))
    assert table.numbers() == [1, 2]
    assert not table.is_finished()


@pytest.mark.table("derange", "Anna Bo Cara Dilan", plays=["Cara out, Anna 8, Bo K, Dilan 5"], mode="short")
class TestTheSeatsMoveMeanwhile:
    """Four cells were typed for four people; whose cell is whose must not depend on who sits there later."""

    def sent(self, phone, drawn, **values):
        before = self.drafts(phone)
        phone.submit("#sheet", {**cells(drawn, first=2), **values}, status=409)
        assert self.drafts(phone) != before
        return phone.page.texts(".problem p")

    def drafts(self, phone):
        return [form["data-draft"] for form in phone.page.select("[data-draft]")]

    def row(self, phone, number):
        names = phone.page.texts(".grid thead th")[1:-1]
        return {name: phone.value_of(f"c-{number}-{place}") for place, name in enumerate(names)}

    def test_who_left_is_told_and_everybody_else_keeps_the_own_points(self, table, phone):
        table.leaves("Bo")
        before = table.snapshot()
        assert self.sent(phone, "5|x|7|9\nx|8||4", **{"dealer-3": "1"}) == [
            "The seats have changed: the columns are Anna, Cara, Dilan now. Check them, and save again.",
            "Bo is not at the table any more; you had typed: number 2: x, number 3: 8 · Dealer",
        ]
        assert self.row(phone, 2) == {"Anna": "5", "Cara": "7", "Dilan": "9"}
        assert self.row(phone, 3) == {"Anna": "x", "Cara": "", "Dilan": "4"}
        assert phone.value_of("dealer-3") == ""
        assert table.snapshot() == before
        phone.submit("#sheet", {"c-2-1": "x", "c-3-1": "6"})
        assert table.totals() == {"Anna": 55, "Bo": 20, "Cara": 6, "Dilan": 5 + 9 + 4}

    def test_seats_that_were_swapped_take_their_cells_and_deals_with_them(self, table, phone):
        table.swaps("Bo", "Dilan")
        assert len(self.sent(phone, "5|x|7|9", **{"dealer-2": "3"})) == 1
        assert self.row(phone, 2) == {"Anna": "5", "Dilan": "9", "Cara": "7", "Bo": "x"}
        phone.submit("#sheet")
        assert table.totals() == {"Anna": 55, "Bo": 20, "Cara": 7, "Dilan": 14}
        assert table.dealers()[1] == "Dilan"

    def test_who_sat_down_has_an_empty_column(self, table, phone):
        table.sits_down("Eva", after="Anna")
        assert len(self.sent(phone, "5|x|7|9")) == 1
        assert self.row(phone, 2) == {"Anna": "5", "Eva": "", "Bo": "x", "Cara": "7", "Dilan": "9"}

    def test_points_a_late_one_began_with_move_too(self, table, phone):
        table.sits_down("Eva")
        phone.get(f"{table.path}/sheet")
        phone.submit("#sheet", cells("5|x|7|9|\n5|x|7|9|4", first=2), status=422)
        table.leaves("Bo")
        phone.submit("#sheet", {"start-4": "40"}, status=409)
        assert phone.value_of("start-3") == "40"

    def test_who_was_seated_by_mistake_is_told_without_a_name(self, table, phone):
        table.sits_down("Eva")
        phone.get(f"{table.path}/sheet")
        table.takes_back()
        assert self.sent(phone, "5|x|7|9|4")[1] == (
            "Somebody is not at the table any more; you had typed: number 2: 4"
        )

    def test_rounds_that_are_saved_by_now_are_told_with_the_names_of_then(self, table, phone):
        table.plays("Bo out, Anna 4, Cara 5, Dilan 6")
        table.leaves("Bo")
        assert self.sent(phone, "5|x||9\nx|8|4|3")[2:] == [
            "Number 2 is saved already; you had typed: Anna 5, Bo x, Cara –, Dilan 9",
            "Bo is not at the table any more; you had typed: number 3: 8",
        ]
        assert self.row(phone, 3) == {"Anna": "x", "Cara": "4", "Dilan": "3"}

    def test_what_was_waved_through_of_one_seat_is_asked_of_another(self, table, phone):
        phone.submit("#sheet", cells("5|x|7|\n5|x|7|", first=2), status=422)
        table.swaps("Cara", "Dilan")
        phone.submit("#sheet", status=409)
        phone.submit("#sheet", {"c-2-2": "7", "c-3-2": "7", "c-2-3": "", "c-3-3": ""}, status=422)
        assert "Cara has nothing in rounds 2 and 3" in phone.page.texts(".problem.warning p")[1]

    def test_columns_that_mean_nobody_are_no_columns(self, table, phone):
        phone.submit("#sheet", {**cells("5|x|7|9", first=2), "columns": "0 ../ x"}, status=409)
        assert self.row(phone, 2) == dict.fromkeys(["Anna", "Bo", "Cara", "Dilan"], "")
        assert table.numbers() == [1]


class TestTheMorningAfter:
    def test_rounds_typed_long_after_they_were_played_have_no_hours_of_their_own(self, app, phone_of):
        table = start(
            app, "derange", "Anna Bo Cara", mode="short", at=datetime.now(UTC) - timedelta(hours=14)
        )
        table.plays("Cara out, Anna 8, Bo K")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/sheet")
        phone.submit("#sheet", cells("5|x|7\n" * 6, first=2))
        with table.seen() as session:
            ended = [played.recorded_at for played in session.rounds]
            assert [b - a for a, b in pairwise(ended)] == [timedelta(minutes=5)] * 6
            assert session.finished_at == ended[-1]
            assert not session.hours_known

    def test_those_of_the_same_evening_are_typed_now(self, app, phone_of):
        table = start(app, "derange", "Anna Bo", at=datetime.now(UTC) - timedelta(hours=2))
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/sheet")
        before = datetime.now(UTC)
        phone.submit("#sheet", cells("5|x"))
        with table.seen() as session:
            assert before <= session.rounds[0].recorded_at <= datetime.now(UTC)
            assert session.hours_known
