"""Entering a whole game from paper: players and date, the sheet, its errors and warnings."""

import uuid
from datetime import UTC, date, datetime
from urllib.parse import parse_qs, urlencode, urlsplit
from zoneinfo import ZoneInfo

import pytest

from models import Night, Session, db
from models.statistics.outcome import Outcome
from tests.custom import typed
from tests.sampling import full_only
from tests.table import Table, at_work, start

STOCKHOLM = ZoneInfo("Europe/Stockholm")
NAMES = ["Anna", "Bo", "Cara"]
SHORT = {"variant": "derange", "name": NAMES, "first": "0", "mode": "short"}
WHEN = {"start": "2024-03-08T20:00", "kind": "rounds"}

# Derange, the short game:   Anna | Bo  | Cara       totals: Anna 116, Bo 94, Cara 142
SHEET = """
                             58   | -   | 8 K
                             x    | 15  | 12+8
                             30   | 50  | out
                             5    | 0   | 7 7
                             -    | 9   | 10 4
                             8    | 20  | ut
                             15   | x   | 4
"""


def cells(drawn, first=1):
    """The form fields of a drawn sheet: a line per round, a bar between players."""
    lines = [line.split("|") for line in drawn.strip().splitlines()]
    return {
        f"c-{number}-{place}": cell.strip()
        for number, line in enumerate(lines, first)
        for place, cell in enumerate(line)
    }


def count(app, model=Session):
    with at_work(app):
        return db.session.scalar(db.select(db.func.count()).select_from(model))


def table_of(scorer):
    """The table on the current page."""
    _blank, _groups, group_id, _sessions, session_id, *_rest = scorer.path.split("/")
    return Table(scorer.app, uuid.UUID(group_id), uuid.UUID(session_id), None)


@pytest.fixture
def group(game):
    """A group with one session of today."""
    return game("derange", "Anna Bo")


@pytest.fixture
def scorer(group, phone_of):
    return phone_of(group, "scorer")


@pytest.fixture
def open_sheet(group, scorer):
    """Open the sheet at the address with these parameters."""

    def open_page(**params):
        scorer.get(f"{group.group_path}/sheets/grid?{urlencode({**SHORT, **WHEN, **params}, doseq=True)}")
        return scorer

    return open_page


