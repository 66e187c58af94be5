"""Points as people type them: a number or a sum."""

from fractions import Fraction

import pytest

from files.document import BadDocument
from files.readers.numbers import decimal_number, is_numeric, points_in, whole_number
from tests.files.drafts import plays_in, read

READABLE = {
    "3+6+2": 11,
    "11": 11,
    " 3 + 6 - 2 ": 7,
    "12.0": 12,
    "2.5+2.5": 5,
    "0": 0,
    # a sign before the first number, or after the last one
    "+4": 4,
    "+5+7": 12,
    "86+84+": 170,
    "27+": 27,
    "0+12+1+12+4+": 29,
    "5+7 +": 12,
    "66 + 66 + ": 132,
    "+5+": 5,
    # a sign twice: a hand without points, or a slip
    "3++2": 5,
    "5+7++": 12,
    "++5": 5,
    "1+ +1": 2,
    # points below zero in a sum
    "9+-4": 5,
    "12 + -3 + 1": 10,
    # an equals sign, with or without the result
    "12 + 3 =": 15,
    "12+3=15": 15,
    "12+3+ = 15": 15,
    "2.5+2.5=5.0": 5,
    "=12+3": 15,
    "40=": 40,
    # the signs and blanks of typographers and spreadsheets
    "1\N{NO-BREAK SPACE}250": 1250,
    "1\N{NARROW NO-BREAK SPACE}250 + 5": 1255,
    "1 250": 1250,
    "12 250 + 1 000": 13250,
    "1\N{THIN SPACE}250": 1250,
    "1'250": 1250,
    "1’250": 1250,
    "1.250.000": 1_250_000,
    "1,250,000": 1_250_000,
    "1.250,00": 1250,
    "1,250.00": 1250,
    "12,0": 12,
    "2,5+2,5": 5,
    "12 – 5": 7,
    # not what a spreadsheet makes of it: 25-10-05
    "25-10-5": 10,
    "12-5": 7,
    "12 − 3": 9,
    "20\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}5": 25,
    "\N{NARROW NO-BREAK SPACE}7+\N{NARROW NO-BREAK SPACE}": 7,
    "\N{NO-BREAK SPACE}30\N{NO-BREAK SPACE}": 30,
}
BELOW_ZERO = {
    "–5": -5,
    "‑5": -5,
    "–1 250": -1250,
    "-3": -3,
    "−3": -3,
    "- 3": -3,
    "3-5": -2,
    "3−5=−2": -2,
    "-1+-2+": -3,
    "+-4": -4,
}
REFUSED = [
    "12.5",
    47.3,
    "36, 42",
    "49-46ish",
    "1e3",
    "1/2",
    "٣",
    "__import__('os')",
    "2*3",
    "(3)",
    "9" * 10,
    "1+" * 300 + "1",
    "NaN",
    "3 6",
    "3.5.2",
    "1\N{NO-BREAK SPACE}25",
    "1 25",
    "0 250",
    "12–5",
    "12 250 3",
    "12,5",
    # what a spreadsheet makes of 12-5 or 25-10-5
    "2026-12-05",
    "05-12-2026",
    "25-10-05",
    "2026 - 12 - 05",
    # a sign without a number
    "+",
    "++",
    "=",
    "−",
    "+ =",
    # ambiguous: below zero, a missing number, or a slip
    "12-",
    "12 −",
    "5+7-",
    "5-=",
    "3--2",
    "--3",
    "3-+2",
    # more than one result
    "=5=5=",
    "1+1=2=2",
    "==5",
    "5=2+3",
]


@pytest.mark.parametrize("written", READABLE)
def test_a_sum_may_start_and_end_with_a_sign(written):
    assert points_in(written, "here", "Anna") == READABLE[written]


@pytest.mark.parametrize("written", [47, 47.0, "47", "47.00"])
def test_a_whole_number_of_any_type(written):
    assert points_in(written, "here", "Anna") == 47


@pytest.mark.parametrize("written", BELOW_ZERO)
def test_points_below_zero_where_the_game_allows_them(written):
    assert points_in(written, "here", "Anna", negative=True) == BELOW_ZERO[written]
    with pytest.raises(BadDocument, match="below zero"):
        points_in(written, "here", "Anna")


