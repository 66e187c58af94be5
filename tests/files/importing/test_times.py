"""Dates and times of tables, from the file to the sessions and nights of the group."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from models import Session, db
from tests.files.importing.files import File
from tests.table import at_work

pytestmark = pytest.mark.table(
    "derange", "Anna Bo", plays=["Anna out, Bo K"], mode="short", at=datetime(2024, 1, 5, 18, tzinfo=UTC)
)
STOCKHOLM = ZoneInfo("Europe/Stockholm")
WIDE = "Anna;Bo;Played\n3;4;{}\n5;6;{}\n"
LONG = "date,game,player,points\n{0},Vatikan,Anna,3\n{0},Vatikan,Bo,1\n{1},Vatikan,Anna,2\n{1},Vatikan,Bo,4\n"
BOTH = pytest.mark.parametrize("layout", [WIDE, LONG], ids=["wide", "long"])


@pytest.fixture
def file(app, table):
    return lambda layout, *dates: File(
        app, table.group_id, layout.format(*(f'"{text}"' for text in dates)), STOCKHOLM
    )


def previewed(file):
    """The new sessions in the order of the file: the date of the night, and the start."""
    with file.choose(games={"": "vatikan", "Vatikan": "vatikan"}).previewed() as preview:
        return [(night.date, session.started_at[:16]) for session, night in preview.new_sessions]


@BOTH
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("06.04.2026, 20:12", "07.04.2026, 00:40"),
        ("4/6/2026, 8:12 PM", "4/17/2026, 12:40 AM"),
        ("2026-04-06T18:12:00Z", "2026-04-06T22:40:00Z"),
        ("Mon Apr 06 2026 20:12:00 GMT+0200 (CEST)", "Tue Apr 07 2026 00:40:00 GMT+0200 (CEST)"),
    ],
)
def test_a_session_has_the_time_of_its_row(file, layout, first, second):
    night, start = previewed(file(layout, first, second))[0]
    assert (night, start) == (date(2026, 4, 6), "2026-04-06T18:12")


@BOTH
def test_a_game_after_midnight_belongs_to_the_night(file, layout):
    nights = [night for night, _start in previewed(file(layout, "06.04.2026, 20:12", "07.04.2026, 00:40"))]
    assert nights == [date(2026, 4, 6)] * 2


@BOTH
def test_a_date_of_another_zone_is_the_written_one(file, layout):
    sessions = previewed(file(layout, "2026-04-06T23:30:00-05:00", "2026-04-20"))
    assert sessions[0] == (date(2026, 4, 6), "2026-04-07T04:30")
    assert sessions[1][0] == date(2026, 4, 20)


@BOTH
def test_a_second_import_finds_the_sessions(app, table, file, layout):
    dates = "06.04.2026, 20:12", "17.04.2026, 22:40"
    for new in (2, 0):
        upload = file(layout, *dates)
        assert len(previewed(upload)) == new
        if new:
            upload.apply()
    with at_work(app):
        starts = db.session.scalars(db.select(Session.started_at).order_by(Session.started_at)).all()
    assert [f"{start:%m-%d %H:%M}" for start in starts][1:] == ["04-06 18:12", "04-17 20:40"]
