"""A sheet kept on paper as rounds: who dealt, who came and went, and what is asked before it is saved."""

from dataclasses import replace

import pytest

from game.scoring.facts import Away, RoundFacts
from game.scoring.sheet import SheetReader, deals_of_lines
from game.scoring.sheet_cells import read_cell
from tests.game.scoring.builders import rules_of, seated

NAMES = ("Anna", "Bo", "Cara")
SHORT = rules_of("derange", 3, mode="short")


def read(drawn, rules=SHORT, *, names=NAMES, seats=None, before=(), dealers=None, starts=None):
    """A drawn sheet: a line a round, a bar between two players."""
    lines = [
        {name: read_cell(cell, rules) for name, cell in zip(names, line.split("|"), strict=True)}
        for line in drawn.strip().splitlines()
    ]
    return SheetReader(
        rules,
        seats or seated(*NAMES),
        lines,
        before=before,
        dealers=dealers or [None] * len(lines),
        first_dealers=["Anna"],
        starts=starts or {},
    )


def asked(sheet, *, was_over=False):
    return [(doubt.code, doubt.numbers, doubt.seat) for doubt in sheet.warnings(was_over=was_over)]


def test_the_deal_goes_round_and_each_line_is_a_round():
    sheet = read("58|-|8 K\nx|15|20")
    assert sheet.is_sound
    assert [(r.number, r.dealer, r.hand_size, r.out) for r in sheet.rounds] == [
        (1, "Anna", 4, "Bo"),
        (2, "Bo", 3, "Anna"),
    ]
    assert asked(sheet) == []


def test_whoever_is_named_deals_and_the_deal_goes_on_from_there():
    assert [r.dealer for r in read("5|x|7\n" * 3, dealers=[None, "Anna", None]).rounds] == [
        "Anna",
        "Anna",
        "Bo",
    ]


def test_it_goes_on_after_the_rounds_that_are_there():
    played = RoundFacts(1, "Anna", 4, None, ())
    assert [(r.number, r.dealer) for r in read("5|x|7", before=[played]).rounds] == [(2, "Bo")]


def test_who_comes_later_began_with_what_is_said():
    sheet = read("5|x|\n5|x|7", starts={"Cara": 40})
    assert (sheet.seats[2].joined_round, sheet.seats[2].start_points) == (2, 40)
    assert sheet.is_sound
    assert asked(sheet) == [("late", (2,), "Cara")]


def test_who_is_there_from_the_first_line_begins_with_nothing_else():
    assert read("5|x|7", starts={"Cara": 40}).seats[2].start_points == 0


def test_who_played_before_the_sheet_and_missed_its_first_line_came_back():
    seats = [replace(seat, away=(Away(1, 2),)) if seat.id == "Cara" else seat for seat in seated(*NAMES)]
    before = [RoundFacts(number, "Anna", 4, None, ()) for number in (1, 2)]
    sheet = read("5|x|\n5|x|7", seats=seats, before=before)
    assert (sheet.seats[2].joined_round, sheet.seats[2].away) == (1, (Away(1, 2), Away(3, 4)))
    assert asked(sheet) == [("missed", (3,), "Cara")]


@pytest.mark.parametrize(
    ("drawn", "away", "doubt"),
    [
        ("5|x|7\n5|x|\n5|x|\n", Away(2), ("left", (2, 3), "Cara")),
        ("5|x|7\n5|x|\n5|x|7\n", Away(2, 3), ("missed", (2,), "Cara")),
    ],
)
def test_who_has_nothing_in_between_or_at_the_end_is_asked_about(drawn, away, doubt):
    sheet = read(drawn)
    assert sheet.seats[2].away == (away,)
    assert asked(sheet) == [doubt]


def test_who_has_nothing_at_all_is_silent():
    sheet = read("5|x|\n5|x|")
    assert sheet.empty_seats == ["Cara"]
    assert not sheet.is_sound


def test_who_has_no_column_stays_as_it_was():
    gone = [replace(seat, away=(Away(1),)) if seat.id == "Cara" else seat for seat in seated(*NAMES)]
    sheet = read("5|x\n5|x", names=NAMES[:2], seats=gone)
    assert [seat.id for seat in sheet.seats] == ["Anna", "Bo"]
    assert [r.dealer for r in sheet.rounds] == ["Anna", "Bo"]


