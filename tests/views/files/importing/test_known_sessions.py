"""Sessions of a file that the group has: never changed by an import, and named if they differ."""

import pytest

from tests.files.importing.files import TOTALS, File
from tests.models.rows import row_counts
from tests.views.files.importing.test_imports import apply_import, counts, upload

pytestmark = [
    pytest.mark.table(plays=["Cara out, Anna 8 5 5, Bo K"], mode="short"),
    pytest.mark.phone("owner"),
    pytest.mark.usefixtures("no_pauses"),
]
OTHER = TOTALS.replace("12", "21")
NEW = "2024-03-03,Derange Order of Eight,Anna,3\n2024-03-03,Derange Order of Eight,Bo,4\n"
REASON = "The score sheet here is another one and stays as it is"


@pytest.fixture
def imported(table, phone):
    upload(phone, table, TOTALS, name="night.csv")
    apply_import(phone)


def left_out(phone):
    return phone.page.texts("section[aria-labelledby=left-out] > ul > li")


@pytest.mark.usefixtures("imported")
class TestPreview:
    def test_one_that_differs_is_named_and_left_out(self, app, table, phone):
        upload(phone, table, OTHER, name="night.csv")
        assert counts(phone) == ["0 games to import", "1 cannot be imported"]
        (line,) = left_out(phone)
        assert line.startswith(f"2024-02-02 · Derange Order of Eight {REASON}")
        assert "What differs stays as it is here, and there is nothing else new" in phone.page.words
        assert not phone.page.select("footer button")
        assert row_counts(app)["sessions"] == 2

    def test_an_equal_one_is_only_counted(self, table, phone):
        upload(phone, table, TOTALS, name="night.csv")
        assert counts(phone) == ["0 games to import", "1 is here already and stays as it is"]
        assert "There is nothing new in this file." in phone.page.words

    def test_new_sessions_are_imported(self, app, table, phone):
        upload(phone, table, OTHER + NEW, name="night.csv")
        assert counts(phone) == ["1 game to import", "1 new night", "1 cannot be imported"]
        apply_import(phone)
        assert "1 game imported." in phone.page.words
        assert row_counts(app)["sessions"] == 3

    def test_a_choice_of_an_older_page_changes_nothing(self, table, phone):
        upload(phone, table, OTHER, name="night.csv")
        action, _method, fields = phone.filled("#apply")
        phone.post(action, {**fields, f"fix-{table.session_id}": "take"}, 422)
        assert "There is nothing new in this file. Nothing was imported." in phone.page.words


class TestCorrectionOfAnOlderVersion:
    @pytest.fixture
    def older(self, app, table):
        older = File(app, table.group_id, TOTALS)
        older.corrects(table.session_id, 11)
        return older

    def test_the_histories_of_session_and_group_show_it(self, older, table, phone):
        phone.get(f"{table.path}/history")
        assert "Corrected from “a file”: Anna 60 (8, 5 ×2) → 11, Bo 20 (K) → 11" in phone.page.words
        phone.get(f"{table.group_path}/players")
        assert "“a file” imported: 0 games, 1 corrected" in phone.page.words

    def test_it_is_taken_back_and_put_back(self, older, table, phone):
        table.takes_back()
        phone.get(f"{table.path}/history")
        assert "Taken back: Corrected from “a file”" in phone.page.words
        table.takes_back(table.last_change())
        phone.get(f"{table.path}/history")
        assert "Put back: Corrected from “a file”" in phone.page.words
        assert table.totals() == {"Anna": 11, "Bo": 11, "Cara": 0}

    def test_the_score_sheet_marks_it(self, older, table, phone):
        phone.get(f"{table.path}/rounds")
        assert len(phone.page.select("td.corrected")) == 2

    def test_the_import_is_reverted(self, older, table, phone):
        phone.get(f"{table.group_path}/imports/{older.id}")
        assert "1 game corrected." in phone.page.words
        phone.submit("/revert")
        assert "Taken back: 0 games are gone." in phone.page.words
        assert table.totals() == {"Anna": 60, "Bo": 20, "Cara": 0}

    def test_the_page_says_that_a_session_stays_corrected(self, older, table, phone):
        table.corrects(1, "Cara out, Anna 8, Bo K")
        phone.get(f"{table.group_path}/imports/{older.id}")
        phone.submit("/revert")
        assert "1 game stays corrected, because something was changed in it since." in phone.page.words
