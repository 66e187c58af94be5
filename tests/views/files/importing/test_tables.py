"""Tables of points, pasted or as a file: preview, questions about their meaning."""

import io
import sqlite3
from contextlib import closing

import openpyxl
import pytest

from files.importing.draft import Question, packed, unpacked
from files.readers import reading
from models import Import, db
from tests.models.rows import row_counts
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work
from tests.views.files.importing.test_imports import apply_import, counts, upload

pytestmark = [
    pytest.mark.table(plays=["Cara out, Anna 8 5 5, Bo K"], mode="short"),
    pytest.mark.phone("owner"),
    pytest.mark.usefixtures("no_pauses"),
]

ROUNDS = "Round\tAnna\tBo\tCara\n1\t0\t4\t7\n2\t5\t0\t12\n"
DAYS = "Date;Anna;Bo\n05/06/2024;3;4\n07/06/2024;5;6\n"


def paste(phone, table, text, status=200):
    phone.get(f"{table.group_path}/imports")
    return phone.submit("form[enctype]", {"pasted": text}, status=status)


def chosen(phone, name):
    return phone.page.select(f'[name="{name}"] option[selected]')[0]["value"]


@full_only
class TestPasting:
    def test_a_pasted_table_is_previewed(self, app, table, phone):
        paste(phone, table, ROUNDS)
        assert phone.page.heading == "What would be imported"
        assert "a pasted table" in phone.page.words
        assert counts(phone)[0] == "1 game to import"
        assert "Bo 4, Anna 5, Cara 19" in phone.page.words
        assert row_counts(app)["sessions"] == 1

    def test_the_default_variant_is_that_of_the_last_game(self, table, phone):
        paste(phone, table, ROUNDS)
        assert chosen(phone, "game-0") == "derange"

    def test_points_below_zero_are_not_those_of_the_last_game(self, table, phone):
        paste(phone, table, ROUNDS.replace("12", "-12"))
        assert phone.page.select("[name=game-0] option[selected]")[0]["value"] == "?"

    def test_a_list_from_a_message_is_previewed(self, table, phone):
        paste(phone, table, "Vändåtta 17 maj: Anna 10, Bo 6 och Cara 0")
        assert counts(phone)[0] == "0 games to import"
        phone.submit("#apply", {"table-year": "2025"}, button="Look again with these choices")
        assert "17 May 2025" in phone.page.words
        assert "Cara 0, Bo 6, Anna 10" in phone.page.words

    def test_rounds_are_imported_and_reverted(self, app, table, phone):
        before = row_counts(app)
        paste(phone, table, ROUNDS)
        apply_import(phone)
        assert row_counts(app)["sheets"] == before["sheets"] + 1
        phone.submit("/revert")
        assert row_counts(app)["sheets"] == before["sheets"]

    def test_an_empty_form_is_refused(self, table, phone):
        paste(phone, table, "  ", 422)
        assert "Choose a file, or paste a table." in phone.page.words

    def test_an_unreadable_table_is_preserved_in_its_field(self, table, phone):
        paste(phone, table, "Anna\n12", 422)
        assert phone.page.select("textarea")[0].text.strip() == "Anna\n12"
        assert "names of two or more players" in phone.page.texts("code")[0]
        assert phone.page.select("textarea[aria-invalid]")

    @pytest.mark.parametrize(("length", "is_too_long"), [(200_000, False), (200_001, True)])
    def test_the_length_of_a_pasted_table_is_limited(self, app, table, phone, length, is_too_long):
        paste(phone, table, "x" * length, 422)
        assert ("At most 200000 characters." in phone.page.words) == is_too_long
        assert row_counts(app)["imports"] == 0

    def test_a_file_and_a_pasted_table_together_are_refused(self, table, phone):
        phone.get(f"{table.group_path}/imports")
        action, _method, fields = phone.filled("form[enctype]")
        fields["pasted"] = ROUNDS
        parts = "".join(
            f'--edge\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in fields.items()
        )
        file = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n' + ROUNDS
        headers = {"Sec_Fetch_Site": "same-origin", "Content_Type": "multipart/form-data; boundary=edge"}
        phone.post(action, (parts + file + "\r\n--edge--\r\n").encode(), 422, **headers)
        assert "not both" in phone.page.words


WITH_MAX = "Round\tAnna\tBo\tMax\tMinuten\n1\t0\t4\t7\t12\n2\t5\t0\t12\t9\nBonus\t1\t1\t1\t\n"