@full_only
class TestSetup:
    def set_up(self, group, scorer, status=200, **values):
        scorer.get(f"{group.group_path}/sheets/new")
        scorer.get(next(href for href in scorer.page.hrefs() if href.endswith("/sheets/new/derange")))
        typed = {"name": NAMES, "first_dealer": "1", "on": "2024-03-08", "time": "19:30", **values}
        return scorer.submit("#paper-game", typed, status=status)

    def test_the_address_of_the_sheet_contains_all_answers(self, group, scorer):
        self.set_up(group, scorer, place="  At   Bo’s ", **{"option-mode": "short"})
        assert parse_qs(urlsplit(scorer.path).query) == {
            "variant": ["derange"],
            "name": NAMES,
            "first": ["1"],
            "mode": ["short"],
            "start": ["2024-03-08T19:30"],
            "kind": ["rounds"],
            "place": ["At Bo’s"],
        }
        assert scorer.page.texts(".grid thead th")[1:4] == NAMES
        assert len(scorer.page.select(".grid tbody tr")) == 7

    def test_the_time_is_optional(self, group, scorer):
        self.set_up(group, scorer, time="")
        assert "start=2024-03-08T20" in scorer.path

    @pytest.mark.parametrize(
        ("now", "typed", "start"),
        [  # In Stockholm 2 o’clock became 3 at 1:00 UTC, and 3 became 2 at 1:00 UTC.
            (datetime(2026, 3, 29, 1, 10, tzinfo=UTC), "01:50", datetime(2026, 3, 29, 0, 50, tzinfo=UTC)),
            (datetime(2026, 3, 29, 1, 10, tzinfo=UTC), "", datetime(2026, 3, 29, 0, 10, tzinfo=UTC)),
            (datetime(2026, 10, 25, 0, 40, tzinfo=UTC), "02:30", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
            (datetime(2026, 10, 25, 1, 10, tzinfo=UTC), "02:50", datetime(2026, 10, 25, 0, 50, tzinfo=UTC)),
            (datetime(2026, 10, 25, 1, 10, tzinfo=UTC), "", datetime(2026, 10, 25, 0, 10, tzinfo=UTC)),
        ],
    )
    def test_it_began_before_now_on_the_night_of_a_change_of_time(
        self, group, scorer, monkeypatch, now, typed, start
    ):
        for place in ("views.paper.entry.now", "views.web.gate.now"):
            monkeypatch.setattr(place, lambda: now)
        on = now.astimezone(STOCKHOLM).date().isoformat()
        self.set_up(group, scorer, on=on, time=typed, **{"option-mode": "short"})
        scorer.submit("#sheet", cells(SHEET))
        with table_of(scorer).seen() as session:
            assert session.started_at == start
            times = [start, *(played.recorded_at for played in session.rounds), session.finished_at, now]
            assert times == sorted(times)

    def test_a_time_that_summer_time_leaves_out_is_read_as_an_hour_later_and_may_be_to_come(
        self, group, scorer, monkeypatch
    ):
        monkeypatch.setattr("views.paper.entry.now", lambda: datetime(2026, 3, 29, 1, 10, tzinfo=UTC))
        self.set_up(group, scorer, status=422, on="2026-03-29", time="02:30")

    def test_the_date_may_be_long_ago(self, group, scorer):
        self.set_up(group, scorer, on="1900-01-01")
        assert "start=1900-01-01T19" in scorer.path

    def test_no_session_is_created_yet(self, app, group, scorer):
        self.set_up(group, scorer)
        assert count(app) == 1

    def test_invalid_answers_are_refused_and_preserved(self, app, group, scorer, subtests):
        for wrong in [
            {"on": "2999-01-01"},
            {"on": "1899-12-31"},
            {"on": "soon"},
            {"on": ""},
            {"time": "25:00"},
            {"place": "x" * 81},
            {"name": ["Anna", "ANNA", "Bo"]},
            {"name": ["Anna"]},
            {"first_dealer": None},
            {"first_dealer": "7"},
            {"option-decks": "9"},
        ]:
            with subtests.test(str(wrong)):
                self.set_up(group, scorer, status=422, **wrong)
                assert scorer.page.texts(".wrong, .problem")
                assert scorer.value_of("time") == wrong.get("time", "19:30")
                assert scorer.value_of("on") == wrong.get("on", "2024-03-08")
                assert scorer.value_of("name") == "Anna"
                assert count(app) == 1

    def test_seats_can_be_arranged_without_javascript(self, group, scorer):
        scorer.get(f"{group.group_path}/sheets/new/derange")
        scorer.submit("#paper-game", {"name": NAMES, "arrange": "up:2"})
        assert [field["value"] for field in scorer.page.select("[name=name]")][:3] == ["Anna", "Cara", "Bo"]

    def test_the_first_dealer_cannot_be_random(self, group, scorer):
        scorer.get(f"{group.group_path}/sheets/new/derange")
        assert not scorer.page.select("[name=first_dealer][value=random]")

    def test_an_unknown_variant_is_not_found(self, group, scorer):
        scorer.get(f"{group.group_path}/sheets/new/chess", 404)


def test_a_complete_sheet_becomes_a_session_of_its_date(app, open_sheet):
    phone = open_sheet(place="At Bo’s")
    phone.submit("#sheet", cells(SHEET))
    assert phone.page.texts(".stage h2")[0].startswith("Bo wins")
    table = table_of(phone)
    assert table.totals() == {"Anna": 116, "Bo": 94, "Cara": 142}
    assert table.dealers() == ["Anna", "Bo", "Cara", "Anna", "Bo", "Cara", "Anna"]
    assert table.kinds() == ["sheet"]
    with table.seen() as session:
        assert session.started_at == datetime(2024, 3, 8, 19, 0, tzinfo=UTC)  # 20:00 in Stockholm
        assert (session.night.date, session.night.place) == (date(2024, 3, 8), "At Bo’s")
    with at_work(app):
        won = db.session.scalars(db.select(Outcome.total).where(Outcome.won)).all()
        assert won == [94]


def test_known_players_are_matched_and_keep_their_last_date(app, group, open_sheet):
    with group.seen() as session:
        before = {seat.name: seat.player.last_played_at for seat in session.seats}
    phone = open_sheet()
    phone.submit("#sheet", cells(SHEET))
    anna = group.player_id("Anna")
    with table_of(phone).seen() as session:
        assert session.seats[0].player_id == anna
        assert {s.name: s.player.last_played_at for s in session.seats[:2]} == before


def test_sending_the_form_twice_creates_one_session(app, open_sheet):
    phone = open_sheet()
    action, _method, sent = phone.filled("#sheet", cells(SHEET))
    for _ in range(2):
        phone.post(action, sent)
        assert phone.page.texts(".stage h2")[0].startswith("Bo wins")
    assert count(app) == 2
    assert table_of(phone).kinds() == ["sheet"]


def test_a_changed_sheet_sent_again_gets_a_message(app, open_sheet):
    phone = open_sheet()
    draft = phone.page.select("[data-draft]")[0]["data-draft"]
    action, _method, sent = phone.filled("#sheet", cells(SHEET))
    phone.post(action, sent)
    sent["c-1-0"] = "68"
    phone.post(action, sent)
    assert phone.page.flashes == ["This sheet is saved already. Correct a round from the score sheet."]
    assert [news["data-saved"] for news in phone.page.select("[data-saved]")] == [draft]
    assert table_of(phone).totals()["Anna"] == 116
    assert count(app) == 2


def test_a_changed_sheet_sent_again_after_undo_is_saved(open_sheet):
    phone = open_sheet()
    action, _method, sent = phone.filled("#sheet", cells(SHEET))
    phone.post(action, sent)
    phone.submit("/undo")
    sent["c-1-0"] = "68"
    phone.post(action, sent)
    assert phone.page.flashes == ["The sheet is saved. Compare the totals with your paper."]
    assert table_of(phone).totals() == {"Anna": 126, "Bo": 94, "Cara": 142}


def test_the_history_names_the_source_and_undo_removes_the_whole_sheet(open_sheet):
    phone = open_sheet()
    phone.submit("#sheet", cells(SHEET))
    table = table_of(phone)
    phone.get(f"{table.path}/history")
    assert "Entered from paper: 7 rounds" in phone.page.words
    phone.submit("/undo")
    assert table.numbers() == []
    assert not table.is_finished()


def test_the_recap_shows_rounds_without_times(open_sheet):
    phone = open_sheet()
    phone.submit("#sheet", cells(SHEET))
    with table_of(phone).seen() as session:
        night = f"/groups/{session.group_id}/nights/{session.night_id}"
    phone.get(night)
    assert phone.page.texts("#game-1 small")[0].endswith("· 7 rounds")


@pytest.mark.parametrize(
    ("cell", "text", "words"),
    [
        ("c-3-1", "50 R", "Round 3, Bo: There is no card “50 R” here."),
        ("c-3-1", "99999", "Round 3, Bo: 99999 points in one hand? 9999 is the most."),
        ("c-1-2", "x", "Round 1: More than one is marked with “x”. Only one can be."),
        ("c-2-0", "0", None),
        ("c-4-0", "0", "Round 4: More than one has 0. Mark who went out or won with “x”."),
        ("c-5-1", "<b>9", "Round 5, Bo: There is no card “<b>9” here."),
    ],
)
def test_errors_are_reported_by_cell(app, open_sheet, cell, text, words):
    phone = open_sheet()
    phone.submit("#sheet", {**cells(SHEET), cell: text}, status=422 if words else 200)
    if words is None:
        assert phone.page.texts(".stage h2")[0].startswith("Bo wins")
        return
    assert phone.page.texts(".problem p") == [words]
    assert phone.value_of(cell) == text
    assert phone.value_of("c-7-0") == "15"
    assert count(app) == 1


def test_a_skipped_line_and_an_empty_sheet_are_errors(open_sheet):
    phone = open_sheet()
    phone.submit("#sheet", status=422)
    assert phone.page.texts(".problem p") == ["There is nothing on the sheet yet."]
    phone.submit("#sheet", {"c-1-0": "x", "c-1-1": "5", "c-3-0": "5", "c-3-1": "x"}, status=422)
    assert phone.page.texts(".problem p")[0] == "Round 2: Nothing is here, but more follows."


def test_a_player_without_any_entry_is_an_error(open_sheet):
    phone = open_sheet()
    phone.submit("#sheet", {**cells(SHEET), **{f"c-{n}-2": "" for n in range(1, 8)}}, status=422)
    assert phone.page.texts(".problem p")[0].startswith("Cara has nothing on this sheet.")


class TestWarnings:
    """Unlikely input: the sheet is saved after a confirmation."""

    def confirm(self, app, scorer, typed, *words):
        scorer.submit("#sheet", typed, status=422)
        assert scorer.page.texts(".problem.warning p")[1:-1] == list(words)
        assert count(app) == 1
        scorer.submit("#sheet")
        assert count(app) == 2
        return table_of(scorer)

    def test_a_round_without_a_player_who_is_out(self, app, open_sheet):
        typed = {**cells(SHEET), "c-3-2": "8", "c-7-1": "9"}
        self.confirm(app, open_sheet(), typed, "Nobody is marked as out in rounds 3 and 7.")

    def test_points_that_no_hand_can_have(self, app, open_sheet):
        typed = {**cells(SHEET), "c-1-0": "3"}
        self.confirm(app, open_sheet(), typed, "Round 1: Anna: no hand makes exactly 3 points.")

    def test_more_cards_than_in_the_decks(self, app, open_sheet):
        typed = {**cells(SHEET), "c-1-0": "8×9"}
        words = "Round 1: 10 eights are counted, but there are only 8."
        self.confirm(app, open_sheet(), typed, words)

    def test_a_blank_in_the_middle_is_an_absence(self, app, open_sheet):
        words = "Cara has nothing in round 4: did not play then?"
        table = self.confirm(app, open_sheet(), {**cells(SHEET), "c-4-2": ""}, words)
        assert table.who_plays(4) == ["Anna", "Bo"]
        assert table.who_plays(5) == NAMES

    def test_blanks_to_the_end_are_leaving(self, app, open_sheet):
        words = "Anna has nothing in rounds 6 and 7: left the table, without a place?"
        table = self.confirm(app, open_sheet(), {**cells(SHEET), "c-6-0": "", "c-7-0": "/"}, words)
        assert table.ranks()["Anna"] is None

    def test_blanks_at_the_start_ask_for_starting_points(self, app, open_sheet):
        phone = open_sheet()
        typed = {**cells(SHEET), "c-1-2": "", "c-2-2": ""}
        phone.submit("#sheet", typed, status=422)
        words = "Cara has nothing before round 3: sat down then, with 0 points?"
        assert words in phone.page.texts(".problem.warning p")
        phone.submit("#sheet", {"start-2": "40"})
        table = table_of(phone)
        assert table.totals()["Cara"] == 40 + 14 + 34 + 4
        assert table.who_plays(2) == ["Anna", "Bo"]

    def test_invalid_starting_points(self, app, open_sheet):
        phone = open_sheet()
        phone.submit("#sheet", {**cells(SHEET), "c-1-2": ""}, status=422)
        phone.submit("#sheet", {"start-2": "many"}, status=422)
        assert phone.page.texts(".problem p") == ["Start, Cara: A number of points."]

    def test_a_game_that_stopped_early(self, app, open_sheet):
        typed = {**cells(SHEET), **{f"c-7-{place}": "" for place in range(3)}}
        words = "6 of 7 rounds are there. Did the table stop then?"
        table = self.confirm(app, open_sheet(), typed, words)
        assert table.is_finished()

    def test_confirmed_warnings_are_not_repeated_but_new_ones_are_shown(self, app, open_sheet):
        phone = open_sheet()
        phone.submit("#sheet", {**cells(SHEET), "c-1-0": "3"}, status=422)
        phone.submit("#sheet", {"c-2-1": "2"}, status=422)
        assert phone.page.texts(".problem.warning p")[1:-1] == [
            "Round 2: Bo: no hand makes exactly 2 points."
        ]

    def test_a_warning_after_hundreds_of_others_can_be_confirmed(self, app, open_sheet):
        phone = open_sheet()
        others = " ".join(f"{number:012x}" for number in range(1000))
        phone.submit("#sheet", {**cells(SHEET), "c-1-0": "3", "accepted": others}, status=422)
        phone.submit("#sheet")
        assert count(app) == 2

    def test_a_warning_is_listed_once(self, open_sheet):
        phone = open_sheet()
        phone.submit("#sheet", {**cells(SHEET), "c-1-0": "3"}, status=422)
        mark = phone.value_of("accepted")
        phone.submit("#sheet", {"accepted": f"{mark} {mark}", "c-2-1": "R"}, status=422)
        assert phone.value_of("accepted") == mark

    def test_totals_are_shown_for_comparison(self, open_sheet):
        phone = open_sheet()
        phone.submit("#sheet", {**cells(SHEET), "c-1-0": "3"}, status=422)
        assert phone.page.texts(".grid tfoot td")[:3] == ["61", "94", "142"]


def test_an_unfinished_game_stays_open(open_sheet):
    phone = open_sheet()
    phone.submit("#sheet", {**cells("x|5|8\n5|x|4"), "over": "0"})
    table = table_of(phone)
    assert table.numbers() == [1, 2]
    assert not table.is_finished()
    assert table.next_dealer() == "Cara"


def test_numbers_can_be_read_as_cards(open_sheet):
    phone = open_sheet(mode="full")
    phone.submit("#sheet", {**cells("x|5|8\n8|x|4"), "numbers": "cards", "over": "0"})
    assert table_of(phone).totals() == {"Anna": 50, "Bo": 5, "Cara": 54}


def test_another_dealer_changes_the_later_dealers(open_sheet):
    phone = open_sheet()
    phone.submit("#sheet", {**cells(SHEET), "dealer-3": "0"})
    assert table_of(phone).dealers() == ["Anna", "Bo", "Anna", "Bo", "Cara", "Anna", "Bo"]


def test_the_dealer_after_a_new_cut_is_required(open_sheet):
    phone = open_sheet(variant="swedish_pursuit", rounds="2", mode="")
    lines = cells("x|8|9\n" * 10)
    phone.submit("#sheet", lines, status=422)
    assert phone.page.texts(".problem p") == ["Game 6: A new cut: choose who dealt."]
    phone.submit("#sheet", {"dealer-6": "1"})
    assert table_of(phone).dealers()[4:7] == ["Bo", "Bo", "Cara"]


def test_a_sheet_of_wins_needs_only_the_winners(open_sheet):
    phone = open_sheet(variant="vatikan", mode="")
    assert len(phone.page.select(".grid tbody tr")) == 15
    phone.submit("#sheet", cells("x||4\n|x|\nx||/"), status=422)
    assert (
        phone.page.texts(".problem.warning p")[1]
        == "Cara has nothing in round 3: left the table, without a place?"
    )
    phone.submit("#sheet")
    table = table_of(phone)
    assert table.totals() == {"Anna": 2, "Bo": 1, "Cara": 0}
    assert table.is_finished()


def test_an_open_ended_sheet_can_be_extended(open_sheet):
    phone = open_sheet(variant="vatikan", mode="")
    phone.submit("#sheet", {"c-1-0": "x"}, button="arrange=more")
    assert len(phone.page.select(".grid tbody tr")) == 20
    assert phone.value_of("c-1-0") == "x"


@pytest.mark.parametrize(
    ("params", "last"),
    [
        ({"variant": "vatikan", "mode": "", "lines": "20"}, 20),
        ({"variant": "vatikan", "mode": "", "lines": "2"}, 15),
        ({"variant": "vatikan", "mode": "", "lines": "999"}, 99),
        ({"variant": "vatikan", "mode": "", "lines": "many"}, 15),
        ({"lines": "20"}, 7),
    ],
)
def test_the_address_can_set_the_lines_of_an_open_ended_sheet(open_sheet, params, last):
    phone = open_sheet(**params)
    assert phone.page.texts(".grid tbody tr:last-child th")[0].startswith(str(last))


class TestPastedBlock:
    BLOCK = "Bo\tAnna\tCara\n-\t58\t8 K\n15\tx\t20\n"

    def test_a_block_is_spread_over_the_cells_without_saving(self, app, open_sheet):
        phone = open_sheet()
        phone.submit("#sheet", {"block": self.BLOCK})
        assert [phone.value_of(f"c-1-{place}") for place in range(3)] == ["58", "-", "8 K"]
        assert [phone.value_of(f"c-2-{place}") for place in range(3)] == ["x", "15", "20"]
        assert count(app) == 1
        assert not phone.value_of("block").strip()

    def test_a_block_with_too_many_lines_is_refused(self, open_sheet):
        phone = open_sheet()
        phone.submit("#sheet", {"block": "x\t5\t5\n" * 8}, button="arrange=spread")
        assert phone.page.texts(".problem p") == ["The block has 8 lines, the sheet 7."]
        assert phone.value_of("block").count("x") == 8

    def test_an_open_ended_sheet_is_extended_for_the_block(self, open_sheet):
        phone = open_sheet(variant="vatikan", mode="")
        phone.submit("#sheet", {"block": "x\t\t\n" * 22})
        assert phone.value_of("c-22-0") == "x"


class TestTotals:
    @pytest.mark.parametrize(
        ("scoring", "what"),
        [
            ("typed", "Each player’s points at the end."),
            ("places", "Each player’s sum of places at the end."),
            ("wins", "Rounds won, each player’s."),
        ],
    )
    def test_the_page_says_what_a_custom_game_adds_up(self, app, phone_of, scoring, what):
        table = start(app, typed(scoring=scoring), "Anna Bo Cara")
        with table.seen() as session:
            params = {"variant": session.variant, "name": NAMES, "first": "0", **WHEN, "kind": "totals"}
        page = phone_of(table, "scorer").get(
            f"{table.group_path}/sheets/grid?{urlencode(params, doseq=True)}"
        )
        assert page.texts("p.note") == [what]

    def test_totals_become_a_session(self, app, open_sheet):
        phone = open_sheet(kind="totals")
        phone.submit("#sheet", {"t-0": "210", "t-1": "100+87", "t-2": "187"})
        assert phone.page.texts(".stage h2")[0].startswith("Bo and Cara win")
        table = table_of(phone)
        assert table.totals() == {"Anna": 210, "Bo": 187, "Cara": 187}
        with table.seen() as session:
            assert session.totals_only

    def test_sending_changed_totals_again_gets_a_message(self, app, open_sheet):
        phone = open_sheet(kind="totals")
        action, _method, sent = phone.filled("#sheet", {"t-0": "210", "t-1": "190", "t-2": "187"})
        phone.post(action, sent)
        phone.post(action, sent)
        words = "These totals are saved already. To correct them, take them back and enter them again."
        assert phone.page.flashes == [words]
        assert count(app) == 2

    def test_the_result_has_no_rounds(self, open_sheet):
        phone = open_sheet(kind="totals")
        phone.submit("#sheet", {"t-0": "210", "t-1": "190", "t-2": "187"})
        assert "Only the totals of this one are known." in phone.page.words
        assert "decided it" not in phone.page.words
        assert "stopped after" not in phone.page.words
        assert "1 round" not in phone.page.texts("#share-text")[0]
        assert not phone.page.select(".round-sheet, .chart")
        path = phone.path
        phone.get(f"{path}/history")
        assert "Entered from paper: the totals" in phone.page.words
        phone.get(f"{path}/print")
        assert phone.page.texts(".leaf-table tfoot td") == ["210", "190", "187 won"]
        assert not phone.page.select(".leaf-table tbody tr")
        phone.get(f"{path}/result.svg")

    def test_the_session_can_have_rounds_after_undo(self, open_sheet):
        phone = open_sheet(kind="totals")
        phone.submit("#sheet", {"t-0": "210", "t-1": "190", "t-2": "187"})
        phone.submit("/undo")
        with table_of(phone).seen() as session:
            assert not session.totals_only
            assert not session.rounds

    def test_totals_of_wins(self, open_sheet):
        phone = open_sheet(kind="totals", variant="vatikan", mode="")
        phone.submit("#sheet", {"t-0": "2", "t-1": "3", "t-2": "0"})
        assert table_of(phone).totals() == {"Anna": 2, "Bo": 3, "Cara": 0}

    @pytest.mark.parametrize(("won", "status"), [("0", 422), ("1", 200), ("99", 200), ("100", 422)])
    def test_wins_are_at_least_one_and_at_most_the_lines_of_a_sheet(self, open_sheet, won, status):
        phone = open_sheet(kind="totals", variant="vatikan", mode="")
        phone.submit("#sheet", {"t-0": won, "t-1": "0", "t-2": "0"}, status=status)

    @pytest.mark.parametrize("text", ["", "many", "-5", "12 11", "99999"])
    def test_invalid_totals_are_refused_and_preserved(self, app, open_sheet, text):
        phone = open_sheet(kind="totals")
        phone.submit("#sheet", {"t-0": "210", "t-1": text, "t-2": "187"}, status=422)
        assert len(phone.page.texts(".wrong")) == 1
        assert phone.value_of("t-1") == text
        assert count(app) == 1


@pytest.mark.parametrize(
    "params",
    [
        {"start": "2999-01-01T20:00"},
        {"start": "yesterday"},
        {"start": ""},
        {"start": "2024-03-08T20:00+01:00"},
        {"kind": "cards"},
        {"place": "x" * 81},
        {"name": "Anna"},
        {"variant": "chess"},
    ],
)
def test_an_invalid_address_redirects_to_the_names(open_sheet, params):
    phone = open_sheet(**params)
    assert phone.path.endswith("/sheets/new")


def test_query_count_does_not_depend_on_the_number_of_players(app, open_sheet):
    from sqlalchemy import event  # noqa: PLC0415

    counts = []
    for names in (["A", "B"], list("ABCDEFGH")):
        statements = []
        with app.app_context():
            engine = db.engine
        event.listen(
            engine,
            "before_cursor_execute",
            listener := lambda *statement, statements=statements: statements.append(statement[2]),
        )
        open_sheet(name=names)
        event.remove(engine, "before_cursor_execute", listener)
        counts.append(len(statements))
    assert counts[0] == counts[1]


def test_sheets_of_one_date_share_a_night(app, open_sheet):
    phone = open_sheet()
    phone.submit("#sheet", cells(SHEET))
    assert count(app, Night) == 2
    phone = open_sheet(start="2024-03-08T23:55")
    phone.submit("#sheet", cells(SHEET))
    assert count(app, Night) == 2