def test_after_a_cut_somebody_must_be_named():
    rules = rules_of("swedish_pursuit", 3, rounds=2)
    assert read("3|x|2\n" * 6, rules).problems == {6: "cut"}
    assert read("3|x|2\n" * 6, rules, dealers=[None] * 5 + ["Cara"]).rounds[-1].dealer == "Cara"


def test_who_deals_is_not_known_from_an_open_cut_till_somebody_is_named():
    rules = rules_of("swedish_pursuit", 3, rounds=2)
    dealers = [None] * 6 + ["Cara"] + [None] * 2
    deals = deals_of_lines(rules, seated(*NAMES), before=[], dealers=dealers, first_dealers=["Anna"])
    assert [deal.dealer for deal in deals] == [
        *["Anna", "Bo", "Cara", "Anna", "Bo"],
        None,
        "Cara",
        "Anna",
        "Bo",
    ]


def test_a_named_dealer_of_the_first_game_of_a_block_is_who_won_the_cut():
    rules = rules_of("swedish_pursuit", 3, rounds=2)
    dealers = ["Bo", None, "Anna", None, None, "Cara", None]
    assert read("3|x|2\n" * 7, rules, dealers=dealers).first_dealers == ["Bo", "Cara"]


def test_nobody_is_known_to_deal_until_somebody_is_named():
    rules = rules_of("swedish_pursuit", 3, rounds=2)
    dealers = [None] * 7 + ["Cara", None]
    deals = deals_of_lines(rules, seated(*NAMES), before=[], dealers=dealers, first_dealers=["Anna"])
    assert [deal.dealer for deal in deals[5:]] == [None, None, "Cara", "Anna"]
    assert [deal.leader for deal in deals[5:]] == [None, None, "Anna", "Bo"]


def test_the_deal_goes_on_from_the_rounds_before():
    before = [RoundFacts(1, "Anna", 4, None, ())]
    deals = deals_of_lines(SHORT, seated(*NAMES), before=before, dealers=[None] * 2, first_dealers=["Anna"])
    assert [(deal.number, deal.dealer) for deal in deals] == [(2, "Bo"), (3, "Cara")]


@pytest.mark.parametrize(("line", "problem"), [("x|x|7", "two_out"), ("0|0|7", "noughts"), ("x||", "few")])
def test_a_line_that_says_no_round_is_told_by_its_number(line, problem):
    sheet = read(f"5|x|7\n{line}")
    assert sheet.problems == {2: problem}
    assert not sheet.is_sound


def test_what_is_odd_about_a_round_is_asked_with_its_number():
    sheet = read("5|x|7\n5|x|1")
    assert [
        (d.code, d.numbers, d.round_warning.code, d.round_warning.seat)
        for d in sheet.warnings(was_over=False)
    ] == [("odd", (2,), "sum", "Cara")]


def test_a_doubt_names_only_what_it_is_about():
    nobody_out, short = read("5|4|7").warnings(was_over=True)
    named = [(d.code, d.seat, d.points, d.round_warning) for d in (nobody_out, short)]
    assert named == [("nobody_out", None, 0, None), ("short", None, 7, None)]


def test_a_round_without_a_winner_and_a_game_cut_short_are_asked_about():
    sheet = read("5|4|7\n5|x|7")
    assert asked(sheet, was_over=True) == [("nobody_out", (1,), None), ("short", (1, 2), None)]


def test_a_game_that_was_played_out_or_has_no_plan_is_not_cut_short():
    assert asked(read("5|x|7\n" * 7), was_over=True) == []
    open_end = rules_of("vatikan", 3)
    assert asked(read("4|x|3", open_end), was_over=True) == []


def test_another_oddity_is_another_mark():
    assert marks("5|x|1") == marks("5|x|1")
    assert len({*marks("5|x|1"), *marks("5|x|2"), *marks("1|x|7")}) == 3


def test_a_mark_stays_while_the_sheet_does():
    assert marks("5|x|\n5|x|7") == marks("7|x|\n9|x|7")
    assert marks("5|x|\n5|x|7") != marks("5||x\n5|7|x")


def marks(drawn):
    places = {name: place for place, name in enumerate(NAMES)}
    return [doubt.token(places) for doubt in read(drawn).warnings(was_over=False)]
