"""The score sheet and the history of custom games: typed, collected and multiplied points."""

import pytest

from tests.custom import preset, typed
from tests.table import start

FIVE = "Anna Bo Cara Dilan Eva"
DOUBLED = typed(
    winner="highest",
    negative=True,
    multipliers=[
        {"factor": 2, "of": "hand", "reason": "All tricks"},
        {"factor": 2, "of": "round", "reason": "No trump"},
    ],
)


@pytest.fixture
def sheet(app, phone_of):
    """The score sheet: sheet(definition, "Anna =5, Bo =7")."""

    def open_sheet(definition, *rounds, names="Anna Bo Cara"):
        table = start(app, definition, names).plays(*rounds)
        return phone_of(table, "scorer").get(f"{table.path}/rounds")

    return open_sheet


def figures(page):
    return page.texts(".round-sheet tbody td small")


def totals(page):
    return page.texts(".round-sheet tbody td b")


def legend(page):
    return page.texts(".sheet-legend > span")


def test_sums_stand_as_they_were_typed(sheet):
    page = sheet(preset("points_only"), "Anna =12+11+7, Bo =3-10, Cara =-15", "Anna =0, Bo =100, Cara =-5")
    assert figures(page) == ["12+11+7", "3−10", "−15", "±0", "+100", "−5"]
    assert totals(page) == ["30", "−7", "−15", "30", "93", "−20"]
    assert page.texts(".round-sheet tfoot td small") == ["−63", "leads", "−113"]
    assert legend(page) == ["A dealt"]


def test_a_sum_without_room_stands_as_its_points(sheet):
    assert figures(sheet(typed(), "Anna =1+2+3+4+5+6, Bo =7, Cara =0"))[0] == "+21"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("Anna Bo Cara Dilan", ["12+11+7", "12+110", "12+11"]),
        ("Anna Bo Cara Dilan Eva", ["+30", "12+110", "12+11"]),
        ("Anna Bo Cara Dilan Eva Frans Gun", ["+30", "+122", "12+11"]),
    ],
)
def test_narrow_columns_have_less_room_for_sums(sheet, names, shown):
    others = ", ".join(f"{name} =0" for name in names.split()[3:])
    page = sheet(typed(), f"Anna =12+11+7, Bo =12+110, Cara =12+11, {others}", names=names)
    assert figures(page)[:3] == shown
    page = sheet(typed(winner="collects"), "Bo out, Anna =12+11+7, Cara =5, Dilan =0, Eva =0", names=FIVE)
    assert figures(page)[0] == "0 (30)"


def test_the_collector_gains_and_the_others_show_what_they_held(sheet):
    page = sheet(preset("crazy_eights"), "Anna out, Bo 8, Cara K", "Bo out, Anna -, Cara -")
    assert figures(page)[0] == "+60"
    assert [text.partition(",")[0] for text in figures(page)[1:3]] == ["0 (50)", "0 (10)"]
    assert totals(page)[:3] == ["60", "0", "0"]
    assert figures(page)[4] == "out"
    assert legend(page) == ["A dealt", "went out"]


def test_places_have_no_sign(sheet):
    page = sheet(typed(scoring="places", rounds=2), "Anna =1, Bo =2, Cara =2")
    assert figures(page) == ["1", "2", "2"]


def test_multiplied_hands_and_rounds(sheet):
    page = sheet(DOUBLED, "Anna =20 ×1, Bo =5+5, Cara =-3", "×2, Anna =20, Bo =5+5, Cara =4 ×1")
    assert figures(page) == ["20×2", "5+5", "−3", "20×2", "(5+5)×2", "4×4"]
    assert totals(page)[3:] == ["80", "30", "13"]
    heads = page.select(".round-sheet tbody th small")
    assert [(head.text, head["title"]) for head in heads] == [("×2", "No trump")]
    assert legend(page) == ["A dealt", "×2 All tricks", "×2 No trump"]


def test_an_eliminated_player_is_out_of_the_game(sheet):
    page = sheet(preset("last_one"), "Anna out, Bo 8 8, Cara 5", "Anna 3, Cara out")
    assert figures(page)[4] == "out of the game"
    assert "did not play" not in page.text.partition("data-waiting-sheet")[0]
    assert legend(page)[-1] == "out of the game"


def test_without_a_round_winner_nobody_is_missed(sheet):
    page = sheet(typed(), "Anna =5, Bo =7, Cara =0")
    assert not page.select(".round-sheet tbody th .icon")
    assert "nobody out" not in " ".join(page.texts("main"))
    assert page.texts(".round-sheet tbody th .unseen")[0] == ", Anna dealt"


class TestChanges:
    @pytest.fixture
    def newest(self, app, phone_of):
        """The newest change of a session in words, after a correction of its first round."""

        def corrected(definition, before, after):
            table = start(app, definition, "Anna Bo").plays(before).corrects(1, after)
            return phone_of(table, "scorer").get(f"{table.path}/history").texts(".history p")[0]

        return corrected

    def test_a_typed_sum(self, newest):
        words = newest(preset("points_only"), "Anna =12+11, Bo =-5", "Anna =12-11, Bo =-5")
        assert words == "Round 1, corrected: Anna 23 (12+11) → 1 (12−11)"

    def test_a_multiplied_hand(self, newest):
        words = newest(DOUBLED, "Anna =20, Bo =-5", "Anna =20 ×1, Bo =-5")
        assert words == "Round 1, corrected: Anna 20 → 40 (20 ×2)"

    def test_a_multiplied_round(self, newest):
        words = newest(DOUBLED, "Anna =20, Bo =0", "×2, Anna =20, Bo =0")
        assert words == "Round 1, corrected: Anna 20 → 40 (20), the round counts ×1 → ×2"
