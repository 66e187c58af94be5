"""A table of one's own: pasted or as a file, asked about where it does not say, shown before it comes in."""

import io

import openpyxl
import pytest

from tests.models.rows import row_counts
from tests.phone import Phone
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


class TestPasting:
    def test_a_pasted_table_is_shown_before_it_comes_in(self, app, table, phone):
        paste(phone, table, ROUNDS)
        assert phone.page.heading == "What would be imported"
        assert "a pasted table" in phone.page.words
        assert counts(phone)[0] == "1 game to import"
        assert "Bo 4, Anna 5, Cara 19" in phone.page.words
        assert row_counts(app)["sessions"] == 1

    def test_it_is_of_the_game_that_was_played_last_unless_somebody_says_otherwise(self, table, phone):
        paste(phone, table, ROUNDS)
        assert chosen(phone, "game-0") == "derange"

    def test_its_rounds_come_in_and_go_again(self, app, table, phone):
        before = row_counts(app)
        paste(phone, table, ROUNDS)
        apply_import(phone)
        assert row_counts(app)["rounds"] == before["rounds"] + 2
        phone.submit("/revert")
        assert row_counts(app)["rounds"] == before["rounds"]

    def test_nothing_pasted_and_no_file(self, table, phone):
        paste(phone, table, "  ", 422)
        assert "Choose a file, or paste a table." in phone.page.words

    def test_what_cannot_be_read_stays_in_its_field(self, table, phone):
        paste(phone, table, "Anna\n12", 422)
        assert phone.page.select("textarea")[0].text.strip() == "Anna\n12"
        assert "names of two or more players" in phone.page.texts("code")[0]
        assert phone.page.select("textarea[aria-invalid]")

    @pytest.mark.parametrize(("length", "is_too_long"), [(200_000, False), (200_001, True)])
    def test_more_than_anybody_pastes(self, app, table, phone, length, is_too_long):
        paste(phone, table, "x" * length, 422)
        assert ("At most 200000 characters." in phone.page.words) == is_too_long
        assert row_counts(app)["imports"] == 0

    def test_both_a_file_and_a_table_are_one_too_many(self, table, phone):
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


class TestQuestions:
    def test_what_a_row_is_may_be_said_otherwise(self, app, table, phone):
        paste(phone, table, "Anna;Bo\n0;4\n5;0\n")
        assert chosen(phone, "table-rows") == "rounds"
        phone.submit("#apply", {"table-rows": "games"}, button="Look again with these choices")
        assert counts(phone)[0] == "2 games to import"
        assert chosen(phone, "table-rows") == "games"

    def test_the_day_and_month_are_asked_once_and_the_answer_is_kept(self, table, phone):
        paste(phone, table, DAYS)
        assert "Which day is 05/06/2024?" in phone.page.words
        assert "5 June 2024" in phone.page.words
        phone.submit("#apply", {"table-dates": "mdy"}, button="Look again with these choices")
        assert "May" in " ".join(phone.page.texts("h3"))
        phone.get(phone.path)
        assert chosen(phone, "table-dates") == "mdy"

    def test_another_answer_is_shown_before_it_comes_in(self, app, table, phone):
        paste(phone, table, DAYS)
        phone.submit("#apply", {"table-dates": "mdy"}, button="Import it")
        assert "Nothing is imported yet." in phone.page.flashes[0]
        assert row_counts(app)["sessions"] == 1
        apply_import(phone)
        assert row_counts(app)["sessions"] == 3

    def test_nonsense_changes_nothing(self, table, phone):
        paste(phone, table, DAYS)
        phone.submit("#apply", {"table-dates": "<x>"}, button="Look again with these choices")
        assert chosen(phone, "table-dates") == "dmy"

    def test_a_day_without_a_column_is_asked_for(self, table, phone):
        paste(phone, table, "Anna;Bo\n0;4\n5;0\n")
        phone.submit("#apply", {"table-day": "2023-12-24"}, button="Look again with these choices")
        assert "24 December 2023" in " ".join(phone.page.texts("h3"))

    def test_a_total_that_does_not_agree_is_named(self, table, phone):
        paste(phone, table, ROUNDS + "Total\t5\t5\t19\n")
        assert "Row 4 says 5 for Bo, but the rows above make 4 C4" in phone.page.words

    def test_a_cell_that_is_no_number_is_named(self, table, phone):
        paste(phone, table, ROUNDS.replace("12", "12x"))
        assert "Row 3, column “Cara”: “12x” is no number D3" in phone.page.words