@pytest.mark.parametrize("written", ["", None, True, [3], *REFUSED])
def test_points_are_neither_rounded_nor_guessed(written):
    for negative in (False, True):
        with pytest.raises(BadDocument) as wrong:
            points_in(written, "here", "Anna", negative=negative)
        assert wrong.value.place == "here"
        assert "Anna" in str(wrong.value)


@pytest.mark.parametrize("written", ["1.250", "1,250", "1.000", "12.000", "-1.250", "1.250+5"])
def test_thousands_or_decimals_are_not_guessed(written):
    with pytest.raises(BadDocument, match="may be thousands or decimals"):
        points_in(written, "here", "Anna", negative=True)
    assert whole_number(written) is None


def test_decimals_of_a_program_are_no_thousands():
    assert points_in(1.0, "here", "Anna") == 1
    with pytest.raises(BadDocument, match="not a whole number"):
        points_in(1.125, "here", "Anna")


SPELLINGS = (
    "1 250",
    "1\N{NO-BREAK SPACE}250",
    "1\N{NARROW NO-BREAK SPACE}250",
    "1'250",
    "1250,0",
    "1.250,00",
)


@pytest.mark.parametrize("written", SPELLINGS)
@pytest.mark.parametrize(
    "content",
    [
        "Datum;Spel;Anna;Bo\n2024-05-17;Whist;{0};–5\n2024-05-18;Whist;3;4\n",
        "Datum;Spel;Vem;Poäng\n2024-05-17;Whist;Anna;{0}\n2024-05-17;Whist;Bo;–5\n",
        "date;game;player;points\n2024-05-17;Whist;Anna;{0}\n2024-05-17;Whist;Bo;–5\n",
    ],
    ids=["wide", "long", "totals"],
)
def test_every_format_reads_the_same_spellings(written, content):
    assert plays_in(read(content.format(written)))[0] == ("2024-05-17", "Whist", {"Anna": 1250, "Bo": -5})


@pytest.mark.parametrize("separator", ["wide", "totals"])
def test_an_ambiguous_number_is_named_in_every_layout(separator):
    heads = {"wide": "Datum;Spel;Anna;Bo", "totals": "date;game;player;points"}[separator]
    rows = {
        "wide": "2024-05-17;Whist;1.250;5\n2024-05-18;Whist;3;4\n",
        "totals": "2024-05-17;Whist;Anna;1.250\n2024-05-17;Whist;Bo;5\n",
    }[separator]
    draft = read(f"{heads}\n{rows}")
    assert "may be thousands or decimals" in draft["left_out"][0]["reason"]


@pytest.mark.parametrize("text", ["9" * 401, "1" + " " * 400, "1+" * 300 + "1"])
def test_a_long_text_is_no_number(text):
    assert not is_numeric(text)
    assert (whole_number(text), decimal_number(text)) == (None, None)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2.50", Fraction(5, 2)),
        ("−2,5", Fraction(-5, 2)),
        ("7", 7),
        ("1e2", None),
        ("1/2", None),
        ("1/0", None),
    ],
)
def test_a_number_with_decimals_is_written_in_figures(written, expected):
    assert decimal_number(written) == expected


@pytest.mark.parametrize("written", ["12+3=16", "12+3+=14", "5=6", "=1+1=3", "3-5=2"])
def test_a_sum_with_a_wrong_result_is_refused(written):
    with pytest.raises(BadDocument, match="the sum for Anna is wrong"):
        points_in(written, "here", "Anna", negative=True)


@pytest.mark.parametrize(
    "content",
    [
        '{"players": [{"id": 1, "name": "Anna"}, {"id": 2, "name": "Bo"}],'
        ' "games": [{"id": 1, "name": "Whist"}], "plays": [{"playDate": "2024-05-17", "gameRefId": 1,'
        ' "playerScores": [{"playerRefId": 1, "score": "5+7+"}, {"playerRefId": 2, "score": "30 − 4 ="}]}]}',
        "date,game,player,points\n2024-05-17,Whist,Anna,5+7+\n2024-05-17,Whist,Bo,30 − 4 =\n",
        "Datum;Spel;Anna;Bo\n2024-05-17;Whist;5+7+;30 − 4 =\n2024-05-18;Whist;3;4\n2024-05-19;Whist;8;0\n",
    ],
)
def test_every_format_reads_the_same_sums(content):
    assert plays_in(read(content))[:1] == [("2024-05-17", "Whist", {"Anna": 12, "Bo": 26})]
