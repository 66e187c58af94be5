"""Entering several rounds of a running session from paper."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from tests.custom import preset, typed
from tests.table import start
from tests.views.paper.test_entry import cells

IN_ALREADY = "This sheet is saved already. Correct a round from the score sheet."

pytestmark = [
    pytest.mark.table(plays=["Cara out, Anna 8, Bo K"], mode="short"),
    pytest.mark.phone("scorer", "{table.path}/sheet"),
]


def test_saved_rounds_are_shown_and_the_others_empty(phone):
    assert phone.page.texts(".grid tr.saved :is(th, td)") == ["1", "50", "20", "× out", "Anna"]
    assert len(phone.page.select("[data-cell]")) == 6 * 3
    assert not phone.page.select("[name=c-1-0]")


def test_missing_rounds_are_saved_together(table, phone):
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


def test_a_session_can_be_ended_with_the_sheet(table, phone):
    phone.submit("#sheet", {**cells("5|x|7", first=2), "over": "1"}, status=422)
    assert phone.page.texts(".problem.warning p")[1] == "2 of 7 rounds are there. Did the table stop then?"
    phone.submit("#sheet")
    assert table.is_finished()


def test_sending_the_form_twice_saves_once(table, phone):
    action, _method, sent = phone.filled("#sheet", cells("5|x|7", first=2))
    phone.post(action, sent)
    phone.post(action, sent)
    assert table.numbers() == [1, 2]
    assert table.kinds() == ["record", "sheet"]


def test_a_changed_sheet_sent_again_gets_a_message(table, phone):
    draft = phone.page.select("[data-draft]")[0]["data-draft"]
    action, _method, sent = phone.filled("#sheet", cells("5|x|7", first=2))
    phone.post(action, sent)
    before = table.snapshot()
    sent["c-2-0"] = "50"
    phone.post(action, sent)
    assert phone.page.flashes == [IN_ALREADY]
    assert [news["data-saved"] for news in phone.page.select("[data-saved]")] == [draft]
    assert table.snapshot() == before


def test_a_changed_sheet_sent_again_after_undo_is_saved(table, phone):
    action, _method, sent = phone.filled("#sheet", cells("5|x|7", first=2))
    phone.post(action, sent)
    table.takes_back()
    sent["c-2-0"] = "50"
    phone.post(action, sent)
    assert phone.page.flashes == ["The sheet is saved. Compare the totals with your paper."]
    assert table.totals()["Anna"] == 100
    assert table.kinds() == ["record", "sheet", "undo", "sheet"]


def test_nothing_is_saved_if_there_is_an_error(table, phone):
    before = table.snapshot()
    phone.submit("#sheet", cells("5|x|7\n5|R|x", first=2), status=422)
    assert phone.page.texts(".problem p") == ["Round 3, Bo: There is no card “R” here."]
    assert phone.value_of("c-2-2") == "7"
    assert table.snapshot() == before


def test_a_player_with_blanks_to_the_end_leaves(table, phone):
    phone.submit("#sheet", cells("5|x|\n-|8|", first=2), status=422)
    phone.submit("#sheet")
    assert table.who_plays(2) == ["Anna", "Bo"]
    assert table.ranks()["Cara"] is None


def test_a_player_who_left_has_no_column(table, phone):
    table.leaves("Bo")
    phone.get(f"{table.path}/sheet")
    assert phone.page.texts(".grid tr.saved td") == ["50", "× out", "Anna"]
    assert phone.page.texts(".grid thead th")[1:3] == ["Anna", "Cara"]
    phone.submit("#sheet", cells("5|x", first=2))
    assert table.totals() == {"Anna": 55, "Bo": 20, "Cara": 0}


def test_the_chosen_dealer_deals_the_next_round(table, phone):
    table.lets_deal("Cara")
    phone.get(f"{table.path}/sheet")
    phone.submit("#sheet", cells("5|x|7\n-|8|9", first=2))
    assert table.dealers() == ["Anna", "Cara", "Anna"]


def test_rounds_saved_meanwhile_are_a_conflict_and_the_input_is_preserved(table, phone):
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


def test_rounds_undone_meanwhile_must_be_entered(table, phone):
    table.takes_back()
    phone.submit("#sheet", cells("5|x|7", first=2), status=409)
    assert phone.value_of("c-1-0") == ""
    assert phone.value_of("c-2-0") == "5"


def test_a_finished_session_accepts_none(table, phone):
    table.stops()
    phone.submit("#sheet", cells("5|x|7", first=2))
    assert table.numbers() == [1]
    assert phone.page.flashes == ["The game is over. Open it again to play on."]
    phone.get(f"{table.path}/sheet")
    assert phone.path == table.path


def test_the_draft_is_dropped_after_saving(table, phone):
    draft = phone.page.select("[data-draft]")[0]["data-draft"]
    phone.submit("#sheet", cells("5|x|7", first=2))
    assert [news["data-saved"] for news in phone.page.select("[data-saved]")] == [draft]


def test_a_session_without_saved_rounds_stays_open(game, phone_of):
    table = game("derange", "Anna Bo Cara", mode="short")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/sheet")
    phone.submit("#sheet", cells("5|x|7\n-|8|9"))
    assert table.numbers() == [1, 2]
    assert not table.is_finished()


@pytest.mark.table("derange", "Anna Bo Cara Dilan", plays=["Cara out, Anna 8, Bo K, Dilan 5"], mode="short")
class TestSeatsChangedMeanwhile:
    """Cells belong to the players at the time of typing, not to the columns of the current seats."""

    def conflict(self, phone, drawn, **values):
        before = self.drafts(phone)
        phone.submit("#sheet", {**cells(drawn, first=2), **values}, status=409)
        assert self.drafts(phone) != before
        return phone.page.texts(".problem p")

    def drafts(self, phone):
        return [form["data-draft"] for form in phone.page.select("[data-draft]")]

    def row(self, phone, number):
        names = phone.page.texts(".grid thead th")[1:-1]
        return {name: phone.value_of(f"c-{number}-{place}") for place, name in enumerate(names)}

    def test_cells_of_a_player_who_left_are_reported_and_others_keep_theirs(self, table, phone):
        table.leaves("Bo")
        before = table.snapshot()
        assert self.conflict(phone, "5|x|7|9\nx|8||4", **{"dealer-3": "1"}) == [
            "The seats have changed: the columns are Anna, Cara, Dilan now. Check them, and save again.",
            "Bo is not at the table any more; you had typed: number 2: x, number 3: 8 · Dealer",
        ]
        assert self.row(phone, 2) == {"Anna": "5", "Cara": "7", "Dilan": "9"}
        assert self.row(phone, 3) == {"Anna": "x", "Cara": "", "Dilan": "4"}
        assert phone.value_of("dealer-3") == ""
        assert table.snapshot() == before
        phone.submit("#sheet", {"c-2-1": "x", "c-3-1": "6"})
        assert table.totals() == {"Anna": 55, "Bo": 20, "Cara": 6, "Dilan": 5 + 9 + 4}

    def test_cells_and_dealers_move_with_swapped_seats(self, table, phone):
        table.swaps("Bo", "Dilan")
        assert len(self.conflict(phone, "5|x|7|9", **{"dealer-2": "3"})) == 1
        assert self.row(phone, 2) == {"Anna": "5", "Dilan": "9", "Cara": "7", "Bo": "x"}
        phone.submit("#sheet")
        assert table.totals() == {"Anna": 55, "Bo": 20, "Cara": 7, "Dilan": 14}
        assert table.dealers()[1] == "Dilan"

    def test_a_player_who_joined_has_an_empty_column(self, table, phone):
        table.sits_down("Eva", after="Anna")
        assert len(self.conflict(phone, "5|x|7|9")) == 1
        assert self.row(phone, 2) == {"Anna": "5", "Eva": "", "Bo": "x", "Cara": "7", "Dilan": "9"}

    def test_starting_points_move_with_their_player(self, table, phone):
        table.sits_down("Eva")
        phone.get(f"{table.path}/sheet")
        phone.submit("#sheet", cells("5|x|7|9|\n5|x|7|9|4", first=2), status=422)
        table.leaves("Bo")
        phone.submit("#sheet", {"start-4": "40"}, status=409)
        assert phone.value_of("start-3") == "40"

    def test_a_player_removed_by_undo_is_reported_without_a_name(self, table, phone):
        table.sits_down("Eva")
        phone.get(f"{table.path}/sheet")
        table.takes_back()
        assert self.conflict(phone, "5|x|7|9|4")[1] == (
            "Somebody is not at the table any more; you had typed: number 2: 4"
        )

    def test_rounds_saved_meanwhile_are_reported_with_the_former_names(self, table, phone):
        table.plays("Bo out, Anna 4, Cara 5, Dilan 6")
        table.leaves("Bo")
        assert self.conflict(phone, "5|x||9\nx|8|4|3")[2:] == [
            "Number 2 is saved already; you had typed: Anna 5, Bo x, Cara –, Dilan 9",
            "Bo is not at the table any more; you had typed: number 3: 8",
        ]
        assert self.row(phone, 3) == {"Anna": "x", "Cara": "4", "Dilan": "3"}

    def test_a_confirmation_for_one_seat_does_not_cover_another(self, table, phone):
        phone.submit("#sheet", cells("5|x|7|\n5|x|7|", first=2), status=422)
        table.swaps("Cara", "Dilan")
        phone.submit("#sheet", status=409)
        phone.submit("#sheet", {"c-2-2": "7", "c-3-2": "7", "c-2-3": "", "c-3-3": ""}, status=422)
        assert "Cara has nothing in rounds 2 and 3" in phone.page.texts(".problem.warning p")[1]

    def test_invalid_columns_are_ignored(self, table, phone):
        phone.submit("#sheet", {**cells("5|x|7|9", first=2), "columns": "0 ../ x"}, status=409)
        assert self.row(phone, 2) == dict.fromkeys(["Anna", "Bo", "Cara", "Dilan"], "")
        assert table.numbers() == [1]


class TestTimes:
    def test_rounds_entered_the_next_day_have_no_known_times(self, app, phone_of):
        table = start(
            app, "derange", "Anna Bo Cara", mode="short", at=datetime.now(UTC) - timedelta(hours=14)
        )
        table.plays("Cara out, Anna 8, Bo K")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/sheet")
        phone.submit("#sheet", cells("5|x|7\n" * 6, first=2))
        with table.seen() as session:
            times = [played.recorded_at for played in session.rounds]
            assert [b - a for a, b in pairwise(times)] == [timedelta(minutes=5)] * 6
            assert session.finished_at == times[-1]
            assert not session.hours_known

    def test_rounds_entered_on_the_same_day_have_the_current_time(self, app, phone_of):
        table = start(app, "derange", "Anna Bo", at=datetime.now(UTC) - timedelta(hours=2))
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/sheet")
        before = datetime.now(UTC)
        phone.submit("#sheet", cells("5|x"))
        with table.seen() as session:
            assert before <= session.rounds[0].recorded_at <= datetime.now(UTC)
            assert session.hours_known


class TestCustomGames:
    def sheet(self, app, phone_of, definition, *rounds):
        table = start(app, definition, "Anna Bo Cara").plays(*rounds)
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/sheet")
        return table, phone

    def test_typed_points_below_zero(self, app, phone_of):
        table, phone = self.sheet(app, phone_of, preset("points_only"))
        assert phone.page.texts("p.hint") == ["Points (73, or 12+11+7). Nothing where somebody did not play."]
        assert not phone.page.select("[name=numbers]")
        phone.submit("#sheet", cells("12+11|−5|0\n5|0|0"))
        assert table.totals() == {"Anna": 28, "Bo": -5, "Cara": 0}
        with table.seen() as session:
            assert {(hand.typed, session.rounds[0].out) for hand in session.rounds[0].hands} == {
                ("12+11", None),
                (None, None),
            }

    def test_who_won_is_marked_where_there_are_no_cards(self, app, phone_of):
        table, phone = self.sheet(app, phone_of, typed(scoring="wins", rounds=3))
        assert phone.page.texts("p.hint") == [
            "“x” for the player who won. “/” for somebody who did not play."
        ]
        phone.submit("#sheet", cells("x||"))
        assert table.totals() == {"Anna": 1, "Bo": 0, "Cara": 0}
        _table, phone = self.sheet(app, phone_of, typed(winner="collects"), "Anna out, Bo =2, Cara =3")
        assert phone.page.texts(".grid tr.saved td")[0] == "× won"
        phone.submit("#sheet", cells("5|6|7", first=2), status=422)
        assert "Nobody is marked as the winner of round 2." in phone.page.words

    def test_an_eliminated_player_has_empty_cells(self, app, phone_of):
        table, phone = self.sheet(app, phone_of, preset("last_one"), "Anna out, Bo 8 8, Cara 5")
        first = phone.page.select("[data-cell]")[:3]
        assert [field.get("placeholder") for field in first] == [None, "–", None]
        phone.submit("#sheet", cells("20||x\n90||x", first=2))
        assert table.finals() == {"Anna": (110, 2, False), "Bo": (100, 3, False), "Cara": (5, 1, True)}
        with table.seen() as session:
            assert [seat.away for seat in session.sheet.seats] == [(), (), ()]

    def test_places_are_numbers(self, app, phone_of):
        table, phone = self.sheet(app, phone_of, typed(scoring="places", rounds=1))
        phone.submit("#sheet", cells("1|2|2"))
        assert table.totals() == {"Anna": 1, "Bo": 2, "Cara": 2}

    def test_the_winner_collects(self, app, phone_of):
        table, phone = self.sheet(app, phone_of, preset("crazy_eights"))
        phone.submit("#sheet", cells("50|x|K\n5|7|x"))
        assert table.totals() == {"Anna": 0, "Bo": 60, "Cara": 12}