class TestDaysToCome:
    LATE = "Date;Anna;Bo\n2999-06-05;3;4\n2024-06-05;5;6\n"

    def test_a_game_that_lies_in_the_future_is_asked_about(self, app, table, phone):
        paste(phone, table, self.LATE)
        assert counts(phone)[0] == "1 game to import"
        assert "1 game lies in the future: on 5 June 2999." in phone.page.words
        phone.submit("#apply", button="Import it", status=422)
        assert "Say first whether the dates to come are right." in phone.page.texts(".problem")[0]
        assert row_counts(app)["sessions"] == 1

    @pytest.mark.parametrize(("answer", "games"), [("take", 3), ("leave", 2)])
    def test_either_answer_holds(self, app, table, phone, answer, games):
        paste(phone, table, self.LATE)
        apply_import(phone, late=answer)
        assert row_counts(app)["sessions"] == games

    def test_so_is_one_in_any_other_file(self, app, table, phone):
        upload(phone, table, "date,game,player,points\n2999-01-01,Derange,Anna,3\n2999-01-01,Derange,Bo,4\n")
        assert "1 game lies in the future" in phone.page.words
        apply_import(phone, late="take", **{"game-0": "derange"})


class TestCorrections:
    OTHER = ROUNDS.replace("2\t5", "2\t6")

    def first(self, phone, table):
        paste(phone, table, ROUNDS)
        apply_import(phone)

    def test_what_differs_is_named_and_can_be_put_right(self, app, table, phone):
        self.first(phone, table)
        paste(phone, table, self.OTHER)
        assert counts(phone)[:2] == ["0 games to import", "1 has other points here"]
        assert "Round 2: Anna 5 → 6" in phone.page.words
        assert "nothing new" not in phone.page.words
        apply_import(phone)
        assert "1 game corrected." in phone.page.words
        [link] = phone.page.select("[aria-labelledby=corrected] a")
        assert link["href"].startswith(f"{table.group_path}/sessions/")
        assert row_counts(app)["sessions"] == 2
        phone.submit("/revert")
        paste(phone, table, self.OTHER)
        assert "Round 2: Anna 5 → 6" in phone.page.words

    def test_it_may_stay_as_it_is(self, table, phone):
        self.first(phone, table)
        paste(phone, table, self.OTHER)
        field = phone.page.select('select[name^="fix-"]')[0]["name"]
        phone.submit("#apply", {field: "leave"}, button="Look again with these choices")
        assert chosen(phone, field) == "leave"
        assert "What differs stays as it is here" in phone.page.words
        assert not phone.page.select("footer button")

    def test_the_game_and_the_group_tell_of_it(self, table, phone):
        self.first(phone, table)
        paste(phone, table, self.OTHER)
        game = phone.page.select('select[name^="fix-"]')[0]["name"].removeprefix("fix-")
        apply_import(phone)
        phone.get(f"{table.group_path}/sessions/{game}")
        assert "Corrected from “a pasted table”: Anna 5 → 6" in phone.page.words
        phone.get(f"{table.group_path}/players")
        assert "“a pasted table” imported: 0 games, 1 corrected" in phone.page.words


def workbook(rows, **sheets):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for title, more in sheets.items():
        sheet = book.create_sheet(title)
        for row in more:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_spreadsheet_comes_in(app, table, phone):
    upload(phone, table, workbook([["Round", "Anna", "Bo"], [1, 0, 4], [2, 5.0, 0]]), name="cards.xlsx")
    assert "Bo 4, Anna 5" in phone.page.words
    apply_import(phone)
    assert row_counts(app)["sessions"] == 2


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_example_is_a_table_that_comes_in(app, table, phone, language):
    phone.headers["Accept-Language"] = language
    phone.get(f"{table.group_path}/imports")
    assert phone.page.select("table.fits")
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


def test_for_a_stranger_there_is_none(app, table):
    Phone(app).get(f"{table.group_path}/imports/example.csv", 404)