@full_only
class TestPlayers:
    def test_the_first_rows_are_shown_below_what_each_column_is(self, table, phone):
        paste(phone, table, WITH_MAX)
        assert phone.page.texts(".chosen-columns th") == ["Round", "Anna", "Bo", "Max", "Minuten"]
        rows = [
            [str(cell.text) for cell in row.select("td")]
            for row in phone.page.select(".chosen-columns tbody tr")
        ]
        assert rows == [["1", "0", "4", "7", "12"], ["2", "5", "0", "12", "9"], ["Bonus", "1", "1", "1", ""]]
        assert [chosen(phone, f"table-role-0-{n}") for n in range(5)] == [
            "round",
            "player",
            "player",
            "",
            "other",
        ]
        assert phone.page.select("select[data-open]")[0]["aria-label"] == "What is the column “Max”?"

    def test_columns_that_are_all_clear_are_folded(self, table, phone):
        paste(phone, table, "Date\tAnna\tBo\tMinutes\n2024-05-17\t0\t4\t20\n2024-05-18\t5\t0\t30\n")
        assert phone.page.texts("summary")[0].endswith("2 players, 1 column is left out")

    def test_nothing_is_imported_while_a_question_is_open(self, app, table, phone):
        paste(phone, table, WITH_MAX)
        phone.submit("#apply", button="Import it", status=422)
        assert "Answer the questions about the table first. Nothing was imported." in phone.page.words
        assert {each["name"] for each in phone.page.select("select[aria-invalid]")} == {
            "table-role-0-3",
            "table-row-bonus",
        }
        assert row_counts(app)["sessions"] == 1

    def test_the_answers_are_previewed_and_imported(self, app, table, phone):
        paste(phone, table, WITH_MAX)
        answers = {"table-role-0-3": "player", "table-row-bonus": "round"}
        phone.submit("#apply", answers, button="Look again with these choices")
        assert "Bo 5, Anna 6, Max 20" in phone.page.words
        apply_import(phone)
        assert phone.page.flashes == ["Imported."]

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("Max;Bonus\n3;4\n", "Nothing would be imported yet: answer the questions above."),
            ("Anna;Bo\nten;4\n", "Nothing in this file can be imported."),
            ("Datum;Anna;Bo\n17/5;25;4\n", "Nothing would be imported yet: answer the questions above."),
        ],
    )
    def test_why_nothing_would_be_imported_is_said(self, table, phone, text, reason):
        paste(phone, table, text)
        assert reason in phone.page.words
        assert "There is nothing new" not in phone.page.words

    def test_columns_without_players_can_be_chosen_again(self, table, phone):
        paste(phone, table, "Anna\tBo\n0\t4\n5\t0\n")
        no_players = {"table-role-0-0": "other", "table-role-0-1": "other"}
        phone.submit("#apply", no_players, button="Look again with these choices")
        assert phone.page.words.count("There is nothing new in this file.") == 1
        phone.submit("#apply", dict.fromkeys(no_players, "player"), button="Look again with these choices")
        assert counts(phone)[0] == "1 game to import"

    def test_two_columns_with_one_name_are_a_message(self, app, table, phone):
        paste(phone, table, "Round\tAnna\tBo\tMax\tMax\n1\t0\t4\t7\t1\n2\t5\t0\t12\t3\n")
        answers = {"table-role-0-3": "player", "table-role-0-4": "player"}
        phone.submit("#apply", answers, button="Look again with these choices", status=422)
        assert "E1: “Max” stands above two columns" in phone.page.words
        assert [chosen(phone, f"table-role-0-{n}") for n in (3, 4)] == ["player", "player"]
        phone.submit("#apply", answers, button="Import it", status=422)
        assert row_counts(app)["sessions"] == 1
        phone.submit("#apply", {"table-role-0-4": "other"}, button="Look again with these choices")
        assert "Bo 4, Anna 5, Max 19" in phone.page.words

    def test_the_next_table_with_the_same_heads_is_clear(self, table, phone):
        paste(phone, table, WITH_MAX)
        answers = {"table-role-0-3": "player", "table-row-bonus": "round"}
        phone.submit("#apply", answers, button="Look again with these choices")
        apply_import(phone)
        paste(phone, table, WITH_MAX.replace("12", "13"))
        assert chosen(phone, "table-role-0-3") == "player"

    def test_a_table_that_an_earlier_version_has_read_is_read_anew(self, app, table, phone):
        paste(phone, table, "Anna\tBo\tMinutes\n0\t4\t20\n5\t0\t30\n")
        with at_work(app):
            file = db.session.scalars(db.select(Import)).one()
            draft = unpacked(file.document)
            asked = ("column-0", "column-1", "column-2", "layout")
            draft.table.questions = [
                Question(
                    key=key, answers=["player", "other"], chosen="player", about={"name": "x", "head": "x"}
                )
                for key in asked
            ]
            file.document = packed(draft)
            db.session.commit()
        phone.get(phone.path)
        assert [chosen(phone, f"table-role-0-{n}") for n in range(3)] == ["player", "player", "other"]
        phone.submit("#apply", button="Import it")
        assert "Nothing is imported yet" in phone.page.words
        apply_import(phone)
        assert row_counts(app)["sessions"] == 2

    def test_a_table_that_nothing_says_anything_of_is_read_by_choices(self, table, phone):
        paste(phone, table, "Aa\tBb\tCc\n2024-05-17\tAnna\t5\n2024-05-17\tEva\t7\n")
        assert "Nothing would be imported yet: answer the questions above." in phone.page.words
        phone.submit(
            "#apply",
            {"table-role-0-1": "name", "table-role-0-2": "points"},
            button="Look again with these choices",
        )
        assert "Anna 5, Eva 7" in phone.page.words
        assert "won by Anna" in phone.page.words


