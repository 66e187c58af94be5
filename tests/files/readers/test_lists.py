"""Lists of names with points, as people write them in a message."""

import pytest

from tests.files.drafts import refused
from tests.files.readers.tables.drawing import draft_of, games, questions, rounds, unanswered

NO_POINTS = "nothing here says who has how many points"


class TestLines:
    def test_a_line_with_its_day_is_a_game(self):
        draft = draft_of("17 maj 2024: Anna 10, Bo 6\n18 maj 2024: Anna 3, Bo 8\n")
        assert games(draft) == ["2024-05-17 Anna 10 Bo 6", "2024-05-18 Anna 3 Bo 8"]
        assert (questions(draft), unanswered(draft)) == ({"rows": "games"}, [])

    def test_lines_below_a_day_are_its_rounds(self):
        draft = draft_of("17 May 2024\nAnna 10, Bo 6, Cara 0\nAnna 3, Bo 0, Cara 1\n")
        assert games(draft) == ["2024-05-17 Anna 13 Bo 6 Cara 1"]
        assert rounds(draft) == [[10, 6, 0], [3, 0, 1]]

    def test_the_day_needs_no_colon(self):
        draft = draft_of("17/5 -24 Anna 10, Bo 6 och Cara 0\n18/5 -24 Anna 1; Bo 2 and Cara 3")
        assert games(draft) == ["2024-05-17 Anna 10 Bo 6 Cara 0", "2024-05-18 Anna 1 Bo 2 Cara 3"]

    def test_a_day_without_its_year_is_asked_for(self):
        text = "17 maj Anna 10, Bo 6\n18 maj Anna 3, Bo 8\n"
        assert unanswered(draft_of(text)) == ["year"]
        draft = draft_of(text, year="2023")
        assert games(draft) == ["2023-05-17 Anna 10 Bo 6", "2023-05-18 Anna 3 Bo 8"]

    def test_a_game_may_stand_in_front(self):
        draft = draft_of("Vändåtta: Anna 10, Bo 6\nSwedish Pursuit: Anna 3, Bo 8\n")
        assert games(draft) == ["2026-11-24 Vändåtta Anna 10 Bo 6", "2026-11-24 Swedish Pursuit Anna 3 Bo 8"]

    def test_lines_may_be_numbered(self):
        assert rounds(draft_of("1. Anna 10, Bo 6\n2. Anna 3, Bo 0\n")) == [[10, 6], [3, 0]]

    def test_what_was_written_above_stays_a_title(self):
        draft = draft_of("Vändåtta 17 maj 2024\nAnna 5, Bo 6")
        assert games(draft) == ["2024-05-17 Vändåtta Anna 5 Bo 6"]

    @pytest.mark.parametrize("word", ["Summa:", "Summa", "Totalt", "Total:"])
    def test_a_line_of_sums_is_no_round(self, word):
        draft = draft_of(f"17/5 2024\nAnna 10, Bo 6\nAnna 3, Bo 0\n{word} Anna 13, Bo 6")
        assert games(draft) == ["2024-05-17 Anna 13 Bo 6"]

    def test_a_total_beside_the_players_is_no_player(self):
        draft = draft_of("Anna 5, Bo 6, Total 11\nAnna 1, Bo 6, Total 7")
        assert games(draft) == ["2026-11-24 Anna 6 Bo 12"]

    def test_whoever_is_not_in_a_line_did_not_play_or_went_out(self):
        draft = draft_of("17/5 2024: Anna 5, Bo 6\n18/5 2024: Anna 5, Cara 6\n")
        assert games(draft) == ["2024-05-17 Anna 5 Bo 6", "2024-05-18 Anna 5 Cara 6"]
        assert "empty" in questions(draft)

    def test_a_game_may_stand_beside_the_day(self):
        wanted = ["2024-05-17 Derange Anna 10 Bo 6", "2024-05-18 Vandatta Anna 3 Bo 8"]
        assert (
            games(draft_of("Derange 2024-05-17: Anna 10, Bo 6\n18 maj 2024 Vandatta: Anna 3, Bo 8")) == wanted
        )
        assert (
            games(draft_of("17 maj 2024 Derange\nAnna 10\nBo 6\nVandatta 18/5 -24\nAnna 3\nBo 8")) == wanted
        )

    def test_days_may_have_times(self):
        draft = draft_of(
            "Fredag 17 maj 2024 kl. 19.30: Anna 10, Bo 6\n2024-05-17 21:15: Anna 3, Bo 8", rows="games"
        )
        assert [s["started_at"] for s in draft["sessions"]] == [
            "2024-05-17T19:30:00+00:00",
            "2024-05-17T21:15:00+00:00",
        ]


class TestNamesBelowEachOther:
    def test_an_empty_line_ends_the_row(self):
        draft = draft_of("17 maj 2024\n\nAnna 10\nBo 6\n\nAnna 0\nBo 7\n")
        assert games(draft) == ["2024-05-17 Anna 10 Bo 13"]

    def test_a_day_ends_the_row(self):
        draft = draft_of("17 maj 2024\nAnna 10\nBo 6\n18 maj 2024\nAnna 4\nBo 7\n")
        assert games(draft) == ["2024-05-17 Anna 10 Bo 6", "2024-05-18 Anna 4 Bo 7"]

    def test_a_name_that_comes_again_begins_a_row(self):
        assert rounds(draft_of("Anna 10\nBo 6\nAnna 0\nBo 7\n")) == [[10, 6], [0, 7]]


@pytest.mark.parametrize(
    "line",
    [
        "Anna: 5, Bo: 12",
        "Anna=5, Bo=12",
        "Anna 5p, Bo 12 poäng",
        "Anna – 5, Bo – 12",
        "Anna 5 pts; Bo +12.",
    ],
)
def test_spellings_of_points(line):
    assert games(draft_of(line)) == ["2026-11-24 Anna 5 Bo 12"]


def test_a_dash_at_the_number_is_a_minus():
    assert games(draft_of("Anna –5, Bo 12\nAnna 3, Bo 0")) == ["2026-11-24 Anna -2 Bo 12"]


def test_names_may_have_several_words():
    assert games(draft_of("Anna Maria 5, Bo J. 12")) == ["2026-11-24 Anna Maria 5 Bo J. 12"]


@pytest.mark.parametrize(
    "text",
    [
        "Anna 5, anna 6",  # who has 5?
        "Anna och Bo 10, Cara och Dan 5",  # whose are they?
        "Anna (vinnare) 5, Bo 6",
        "Anna 5, Bo 6\nBo vann!",
        "17 Anna 5, Bo 6",  # a day, or a number?
        "Datum,Vinnare,Tvåa\n2024-05-17,Anna,Bo",
        "Date,Winners,Losers\n2024-05-17,Anna|Bo,Cara|Dan",
    ],
)
def test_what_is_not_clear_is_refused_with_what_is_needed(text):
    assert NO_POINTS in str(refused(text))


def test_a_long_text_is_no_list():
    assert refused("Anna 5, Bo 6\n" * 10_000)
