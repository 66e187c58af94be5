"""Rounds read from a paper sheet: dealers, joining and leaving, and the warnings before it is saved."""

from dataclasses import replace

import pytest
from msgspec import structs

from game.scoring.facts import Away, Round
from game.scoring.sheet import SheetReader, deals_of_lines
from game.scoring.sheet_cells import read_cell
from game.scoring.standings import is_over, standings
from tests.game.scoring.builders import rules_of, seated, typed_rules

NAMES = ("Anna", "Bo", "Cara")
SHORT = rules_of("derange", 3, mode="short")


def read(drawn, rules=SHORT, *, names=NAMES, seats=None, before=(), dealers=None, starts=None):
    """A drawn sheet: one line for each round, a bar between two players."""
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


def warnings(sheet, *, was_over=False):
    return [(doubt.code, doubt.numbers, doubt.seat) for doubt in sheet.warnings(was_over=was_over)]


def test_the_deal_moves_on_and_each_line_is_a_round():
    sheet = read("58|-|8 K\nx|15|20")
    assert sheet.is_sound
    assert [(r.number, r.dealer, r.hand_size, r.out) for r in sheet.rounds] == [
        (1, "Anna", 4, "Bo"),
        (2, "Bo", 3, "Anna"),
    ]
    assert warnings(sheet) == []


def test_a_named_player_deals_and_the_deal_goes_on_from_there():
    assert [r.dealer for r in read("5|x|7\n" * 3, dealers=[None, "Anna", None]).rounds] == [
        "Anna",
        "Anna",
        "Bo",
    ]


def test_numbering_continues_after_existing_rounds():
    played = Round(1, "Anna", 4, None, ())
    assert [(r.number, r.dealer) for r in read("5|x|7", before=[played]).rounds] == [(2, "Bo")]


def test_a_late_joiner_begins_with_the_stated_points():
    sheet = read("5|x|\n5|x|7", starts={"Cara": 40})
    assert (sheet.seats[2].joined_round, sheet.seats[2].start_points) == (2, 40)
    assert sheet.is_sound
    assert warnings(sheet) == [("late", (2,), "Cara")]


def test_a_player_present_from_the_first_line_begins_with_zero():
    assert read("5|x|7", starts={"Cara": 40}).seats[2].start_points == 0


def test_a_player_of_earlier_rounds_who_missed_the_first_line_came_back():
    seats = [
        structs.replace(seat, away=(Away(1, 2),)) if seat.id == "Cara" else seat for seat in seated(*NAMES)
    ]
    before = [Round(number, "Anna", 4, None, ()) for number in (1, 2)]
    sheet = read("5|x|\n5|x|7", seats=seats, before=before)
    assert (sheet.seats[2].joined_round, sheet.seats[2].away) == (1, (Away(1, 2), Away(3, 4)))
    assert warnings(sheet) == [("missed", (3,), "Cara")]


@pytest.mark.parametrize(
    ("drawn", "away", "doubt"),
    [
        ("5|x|7\n5|x|\n5|x|\n", Away(2), ("left", (2, 3), "Cara")),
        ("5|x|7\n5|x|\n5|x|7\n", Away(2, 3), ("missed", (2,), "Cara")),
    ],
)
def test_a_player_with_missing_hands_in_between_or_at_the_end_gives_a_warning(drawn, away, doubt):
    sheet = read(drawn)
    assert sheet.seats[2].away == (away,)
    assert warnings(sheet) == [doubt]


def test_a_player_without_any_hand_is_absent():
    sheet = read("5|x|\n5|x|")
    assert sheet.empty_seats == ["Cara"]
    assert not sheet.is_sound


def test_a_player_without_a_column_stays_unchanged():
    after_leaving = [
        structs.replace(seat, away=(Away(1),)) if seat.id == "Cara" else seat for seat in seated(*NAMES)
    ]
    sheet = read("5|x\n5|x", names=NAMES[:2], seats=after_leaving)
    assert [seat.id for seat in sheet.seats] == ["Anna", "Bo"]
    assert [r.dealer for r in sheet.rounds] == ["Anna", "Bo"]


def test_after_a_cut_the_dealer_must_be_named():
    rules = rules_of("swedish_pursuit", 3, rounds=2)
    assert read("3|x|2\n" * 6, rules).problems == {6: "cut"}
    assert read("3|x|2\n" * 6, rules, dealers=[None] * 5 + ["Cara"]).rounds[-1].dealer == "Cara"


def test_dealers_are_unknown_from_an_open_cut_until_one_is_named():
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


def test_a_named_dealer_of_the_first_game_of_a_block_has_won_the_cut():
    rules = rules_of("swedish_pursuit", 3, rounds=2)
    dealers = ["Bo", None, "Anna", None, None, "Cara", None]
    assert read("3|x|2\n" * 7, rules, dealers=dealers).first_dealers == ["Bo", "Cara"]


def test_dealers_are_unknown_until_one_is_named():
    rules = rules_of("swedish_pursuit", 3, rounds=2)
    dealers = [None] * 7 + ["Cara", None]
    deals = deals_of_lines(rules, seated(*NAMES), before=[], dealers=dealers, first_dealers=["Anna"])
    assert [deal.dealer for deal in deals[5:]] == [None, None, "Cara", "Anna"]
    assert [deal.leader for deal in deals[5:]] == [None, None, "Anna", "Bo"]