class TestNewGames:
    GAMES = ("Phase 10", "Uno", "Hearts", "Skat", "Go")
    TABLE = "Date,Game,Anna,Bo\n" + "".join(
        f"2024-05-{day},{game},3,{day}\n" for day, game in enumerate(GAMES, 10)
    )

    def test_all_can_be_imported_or_left_out_at_once(self, app, table, phone):
        upload(phone, table, self.TABLE, name="games.csv")
        assert "5 are left out" in phone.page.texts("summary small")
        phone.submit("#apply", button="Import all as new games")
        assert "5 become new games" in phone.page.texts("summary small")
        assert counts(phone)[:2] == ["5 games to import", "5 new games of your own"]
        phone.submit("#apply", button="Leave all out")
        assert counts(phone) == ["0 games to import", "5 belong to other games and are left out"]
        phone.submit("#apply", {"game-2": "new:lowest"}, button="Look again with these choices")
        apply_import(phone)
        phone.get(f"{table.group_path}/games")
        assert "Phase 10" in phone.page.words


@full_only
class TestQuestions:
    def test_the_meaning_of_a_row_can_be_changed(self, app, table, phone):
        paste(phone, table, "Anna;Bo\n0;4\n5;0\n")
        assert chosen(phone, "table-rows") == "rounds"
        phone.submit("#apply", {"table-rows": "games"}, button="Look again with these choices")
        assert counts(phone)[0] == "2 games to import"
        assert chosen(phone, "table-rows") == "games"

    def test_the_order_of_day_and_month_is_asked_once_and_stored(self, table, phone):
        paste(phone, table, DAYS)
        assert "Which day is 05/06/2024?" in phone.page.words
        assert "5 June 2024" in phone.page.words
        phone.submit("#apply", {"table-dates": "mdy"}, button="Look again with these choices")
        assert "May" in " ".join(phone.page.texts("h3"))
        phone.get(phone.path)
        assert chosen(phone, "table-dates") == "mdy"

    def test_a_changed_answer_is_previewed_before_the_import(self, app, table, phone):
        paste(phone, table, DAYS)
        phone.submit("#apply", {"table-dates": "mdy"}, button="Import it")
        assert "Nothing is imported yet." in phone.page.flashes[0]
        assert row_counts(app)["sessions"] == 1
        apply_import(phone)
        assert row_counts(app)["sessions"] == 3

    @pytest.mark.parametrize("button", ["Look again with these choices", "Import it"])
    def test_others_can_save_while_the_table_is_read_again(self, app, table, phone, button, monkeypatch):
        """With a lock the other connection would fail at once."""
        read_again, saved = reading.read_again, []

        def beside_another_save(*arguments):
            file = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
            with closing(sqlite3.connect(file, timeout=0)) as other:
                other.execute("UPDATE groups SET name = name")
                other.commit()
            saved.append(True)
            return read_again(*arguments)

        monkeypatch.setattr(reading, "read_again", beside_another_save)
        paste(phone, table, DAYS)
        phone.submit("#apply", {"table-dates": "mdy"}, button=button)
        assert saved
        assert chosen(phone, "table-dates") == "mdy"

    def test_what_another_phone_has_chosen_meanwhile_is_shown_first(self, app, table, phone, monkeypatch):
        read_again = reading.read_again
        paste(phone, table, "Anna;Bo\n0;4\n5;0\n")
        twin = phone.twin()

        def after_another_choice(*arguments):
            monkeypatch.setattr(reading, "read_again", read_again)
            twin.submit("#apply", {"table-day": "2024-05-17"}, button="Look again with these choices")
            return read_again(*arguments)

        monkeypatch.setattr(reading, "read_again", after_another_choice)
        phone.submit("#apply", {"table-rows": "games"}, button="Import it")
        assert (chosen(phone, "table-rows"), phone.value_of("table-day")) == ("rounds", "2024-05-17")
        assert row_counts(app)["sessions"] == 1

    def test_an_invalid_answer_changes_nothing(self, table, phone):
        paste(phone, table, DAYS)
        phone.submit("#apply", {"table-dates": "<x>"}, button="Look again with these choices")
        assert chosen(phone, "table-dates") == ""

    def test_the_date_is_asked_if_there_is_no_column(self, table, phone):
        paste(phone, table, "Anna;Bo\n0;4\n5;0\n")
        phone.submit("#apply", {"table-day": "2023-12-24"}, button="Look again with these choices")
        assert "24 December 2023" in " ".join(phone.page.texts("h3"))

    def test_a_wrong_total_is_reported(self, table, phone):
        paste(phone, table, ROUNDS + "Total\t5\t5\t19\n")
        assert "Row 4 says 5 for Bo, but the rows above make 4 C4" in phone.page.words

    def test_a_cell_that_is_not_a_number_is_reported(self, table, phone):
        paste(phone, table, ROUNDS.replace("12", "12x"))
        assert "Row 3, column “Cara”: “12x” is no number D3" in phone.page.words


