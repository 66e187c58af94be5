"""Data of calendars and feeds: nights and the newest results."""

from datetime import UTC, datetime, timedelta

import pytest

from models import ChangeStamp, Group, db
from models.database import new_id
from models.feeds import calendar_nights, latest_results, nights_left_out
from models.people.people import rename
from models.recycle_bin import delete_session
from tests.files.importing.files import TOTALS, File
from tests.table import at_work

FRIDAY = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


pytestmark = pytest.mark.table("derange", "Anna Bo", at=FRIDAY)


def nights_of(table, **limits):
    with at_work(table.app):
        return [
            (e.night.date.isoformat(), [(g.variant, *g.winners) for g in e.games], e.began, e.ended)
            for e in calendar_nights(table.group_id, **limits)
        ]


def test_from_the_first_deal_to_the_last_round(game, table):
    table.plays("Anna out, Bo 8").stops()
    second = game("swedish_pursuit", "Cara Anna", group_id=table.group_id, at=FRIDAY + 60 * MINUTE)
    second.plays("nobody out, Cara 8, Anna 8", "Cara out, Anna 8")
    assert nights_of(table) == [
        (
            "2026-11-20",
            [("derange", "Anna"), ("swedish_pursuit",)],
            FRIDAY + MINUTE,
            FRIDAY + 63 * MINUTE,
        )
    ]


def test_joint_winners_are_listed_clockwise(table):
    table.plays("nobody out, Anna 8, Bo 8").stops()
    assert nights_of(table)[0][1] == [("derange", "Anna", "Bo")]


def test_a_night_without_rounds_ends_when_it_began(table):
    assert nights_of(table) == [("2026-11-20", [("derange",)], FRIDAY + MINUTE, FRIDAY + MINUTE)]


def changed_of(table):
    with at_work(table.app):
        return calendar_nights(table.group_id)[0].changed


def test_a_correction_changes_the_time_of_a_night(table):
    table.plays("Anna out, Bo 8")
    before = changed_of(table)
    assert changed_of(table) == before
    table.corrects(1, "Bo out, Anna 8")
    assert changed_of(table) > before


def test_deleting_a_session_changes_the_time_of_a_night(game, table):
    table.plays("Anna out, Bo 8")
    other = game("vandatta", "Anna Bo", group_id=table.group_id, at=FRIDAY + 5 * MINUTE)
    other.plays("Anna out, Bo 8", "Bo out, Anna 9")
    before = changed_of(table)
    deleted = other.change_stamp()
    with other.open() as session:
        delete_session(session, deleted)
    assert changed_of(table) == deleted.at > before


def test_a_new_name_changes_every_night_of_the_player(game, table):
    game("derange", "Anna Bo", group_id=table.group_id, at=FRIDAY + timedelta(days=7))
    later = FRIDAY + timedelta(days=30)
    with at_work(table.app):
        group = db.session.get_one(Group, table.group_id)
        rename(group, group.players[0], "Annika", ChangeStamp(new_id(), "a phone", later))
        db.session.commit()
        assert [night.changed for night in calendar_nights(table.group_id)] == [later, later]


def test_the_number_of_omitted_nights_is_returned(game, table):
    game("derange", "Anna Bo", group_id=table.group_id, at=FRIDAY + timedelta(days=7))
    with at_work(table.app):
        assert [nights_left_out(table.group_id, most) for most in (1, 2, 3)] == [1, 0, 0]


def test_of_many_nights_the_newest_are_returned_oldest_first(game, table):
    for week in (1, 2):
        game("derange", "Anna Bo", group_id=table.group_id, at=FRIDAY + week * timedelta(days=7))
    assert [night[0] for night in nights_of(table, most=2)] == ["2026-11-27", "2026-12-04"]


def test_nights_of_another_group_are_separate(game, table):
    other = game("derange", "Eva Frans", at=FRIDAY)
    assert len(nights_of(table)) == len(nights_of(other)) == 1


def latest(table, most=50):
    with at_work(table.app):
        return [(s.id, changed) for s, changed in latest_results(table.group_id, most)]


def test_results_are_newest_first_without_unfinished_sessions(game, table):
    group = {"group_id": table.group_id}
    table.plays("Anna out, Bo 8").stops()
    game("derange", "Anna Bo", at=FRIDAY + 60 * MINUTE, **group).plays("Anna out, Bo 8")
    last = game("derange", "Anna Bo", at=FRIDAY + 90 * MINUTE, **group).plays("Anna out, Bo 8").stops()
    assert [session for session, _changed in latest(table)] == [last.session_id, table.session_id]
    assert [session for session, _changed in latest(table, 1)] == [last.session_id]


def test_a_correction_changes_the_time_of_a_result(table):
    table.plays("Anna out, Bo 8").stops()
    before = latest(table)[0][1]
    table.corrects(1, "Bo out, Anna 8")
    assert latest(table)[0][1] > before


def test_sessions_of_totals_have_no_hours(app, table):
    """A file with a day and no time is imported with noon, which is not a time of play."""
    twice = TOTALS.replace("points\n", "points,session\n").replace("30\n", "30,1\n").replace("12\n", "12,1\n")
    twice += "".join(f"{line[:-1]}2\n" for line in twice.splitlines()[1:])
    File(app, table.group_id, twice).choose(people={"Anna": "Anna", "Bo": "Bo"}).apply()
    day, games, began, ended = nights_of(table)[0]
    assert (day, len(games), began, ended) == ("2024-02-02", 2, None, None)