def test_the_deal_goes_on_from_the_rounds_before():
    before = [Round(1, "Anna", 4, None, ())]
    deals = deals_of_lines(SHORT, seated(*NAMES), before=before, dealers=[None] * 2, first_dealers=["Anna"])
    assert [(deal.number, deal.dealer) for deal in deals] == [(2, "Bo"), (3, "Cara")]


@pytest.mark.parametrize(("line", "problem"), [("x|x|7", "two_out"), ("0|0|7", "noughts"), ("x||", "few")])
def test_an_unreadable_line_is_reported_by_its_number(line, problem):
    sheet = read(f"5|x|7\n{line}")
    assert sheet.problems == {2: problem}
    assert not sheet.is_sound


def test_warnings_about_a_round_have_its_number():
    sheet = read("5|x|7\n5|x|1")
    assert [
        (d.code, d.numbers, d.round_warning.code, d.round_warning.seat)
        for d in sheet.warnings(was_over=False)
    ] == [("odd", (2,), "sum", "Cara")]


def test_a_warning_names_only_its_subject():
    nobody_out, short = read("5|4|7").warnings(was_over=True)
    named = [(d.code, d.seat, d.points, d.round_warning) for d in (nobody_out, short)]
    assert named == [("nobody_out", None, 0, None), ("short", None, 7, None)]


def test_a_round_without_a_winner_and_a_game_cut_short_give_warnings():
    sheet = read("5|4|7\n5|x|7")
    assert warnings(sheet, was_over=True) == [("nobody_out", (1,), None), ("short", (1, 2), None)]


def test_rounds_without_a_winner_by_their_rules_give_no_warning():
    assert warnings(read("5|4|7", typed_rules())) == []


def test_an_eliminated_player_has_not_left():
    rules = typed_rules(eliminate_at=50)
    sheet = read("10|55|5\n20|/|0\n60|/|3", rules)
    assert warnings(sheet) == []
    assert [seat.away for seat in sheet.seats] == [(), (), ()]
    table = standings(rules, sheet.all_seats, sheet.rounds)
    assert [(side.seats[0], side.rank) for side in table] == [("Cara", 1), ("Anna", 2), ("Bo", 3)]
    assert is_over(rules, sheet.all_seats, sheet.rounds)
    later = read("20|/|0", rules, before=sheet.rounds[:1])
    assert (warnings(later), [seat.away for seat in later.seats]) == ([], [(), (), ()])


def test_a_player_who_left_before_others_were_eliminated_has_left():
    sheet = read("10|5|5\n60|/|0", typed_rules(eliminate_at=50))
    assert [seat.away for seat in sheet.seats] == [(), (Away(2),), ()]


def test_a_finished_game_or_one_without_a_plan_is_not_cut_short():
    assert warnings(read("5|x|7\n" * 7), was_over=True) == []
    open_end = rules_of("vatikan", 3)
    assert warnings(read("4|x|3", open_end), was_over=True) == []


def test_another_warning_has_another_mark():
    assert marks("5|x|1") == marks("5|x|1")
    assert len({*marks("5|x|1"), *marks("5|x|2"), *marks("1|x|7")}) == 3


def test_a_mark_is_unchanged_while_the_sheet_is():
    assert marks("5|x|\n5|x|7") == marks("7|x|\n9|x|7")
    assert marks("5|x|\n5|x|7") != marks("5||x\n5|7|x")


def marks(drawn):
    places = {name: place for place, name in enumerate(NAMES)}
    return [doubt.token(places) for doubt in read(drawn).warnings(was_over=False)]


LAST_ONE = typed_rules(eliminate_at=50)


class TestCustomGames:
    def test_without_a_winner_of_each_round_nobody_is_missed(self):
        sheet = read("58|0|−8", typed_rules(negative=True))
        assert [hand.points for hand in sheet.rounds[0].hands] == [58, 0, -8]
        assert warnings(sheet) == []

    def test_an_eliminated_player_has_no_more_cells_and_has_not_left(self):
        sheet = read("10|50|0\n20||60\n5||", LAST_ONE, dealers=["Anna", "Anna", "Anna"])
        assert sheet.problems == {3: "few"}
        sheet = read("10|50|0\n20||30\n5||5", LAST_ONE)
        assert [(seat.away, seat.eliminated_after) for seat in sheet.seats] == [
            ((), None),
            ((), 1),
            ((), None),
        ]
        assert [played.dealer for played in sheet.rounds] == ["Anna", "Cara", "Anna"]
        assert warnings(sheet) == []

    def test_who_stops_below_the_limit_has_left(self):
        assert warnings(read("10|49|0\n20||30", LAST_ONE)) == [("left", (2,), "Bo")]

    def test_who_was_eliminated_before_the_sheet_has_not_left(self):
        before = read("10|50|0\n20||30", LAST_ONE).rounds
        assert warnings(read("5||5", LAST_ONE, before=before)) == []

    def test_a_collector_is_marked_or_has_the_only_0(self):
        collects = replace(typed_rules(highest_wins=True), collects=True)
        assert [played.out for played in read("5|x|7\n0|4|1", collects).rounds] == ["Bo", "Anna"]
        assert warnings(read("5|4|7", collects)) == [("nobody_out", (1,), None)]

    def test_places_are_numbers(self):
        sheet = read("1|2|2", typed_rules(tally="places"))
        assert [hand.points for hand in sheet.rounds[0].hands] == [1, 2, 2]
        assert warnings(sheet) == []
        assert warnings(read("1|1|2", typed_rules(tally="places"))) == [("odd", (1,), None)]
