"""Paper score sheets entered as a whole: the session, its night, and undoing it."""

from datetime import UTC, date, datetime, timedelta

from game.scoring.facts import SeatFacts
from game.scoring.sheet_cells import attendance_changes, read_cell, read_line
from game.variants import VARIANTS
from models import ChangeStamp, Group, Night, Session, db
from models.database import new_id
from models.feeds import calendar_nights
from models.statistics.outcome import Outcome
from models.table.starting import SessionSetup
from models.table.whole_sheets import (
    PaperNight,
    WholeSheet,
    enter_game,
    enter_rounds,
    totals,
    unsaved_session,
)
from tests.custom import preset
from tests.files.document.files import exported, import_document
from tests.table import Table, at_work, start

EIGHT_IN_THE_EVENING = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
DAY = date(2026, 3, 6)


def lines_of(drawn):
    """The cells of a drawn sheet: one line for each round, a bar between two players."""
    return [[cell.strip() for cell in line.split("|")] for line in drawn.strip().splitlines()]


def read(seen, drawn, *, first=1):
    """The rounds of a drawn sheet, the deal moving on clockwise."""
    seats = [seat for seat in seen.seats if not seat.has_left]
    rules, rounds = seen.rules, []
    cells_by_line = [[read_cell(text, rules) for text in line] for line in lines_of(drawn)]
    for place, cells in enumerate(cells_by_line):
        number = first + place
        dealer = seats[(number - 1) % len(seats)].id
        line = dict(zip((s.id for s in seats), cells, strict=True))
        rounds.append(read_line(line, rules, number=number, dealer=dealer, hand_size=rules.hand_size(number)))
    seated = []
    for column, seat in enumerate(seats):
        joined, away = attendance_changes([line[column].kind != "absent" for line in cells_by_line], first)
        known = seat.facts()
        seated.append(SeatFacts(seat.id, seat.position, joined if first == 1 else known.joined_round, away))
    return tuple(rounds), tuple(seated)


def entered(app, variant, names, drawn, *, group_id=None, start=EIGHT_IN_THE_EVENING, over=True, **options):
    """A group with the session of a drawn sheet."""
    with at_work(app):
        group = db.session.get(Group, group_id) if group_id else None
        if group is None:
            group = Group(id=new_id(), name="Friday table", created_at=start)
            db.session.add(group)
            db.session.flush()
        setup = SessionSetup(VARIANTS[variant], options, names.split(), 0)
        seen = unsaved_session(setup)
        rounds, seats = read(seen, drawn)
        table = Table(app, group.id, new_id(), None)
        enter_game(
            group,
            setup,
            seen,
            WholeSheet(rounds, seats, over),
            table.session_id,
            change_stamp(),
            PaperNight(start, DAY, "Bo’s kitchen"),
        )
        db.session.commit()
        return table


def change_stamp():
    return ChangeStamp(new_id(), "Anna’s phone", datetime(2026, 11, 1, tzinfo=UTC))


# Derange, the short game:   Anna | Bo  | Cara        totals Anna Bo Cara
SHEET = """
                             58   | -   | 8 K
                             x    | 15  | 12+8
                             30   | 50  | out
                             5    | -   | 7 7
                             -    | 9   | 10 4
                             8    | 20  | ut
                             15   | x   | 4
"""


def test_a_whole_sheet_is_a_finished_session_with_all_its_rounds(app):
    table = entered(app, "derange", "Anna Bo Cara", SHEET, mode="short")
    assert table.totals() == {"Anna": 116, "Bo": 94, "Cara": 142}
    assert table.ranks() == {"Anna": 2, "Bo": 1, "Cara": 3}
    assert table.finals()["Bo"] == (94, 1, True)
    assert table.numbers() == [1, 2, 3, 4, 5, 6, 7]
    assert table.dealers() == ["Anna", "Bo", "Cara", "Anna", "Bo", "Cara", "Anna"]
    assert table.is_finished()