@full_only
class TestFutureDates:
    LATE = "Date;Anna;Bo\n2999-06-05;3;4\n2024-06-05;5;6\n"

    def test_a_future_date_requires_an_answer(self, app, table, phone):
        paste(phone, table, self.LATE)
        assert counts(phone)[0] == "1 game to import"
        assert "1 game lies in the future: on 5 June 2999." in phone.page.words
        phone.submit("#apply", button="Import it", status=422)
        assert "Say first whether the dates to come are right." in phone.page.texts(".problem")[0]
        assert row_counts(app)["sessions"] == 1

    @pytest.mark.parametrize(("answer", "games"), [("take", 3), ("leave", 2)])
    def test_future_sessions_can_be_imported_or_left_out(self, app, table, phone, answer, games):
        paste(phone, table, self.LATE)
        apply_import(phone, late=answer)
        assert row_counts(app)["sessions"] == games

    def test_future_dates_in_other_formats_require_an_answer(self, app, table, phone):
        upload(phone, table, "date,game,player,points\n2999-01-01,Derange,Anna,3\n2999-01-01,Derange,Bo,4\n")
        assert "1 game lies in the future" in phone.page.words
        apply_import(phone, late="take", **{"game-0": "derange"})


def workbook(rows, **sheets):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for title, lines in sheets.items():
        sheet = book.create_sheet(title)
        for row in lines:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_spreadsheet_can_be_imported(app, table, phone):
    upload(phone, table, workbook([["Round", "Anna", "Bo"], [1, 0, 4], [2, 5.0, 0]]), name="cards.xlsx")
    assert "Bo 4, Anna 5" in phone.page.words
    apply_import(phone)
    assert row_counts(app)["sessions"] == 2


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_example_can_be_imported(app, table, phone, language):
    phone.headers["Accept-Language"] = language
    phone.get(f"{table.group_path}/imports")
    assert phone.page.select("table.example-table")
    answer = phone.client.get(
        f"{table.group_path}/imports/example.csv", base_url=phone.base, headers=phone.headers
    )
    assert answer.mimetype == "text/csv"
    upload(phone, table, answer.data, name="example.csv")
    assert len(phone.page.select('[name^="game-"]')) == 2
    assert not phone.page.select("#odd")
    assert not phone.page.select("#left-out")


def test_the_example_is_for_owners(table, phone_of):
    phone_of(table, "watcher").get(f"{table.group_path}/imports/example.csv", 403)


def test_a_stranger_cannot_download_the_example(app, table):
    Phone(app).get(f"{table.group_path}/imports/example.csv", 404)
