"""Paper sheets: cells, lines, joining and leaving."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.scoring.facts import Away, Hand, Round, SeatFacts
from game.scoring.hand import IllegalHand, by_class, points_of
from game.scoring.rules import RANKS
from game.scoring.sheet_cells import IllegalLine, SheetCell, attendance_changes, read_cell, read_line
from tests.game.scoring.builders import rules_of

DERANGE = rules_of("derange")
VANDATTA = rules_of("vandatta")
WINS = rules_of("vatikan")
HOUSE = rules_of("vatikan", tally="house_points")


def points(text, rules=DERANGE):
    cell = read_cell(text, rules)
    assert cell.cards is None
    return cell.points


@pytest.mark.parametrize(
    ("text", "worth"),
    [("73", 73), (" 73 ", 73), ("12+11+7", 30), ("12 + 11 + 7", 30), ("=8", 8), ("= 8", 8), ("0", 0)],
)
def test_numbers_and_sums_are_points(text, worth):
    assert points(text) == worth


@pytest.mark.parametrize(
    ("text", "cards", "worth"),
    [
        ("8 K K", {"8": 1, "K": 2}, 90),
        ("8 4 4", {"8": 1, "4": 2}, 58),
        ("8KK", {"8": 1, "K": 2}, 90),
        ("kn d k e 10", {"3-10": 1, "K": 1, "A": 1, "Q-J": 2}, 85),
        ("J, Q; K A", {"K": 1, "A": 1, "Q-J": 2}, 55),
        ("10K", {"3-10": 1, "K": 1}, 50),
        ("8×2 5", {"8": 2, "5": 1}, 105),
        ("8, 5 ×2", {"8": 1, "5": 2}, 60),
        ("8x2", {"8": 2}, 100),
        ("k+k+8", {"8": 1, "K": 2}, 90),
        ("Ess", {"A": 1}, 15),
    ],
)
def test_cards_are_read_in_both_languages_as_written_at_a_table(text, cards, worth):
    assert read_cell(text, DERANGE) == SheetCell("hand", cards, worth)


@pytest.mark.parametrize("mark", ["-", "–", "x", "X", "out", "Ut", "✓"])
def test_marks_for_out(mark):
    assert read_cell(mark, DERANGE).kind == "out"


def test_a_single_number_is_a_card_only_where_the_sheet_uses_cards():
    assert read_cell("8", DERANGE).points == 8
    assert read_cell("8", DERANGE, numbers_are_cards=True) == SheetCell("hand", {"8": 1}, 50)
    assert read_cell("=8", DERANGE, numbers_are_cards=True).points == 8
    assert read_cell("12+11", DERANGE, numbers_are_cards=True).points == 23


@pytest.mark.parametrize("text", ["73", "84", "1010"])
def test_where_numbers_are_cards_seventy_three_is_refused(text):
    with pytest.raises(IllegalHand) as refused:
        read_cell(text, DERANGE, numbers_are_cards=True)
    assert refused.value.problem == "card"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("7 R", "card"),
        ("8 11", "card"),
        ("60.0", "card"),
        ("-5", "negative"),
        ("?", "card"),
        ("joker", "card"),
        ("=x", "sum"),
        ("99999", "absurd"),
        ("8×999", "count"),
    ],
)
def test_unreadable_cells_are_refused(text, problem):
    with pytest.raises(IllegalHand) as refused:
        read_cell(text, DERANGE)
    assert refused.value.problem == problem


def test_an_empty_cell_is_a_player_who_did_not_play():
    assert read_cell("  ", DERANGE).kind == "absent"
    assert read_cell("/", DERANGE).kind == "absent"


def test_where_counting_is_optional_an_empty_cell_is_an_uncounted_hand():
    assert read_cell("", WINS).kind == "uncounted"
    assert read_cell("?", WINS).kind == "uncounted"
    assert read_cell("/", WINS).kind == "absent"
    assert read_cell("", HOUSE).kind == "absent"


def test_where_wins_are_counted_a_number_is_the_number_of_cards_left():
    assert read_cell("4", WINS) == SheetCell("hand", {"cards": 4}, None)
    assert read_cell("8 K K", WINS) == SheetCell("hand", {"cards": 3}, None)
    with pytest.raises(IllegalHand):
        read_cell("12+7", WINS)


def test_a_number_of_cards_has_four_digits_at_most():
    assert read_cell("0008", WINS).cards == {"cards": 8}
    for text in ("00008", "9" * 5000):
        with pytest.raises(IllegalHand) as refused:
            read_cell(text, WINS)
        assert refused.value.problem == "count"


@given(st.lists(st.sampled_from(RANKS[:13]), min_size=2, max_size=8))
def test_every_hand_written_with_blanks_is_read_unchanged(ranks):
    cell = read_cell(" ".join(ranks), DERANGE)
    assert sum(cell.cards.values()) == len(ranks)
    assert cell == read_cell(" ".join(ranks).lower(), DERANGE, numbers_are_cards=True)


@given(st.text(max_size=30))
def test_any_text_is_a_cell_or_is_refused(text):
    try:
        assert read_cell(text, DERANGE).kind in ("out", "absent", "hand")
    except IllegalHand as refused:
        assert refused.problem in ("card", "count", "sum", "absurd")  # noqa: PT017


def line(*texts, rules=DERANGE):
    cells = {name: read_cell(text, rules) for name, text in zip("ABCD", texts, strict=False)}
    return read_line(cells, rules, number=1, dealer="A", hand_size=8)


def test_a_line_gives_the_winner_and_the_cards_of_the_others():
    played = line("73", "-", "8 K", "")
    assert played.out == "B"
    assert [(h.seat, h.cards, h.points) for h in played.hands] == [
        ("A", None, 73),
        ("B", {}, 0),
        ("C", {"8": 1, "K": 1}, 70),
    ]


def test_a_single_zero_is_the_player_who_went_out():
    assert line("73", "0", "12").out == "B"


def test_a_zero_beside_a_mark_stays_a_zero():
    played = line("0", "x", "12")
    assert played.out == "B"
    assert played.points_of("A") == 0


def test_worthless_cards_are_no_typed_zero():
    nought = rules_of("vatikan", tally="house_points", points={"2": 0})
    assert line("2 2", "0", "12", rules=nought).out == "B"


def test_a_line_without_a_mark_is_a_blocked_round():
    assert line("73", "5", "12").out is None


@pytest.mark.parametrize(
    ("texts", "problem"),
    [(("-", "x", "5"), "two_out"), (("0", "0", "5"), "noughts"), (("-", "", ""), "few")],
)
def test_a_line_that_is_no_round(texts, problem):
    with pytest.raises(IllegalLine, match=problem) as refused:
        line(*texts)
    assert refused.value.problem == problem


def test_where_wins_are_counted_the_others_need_no_cards():
    played = line("x", "", "4", "/", rules=WINS)
    assert played.out == "A"
    assert [(h.seat, h.cards, h.points) for h in played.hands] == [
        ("A", {}, None),
        ("B", None, None),
        ("C", {"cards": 4}, None),
    ]


@pytest.mark.parametrize(
    ("present", "joined", "away"),
    [
        ("yyyy", 1, ()),
        ("..yy", 3, ()),
        ("yy..", 1, (Away(3),)),
        ("y..y", 1, (Away(2, 4),)),
        (".y.y.", 2, (Away(3, 4), Away(5))),
        ("..", 1, (Away(1),)),
    ],
)
def test_joining_and_leaving(present, joined, away):
    assert attendance_changes([c == "y" for c in present], 1) == (joined, away)


def test_a_missed_round_adds_no_points():
    _joined, (missed,) = attendance_changes([True, False, True], 1)
    assert (missed.since, missed.until, missed.points) == (2, 3, 0)


@given(st.lists(st.booleans(), min_size=1, max_size=12).filter(any), st.integers(1, 9))
def test_a_seat_plays_exactly_its_rounds(present, first):
    joined, away = attendance_changes(present, first)
    seat = SeatFacts("A", 0, joined, away)
    assert [seat.plays(first + n) for n in range(len(present))] == present


def written(hand, rules):
    """A hand as written on paper: its cards as ranks, else its points."""
    if hand.cards is None:
        return f"={hand.points}"
    ranks = [
        rules.by_key[key].ranks[0].lower() for key, count in hand.cards.items() for _card in range(count)
    ]
    return " ".join(ranks) if len(ranks) > 1 else f"{ranks[0]}×1"


held = st.one_of(
    st.integers(1, 400),
    st.dictionaries(st.sampled_from([c.key for c in DERANGE.classes]), st.integers(1, 3), min_size=1),
)


@given(st.lists(held, min_size=1, max_size=7), st.booleans())
def test_a_written_round_is_read_unchanged(left, numbers_are_cards):
    hands = [
        Hand(n, None, one)
        if isinstance(one, int)
        else Hand(n, by_class(one, DERANGE), points_of(one, DERANGE))
        for n, one in enumerate(left, 1)
    ]
    played = Round(3, 0, 8, 0, (Hand(0, {}, 0), *hands))
    texts = {0: "x", **{hand.seat: written(hand, DERANGE) for hand in hands}}
    cells = {s: read_cell(t, DERANGE, numbers_are_cards=numbers_are_cards) for s, t in texts.items()}
    assert read_line(cells, DERANGE, number=3, dealer=0, hand_size=8) == played