def test_its_figures_are_stored_like_those_of_a_tapped_session(app):
    table = entered(app, "derange", "Anna Bo Cara", SHEET, mode="short")
    with at_work(app):
        rows = db.session.scalars(db.select(Outcome).where(Outcome.session_id == table.session_id)).all()
        assert sorted((row.total, row.rank, row.rounds, row.outs) for row in rows) == [
            (94, 1, 7, 3),
            (116, 2, 7, 2),
            (142, 3, 7, 2),
        ]


def test_its_times_are_spread_from_the_first_deal(app):
    table = entered(app, "derange", "Anna Bo Cara", SHEET, mode="short")
    with table.seen() as session:
        ended = [(played.recorded_at - EIGHT_IN_THE_EVENING) for played in session.rounds]
        assert ended == [timedelta(minutes=5) * n for n in range(1, 8)]
        assert session.finished_at == session.rounds[-1].recorded_at


def test_its_hours_are_unknown_in_exports(app):
    table = entered(app, "derange", "Anna Bo Cara", SHEET, mode="short")
    with table.seen() as session:
        assert not session.hours_known
    with at_work(app):
        night = calendar_nights(table.group_id)[0]
    assert (night.began, night.ended) == (None, None)
    document = exported(app, table.group_id)
    assert document["sessions"][0]["untimed"] is True
    other, _report = import_document(app, document)
    assert exported(app, other)["sessions"][0]["untimed"] is True
    table.clock = type("Clock", (), {"now": lambda self: datetime(2026, 11, 2, tzinfo=UTC)})()
    table.takes_back()
    assert "untimed" not in exported(app, table.group_id)["sessions"][0]


def test_no_round_ends_in_the_future(app):
    late = datetime(2026, 10, 31, 23, 53, tzinfo=UTC)  # seven minutes before it is entered
    table = entered(app, "derange", "Anna Bo Cara", SHEET, mode="short", start=late)
    with table.seen() as session:
        assert session.rounds[-1].recorded_at == datetime(2026, 11, 1, tzinfo=UTC)


def test_it_belongs_to_the_night_on_which_it_was_played(app):
    one = entered(app, "derange", "Anna Bo Cara", SHEET, mode="short")
    two = EIGHT_IN_THE_EVENING + timedelta(hours=3)
    long_after = EIGHT_IN_THE_EVENING + timedelta(days=2)
    other = entered(app, "derange", "Anna Bo", "-|8\n5|x", group_id=one.group_id, start=two, over=True)
    third = entered(app, "derange", "Anna Bo", "-|8\n5|x", group_id=one.group_id, start=long_after)
    with at_work(app):
        nights = {t: db.session.get_one(Session, t.session_id).night_id for t in (one, other, third)}.values()
        first, second, last = nights
        assert first == second != last
        assert db.session.get_one(Night, first).place == "Bo’s kitchen"


def test_the_history_has_one_change_and_undoing_it_leaves_an_empty_table(app):
    table = entered(app, "derange", "Anna Bo Cara", SHEET, mode="short")
    assert table.kinds() == ["sheet"]
    before = table.snapshot()
    table.clock = type("Clock", (), {"now": lambda self: datetime(2026, 11, 2, tzinfo=UTC)})()
    table.takes_back()
    assert table.numbers() == []
    assert not table.is_finished()
    table.takes_back(table.last_change())
    assert table.snapshot() == before


def test_late_joiners_and_leavers(app):
    # Cara sits down in the third round; Bo leaves after it; Anna misses the second.
    table = entered(app, "derange", "Anna Bo Cara", "-|8|\n-|15|20\n30|-|12\n-||50", mode="short")
    assert table.totals() == {"Anna": 30, "Bo": 23, "Cara": 82}
    assert table.ranks() == {"Anna": 1, "Bo": None, "Cara": 2}
    assert [table.who_plays(n) for n in (1, 2, 4)] == [
        ["Anna", "Bo"],
        ["Anna", "Bo", "Cara"],
        ["Anna", "Cara"],
    ]


def test_a_new_cut_before_each_block_is_stored(app):
    table = entered(app, "swedish_pursuit", "Anna Bo Cara", "-|8|9\n" * 10, rounds=2)
    with table.seen() as session:
        dealers = [session.seat(dealer).name for dealer in session.sheet.first_dealers]
        assert dealers == ["Anna", "Cara"]
        assert [d.dealer for d in session.plan()] == [p.dealer for p in session.rounds]


