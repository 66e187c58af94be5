"""Which game a file without names of games is: by its name, by a sheet, or as the table says."""

import io
from datetime import UTC, datetime, timedelta

import openpyxl
import pytest

from game.variants.scoring_profiles import game_in_title
from tests.models.rows import row_counts
from tests.sampling import full_only
from tests.views.files.importing.test_imports import apply_import, counts, upload

pytestmark = [
    pytest.mark.table(plays=["Cara out, Anna 8 5 5, Bo K"], mode="short"),
    pytest.mark.phone("owner"),
    pytest.mark.usefixtures("no_pauses"),
]

NO_GAME = "Date,Anna,Bo,Cara\n2024-05-17,3,0,25\n2024-05-24,5,7,0\n"
OWN = "Date,Game,Anna,Bo\n{},Uno,3,25\n"


def workbook(*titles):
    made = openpyxl.Workbook()
    made.remove(made.active)
    for month, title in enumerate(titles, 1):
        sheet = made.create_sheet(title)
        for cells in (["Date", "Anna", "Bo", "Cara"], [f"2024-0{month}-17", 3, 0, 20 + month]):
            sheet.append(cells)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def play_own_game(phone, table):
    """Let the last game of the group be one of its own, in which the highest points win."""
    upload(phone, table, OWN.format(datetime.now(UTC).date() + timedelta(days=1)), name="games.csv")
    phone.submit("#apply", {"game-0": "new:highest"}, button="Look again with these choices")
    apply_import(phone)


def chosen(phone, number=0):
    return phone.page.select(f'[name="game-{number}"] option[selected]')[0]["value"]


def winners(phone):
    return [line for line in phone.page.texts("li small") if "won" in line]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Vandatta 2024", "Vandatta"),
        ("vändåtta_2024", "Vändåtta"),
        ("DERANGE-maj", "Derange Order of Eight"),
        ("Swedish Pursuit, 17 maj", "Swedish Pursuit"),
        ("Derange and Vatikan", ""),
        ("Vatikanen", ""),
        ("2024", ""),
        ("We no longer play Derange on Fridays because of football", ""),
    ],
)
def test_a_title_names_one_game(title, name):
    assert game_in_title(title) == name


@full_only
class TestAFileWithoutAGame:
    def test_the_last_own_game_is_not_taken(self, app, table, phone):
        play_own_game(phone, table)
        before = row_counts(app)["sessions"]
        upload(phone, table, NO_GAME, name="points.csv")
        assert chosen(phone) == "?"
        assert not phone.page.select('details [name="game-0"]')
        assert "The file does not say it. The game decides who has won." in phone.page.words
        assert counts(phone)[0] == "0 games to import"
        phone.submit("#apply", button="Look again with these choices")
        assert chosen(phone) == "?"
        assert row_counts(app)["sessions"] == before

    def test_other_games_wait_for_the_answer(self, app, table, phone):
        before = row_counts(app)["sessions"]
        upload(phone, table, "Date,Game,Anna,Bo\n2024-05-17,,3,-5\n2024-05-18,Derange,3,0\n", name="p.csv")
        assert counts(phone)[0] == "1 game to import"
        phone.submit("#apply", button="Import it", status=422)
        assert "Say first which game it is. Nothing was imported." in phone.page.words
        assert phone.page.select('[name="game-0"][aria-invalid]')
        phone.submit("#apply", {"game-0": ""}, button="Look again with these choices")
        apply_import(phone)
        assert row_counts(app)["sessions"] == before + 1

    def test_the_last_known_game_is_shown_openly(self, table, phone):
        upload(phone, table, NO_GAME, name="points.csv")
        assert chosen(phone) == "derange"
        assert not phone.page.select('details [name="game-0"]')

    @pytest.mark.parametrize("name", ["Vandatta 2024.csv", "vandatta_våren.csv"])
    def test_the_name_of_the_file_says_it(self, table, phone, name):
        play_own_game(phone, table)
        upload(phone, table, NO_GAME, name=name)
        assert chosen(phone) == "vandatta"

    def test_the_name_of_the_file_may_be_that_of_an_own_game(self, table, phone):
        play_own_game(phone, table)
        upload(phone, table, NO_GAME, name="Uno 2024.csv")
        assert "won by Cara" in phone.page.words
        assert counts(phone)[0] == "2 games to import"

    def test_each_line_names_the_winner_of_the_chosen_game(self, table, phone):
        upload(phone, table, NO_GAME, name="points.csv")
        assert winners(phone) == ["won by Cara", "won by Bo"]
        phone.submit("#apply", {"game-0": "new:highest"}, button="Look again with these choices")
        assert winners(phone) == ["won by Bo", "won by Cara"]


@full_only
class TestSheets:
    def test_sheets_named_after_games(self, table, phone):
        play_own_game(phone, table)
        upload(phone, table, workbook("Vandatta 2024", "Derange"), name="points.xlsx")
        assert sorted(chosen(phone, number) for number in (0, 1)) == ["derange", "vandatta"]
        assert winners(phone) == ["won by Bo"] * 2

    def test_sheets_with_other_names_are_asked_about_one_by_one(self, table, phone):
        upload(phone, table, workbook("Uno", "Hearts"), name="points.xlsx")
        assert [chosen(phone, number) for number in (0, 1)] == ["", ""]
        assert not phone.page.select('details [name^="game-"]')
