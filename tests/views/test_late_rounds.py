"""The rounds of a running session that were kept on paper, typed in at once."""

import pytest

from tests.views.test_sheets import cells


@pytest.fixture
def table(game):
    return game("derange", "Anna Bo Cara", mode="short").plays("Cara out, Anna 8, Bo K")


@pytest.fixture
def phone(table, phone_of):
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/sheet")
    return phone


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
    assert phone.page.flashes == ["The sheet is in. Compare the totals with your paper."]
    assert table.kinds() == ["record", "sheet"]


def test_the_last_round_ends_the_game(table, phone):
    phone.submit("#sheet", cells("5|x|7\n" * 6, first=2))
    assert table.is_finished()


def test_a_game_can_be_ended_with_it(table, phone):
    phone.submit("#sheet", {**cells("5|x|7", first=2), "over": "1"}, status=422)
    assert phone.page.texts(".problem.odd p")[1] == "2 of 7 rounds are there. Did the table stop then?"
    phone.submit("#sheet")
    assert table.is_finished()


def test_sent_twice_it_is_typed_once(table, phone):
    action, _method, sent = phone.filled("#sheet", cells("5|x|7", first=2))
    phone.post(action, sent)
    phone.post(action, sent)
    assert table.numbers() == [1, 2]


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
        "The table has moved on: the next is number 3 now. Look, and save again.",
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
    assert phone.page.flashes == ["The session is over. Open it again to play on."]
    phone.get(f"{table.path}/sheet")
    assert phone.path == table.path


def test_the_draft_of_the_sheet_is_dropped_when_it_is_saved(table, phone):
    draft = phone.page.select("[data-draft]")[0]["data-draft"]
    phone.submit("#sheet", cells("5|x|7", first=2))
    assert [told["data-saved"] for told in phone.page.select("[data-saved]")] == [draft]


def test_a_game_of_which_nothing_is_saved_yet_is_still_being_played(game, phone_of):
    table = game("derange", "Anna Bo Cara", mode="short")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/sheet")
    phone.submit("#sheet", cells("5|x|7\n-|8|9"))
    assert table.numbers() == [1, 2]
    assert not table.is_finished()