def test_missing_rounds_are_added_to_an_unfinished_session(app, game):
    table = game("derange", "Anna Bo Cara", mode="short").plays("Cara out, Anna 8, Bo K")
    with table.open() as session:
        rounds, _seats = read(session, "12|-|30\n-|5|8", first=2)
        enter_rounds(session, WholeSheet(rounds, over=False), table.change_stamp())
    assert table.numbers() == [1, 2, 3]
    assert not table.is_finished()
    assert table.totals() == {"Anna": 62, "Bo": 25, "Cara": 38}
    table.takes_back()
    assert table.numbers() == [1]


def totals_entered(app, variant, reached, **options):
    with at_work(app):
        group = Group(id=new_id(), name="Friday table", created_at=EIGHT_IN_THE_EVENING)
        db.session.add(group)
        setup = SessionSetup(VARIANTS[variant], options, list(reached), 0)
        seen = unsaved_session(setup)
        sheet = totals(seen, dict(zip((s.id for s in seen.seats), reached.values(), strict=True)))
        table = Table(app, group.id, new_id(), None)
        night = PaperNight(EIGHT_IN_THE_EVENING, DAY)
        enter_game(group, setup, seen, sheet, table.session_id, change_stamp(), night)
        db.session.commit()
    return table


def test_totals_alone_are_a_finished_session_without_rounds(app):
    table = totals_entered(app, "derange", {"Anna": 210, "Bo": 187, "Cara": 187})
    assert table.totals() == {"Anna": 210, "Bo": 187, "Cara": 187}
    assert table.ranks() == {"Anna": 3, "Bo": 1, "Cara": 1}
    with at_work(app):
        rows = db.session.scalars(db.select(Outcome).order_by(Outcome.total)).all()
        assert [(row.total, row.rounds, row.outs) for row in rows] == [(187, 0, 0), (187, 0, 0), (210, 0, 0)]


def test_rounds_won_alone_are_a_finished_session_too(app):
    table = totals_entered(app, "vatikan", {"Anna": 3, "Bo": 0, "Cara": 4})
    assert table.totals() == {"Anna": 3, "Bo": 0, "Cara": 4}
    assert table.ranks() == {"Anna": 2, "Bo": 3, "Cara": 1}
    assert table.is_finished()


def test_a_planned_session_is_not_stored(app):
    with at_work(app):
        seen = unsaved_session(SessionSetup(VARIANTS["derange"], {}, ["Anna", "Bo"], 1))
        assert [seen.seat(deal.dealer).name for deal in seen.plan()][:3] == ["Bo", "Anna", "Bo"]
        db.session.commit()
        assert db.session.scalar(db.select(db.func.count()).select_from(Session)) == 0


def test_undoing_it_keeps_later_joiners_with_their_rounds(game):
    table = game("derange", "Anna Bo Cara", mode="short").plays("Cara out, Anna 8, Bo K")
    with table.open() as session:
        rounds, _seats = read(session, "12|-|30\n-|5|8\n4|-|5", first=2)
        enter_rounds(session, WholeSheet(rounds, over=False), table.change_stamp())
    sheet = table.last_change()
    table.sits_down("Eva")
    assert table.who_plays(5)[-1:] == table.who_plays(6)[-1:] == ["Eva"]
    before = table.snapshot()
    table.takes_back(sheet)
    assert table.numbers() == [1]
    assert "Eva" not in table.who_plays(1)
    assert "Eva" in table.who_plays(2)
    table.takes_back(table.last_change())
    assert table.snapshot() == before


def test_totals_of_a_game_whose_winner_collects(app):
    table = start(app, preset("crazy_eights"), "Anna Bo Cara")
    with table.open() as session:
        ids = {seat.name: seat.id for seat in session.seats}
        sheet = totals(session, {ids["Anna"]: 104, ids["Bo"]: 20, ids["Cara"]: 0})
        enter_rounds(session, sheet, table.change_stamp())
    assert table.finals() == {"Anna": (104, 1, True), "Bo": (20, 2, False), "Cara": (0, 3, False)}
