"""Rows with a word where others have a number or a date: sums, rankings, rounds, or a question."""

import pytest

from tests.files.readers.tables.drawing import games, table, unanswered, warnings

TWO_ROUNDS = """
    {key} | Anna | Bo | Cara
    1     | 10   | 0  | 4
    2     | 0    | 12 | 4
"""
TOTALS = ["2026-11-24 Anna 10 Bo 12 Cara 8"]
SUMS = [
    *("Summe", "Gesamt", "Total", "Sum", "Summa", "S:a", "Totalt", "I alt", "Somme"),
    *("Endstand", "Zwischenstand", "Ställning", "Resultat", "Σ", "Grand total", "TOTAL:", "Total points"),
]


def with_rows(*rows, key="#", **answers):
    lines = "\n".join(" | ".join((word, *points.split())) for word, points in rows)
    return table(TWO_ROUNDS.format(key=key) + lines, **answers)


@pytest.mark.parametrize(
    "word", [*SUMS, "Tulos yht.", "Yhteensä", "Totaal", "Alles zusammen", "Összesen", "Итого"]
)
def test_what_equals_the_sums_above_is_their_sum(word):
    draft = with_rows((word, "10 12 8"))
    assert (games(draft), unanswered(draft), warnings(draft)) == (TOTALS, [], [])


@pytest.mark.parametrize("word", SUMS)
def test_sums_that_do_not_add_up_are_reported_with_both_numbers(word):
    draft = with_rows((word, "10 13 8"))
    assert (games(draft), unanswered(draft)) == (TOTALS, [])
    (wrong,) = draft["odd"]
    assert (wrong["at"], wrong["values"]["said"], wrong["values"]["made"]) == ("C4", "13", 12)


@pytest.mark.parametrize("word", ["Summe", "Gesamt", "Total"])
def test_rows_below_sums_are_another_game(word):
    draft = with_rows((word, "10 12 8"), ("1", "5 0 1"), ("2", "0 3 1"), (word, "5 3 2"))
    assert games(draft) == [*TOTALS, "2026-11-24 Anna 5 Bo 3 Cara 2"]


def test_sums_between_rounds_whose_numbers_go_on_are_those_of_one_game():
    draft = with_rows(("Zwischenstand", "10 12 8"), ("3", "5 0 1"), ("Endstand", "15 12 9"))
    assert (games(draft), warnings(draft)) == (["2026-11-24 Anna 15 Bo 12 Cara 9"], [])


@pytest.mark.parametrize(("word", "places"), [("Place", "2 3 1"), ("Rang", "2 1 3"), ("Reihe", "2 3 1")])
def test_a_ranking_of_the_sums_is_not_a_game(word, places):
    draft = with_rows(("Total", "10 12 8"), (word, places))
    assert (games(draft), unanswered(draft), warnings(draft)) == (TOTALS, [], [("5", "word")])


@pytest.mark.parametrize(
    ("word", "points"),
    [
        *(("Average", "5 6 4"), ("Snitt", "5,0 6,0 4,0"), ("Durchschnitt", "5 6 4")),
        *(("Platz", "2 3 1"), ("Dealer", "1 2 2"), ("Vinnare", "0 0 1")),
    ],
)
def test_averages_and_remarks_are_not_read(word, points):
    draft = with_rows((word, points))
    assert (games(draft), unanswered(draft)) == (TOTALS, [])


@pytest.mark.parametrize("word", ["Bonus", "Straff", "Extra", "Lastenzuschlag", "Finale", "Summe?"])
def test_another_word_is_asked(word):
    draft = with_rows((word, "1 2 5"))
    kind = f"row_{word}"
    if word == "Summe?":
        assert unanswered(draft) == []
        return
    assert (unanswered(draft), games(draft)) == ([kind], TOTALS)
    assert games(with_rows((word, "1 2 5"), **{kind: "round"})) == ["2026-11-24 Anna 11 Bo 14 Cara 13"]
    assert games(with_rows((word, "1 2 5"), **{kind: "ignored"})) == TOTALS
    draft = with_rows((word, "1 2 5"), **{kind: "totals"})
    assert (games(draft), {code for _at, code in warnings(draft)}) == (TOTALS, {"total"})


def test_a_word_in_several_rows_is_asked_once():
    draft = with_rows(("Bonus", "1 2 5"), ("3", "1 1 1"), ("Bonus", "2 0 0"))
    assert unanswered(draft) == ["row_Bonus"]


@pytest.mark.parametrize("word", ["Summe", "Gesamt", "Insgesamt"])
def test_sums_below_dates(word):
    picture = """
        Datum      | Anna | Bo
        2024-05-17 | 10   | 0
        2024-05-24 | 0    | 13
        {word}     | 10   | {sum}
    """
    played = ["2024-05-17 Anna 10 Bo 0", "2024-05-24 Anna 0 Bo 13"]
    assert games(table(picture.format(word=word, sum=13))) == played
    draft = table(picture.format(word=word, sum=12))
    assert (games(draft), warnings(draft)) == (played, [("C4", "total")])


@pytest.mark.parametrize("word", ["Friday", "Midsommar", "Ostern"])
def test_a_word_instead_of_a_date_is_asked(word):
    draft = table(f"Date | Anna | Bo\n2024-01-01 | 1 | 2\n{word} | 3 | 4")
    assert (unanswered(draft), games(draft)) == ([f"row_{word}"], ["2024-01-01 Anna 1 Bo 2"])


@pytest.mark.parametrize("winner", ["Max", "Sa", "Best", "Stand"])
def test_a_winner_with_such_a_name_does_not_make_a_row_something_else(winner):
    draft = table(
        f"{winner} | Bo | Winner\n0 | 5 | {winner}\n7 | 0 | Bo\n0 | 2 | {winner}", players=f"Bo {winner}"
    )
    assert games(draft) == [f"2026-11-24 {winner} 7 Bo 7"]


def test_zeros_above_running_totals_are_where_they_begin():
    draft = table("Round|Anna|Bo\n0|0|0\n1|4|0\n2|4|12\n3|9|12", running="yes")
    (session,) = draft["sessions"]
    assert session["played"] == [[4, 0], [0, 12], [5, 0]]


def test_sums_above_the_rounds():
    draft = table("Round|Anna|Bo\nTotal|10|12\n1|10|0\n2|0|12")
    assert (games(draft), warnings(draft)) == (["2026-11-24 Anna 10 Bo 12"], [])


@pytest.mark.parametrize("cell", ["1/0", "1e3", "5" * 500])
def test_a_cell_that_is_no_number_is_no_average(cell):
    draft = with_rows(("Nisse", f"{cell} 6 4"))
    assert unanswered(draft) == ["row_Nisse"]
