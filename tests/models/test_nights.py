"""Sessions of one evening are one night, even past midnight; a long pause begins another."""

from datetime import UTC, date, datetime, timedelta

import pytest

from files.export.bg_stats import play
from models import Group, Night, db
from models.feeds import calendar_nights
from models.night_lists import MAX_PAUSE, is_of_tonight, night_for
from models.session import last_played
from models.statistics.nights import known_lengths
from models.statistics.selection import Selection
from tests.table import at_work

EVENING = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)


def night_of(table):
    with table.seen() as session:
        return session.night_id


def after(table, pause, game):
    """Another session of the same group, this long after the last event at the table."""
    with table.seen() as session:
        last = session.last_played_at
    return game(group_id=table.group_id, at=last + pause - timedelta(minutes=1))


def test_the_next_session_of_an_evening_belongs_to_the_same_night(game):
    table = game(at=EVENING).plays("Cara out, Anna 8, Bo K")
    assert night_of(after(table, timedelta(minutes=5), game)) == night_of(table)


def test_an_evening_that_crosses_midnight_is_one_night_dated_before_it(game, app):
    table = game(at=EVENING).plays("Cara out, Anna 8, Bo K")
    later = after(table, timedelta(hours=4), game)
    assert night_of(later) == night_of(table)
    with at_work(app):
        assert db.session.get_one(Night, night_of(later)).date == date(2026, 11, 20)


@pytest.mark.parametrize(
    ("pause", "same"),
    [
        (MAX_PAUSE - timedelta(seconds=1), True),
        (MAX_PAUSE, False),
        (timedelta(days=7), False),
    ],
)
def test_a_pause_of_eight_hours_ends_the_night(game, pause, same):
    table = game(at=EVENING).plays("Cara out, Anna 8, Bo K")
    assert (night_of(after(table, pause, game)) == night_of(table)) is same


def test_the_pause_counts_from_the_last_round_not_from_the_first_deal(game):
    table = game(at=EVENING)
    table.clock.time += timedelta(hours=6)
    table.plays("Cara out, Anna 8, Bo K")
    assert night_of(after(table, timedelta(hours=6), game)) == night_of(table)


def test_another_group_has_its_own_night(game):
    assert night_of(game(at=EVENING)) != night_of(game(at=EVENING))


def belongs(app, table, at, until=None, today=date(2026, 11, 21)):
    """The night of a session from `at` to `until`; None where it would begin a new one."""
    with at_work(app):
        night = night_for(db.session.get_one(Group, table.group_id), at, today, until=until)
        return night.id  # a new night has no id before it is flushed


@pytest.mark.table(plays=["Cara out, Anna 8, Bo K"], at=EVENING)
class TestEnteredAfterwards:
    """A session of the past, entered with its beginning and its end."""

    @pytest.mark.parametrize(
        ("ends_before", "same"),
        [(timedelta(hours=1), True), (MAX_PAUSE, False), (timedelta(days=1), False)],
    )
    def test_a_session_before_the_others(self, app, table, ends_before, same):
        with table.seen() as session:
            end = session.started_at - ends_before
        found = belongs(app, table, end - timedelta(hours=2), end)
        assert (found == night_of(table)) is same

    def test_a_session_at_the_same_time_at_another_table(self, app, table):
        with table.seen() as session:
            start = session.started_at
        assert belongs(app, table, start - timedelta(hours=1), start + timedelta(hours=1)) == night_of(table)

    def test_between_two_nights_the_nearer_one(self, app, game, table):
        morning = after(table, timedelta(hours=15), game)
        with morning.seen() as session:
            end = session.started_at - timedelta(hours=2)
        assert belongs(app, table, end - timedelta(hours=1), end) == night_of(morning)

    def test_a_long_session_belongs_to_the_night_it_overlaps(self, app, table):
        with table.seen() as session:
            start = session.started_at
        found = belongs(app, table, start - timedelta(hours=20), start - timedelta(minutes=1))
        assert found == night_of(table)

    def test_a_new_night_has_the_given_date(self, app, table):
        known = night_of(table)
        with at_work(app):
            group = db.session.get_one(Group, table.group_id)
            at = EVENING - timedelta(days=30)
            night = night_for(group, at, date(2026, 10, 21), until=at + timedelta(hours=3))
            db.session.flush()
            assert night.id != known
            assert night.date == date(2026, 10, 21)


class TestClockSetBack:
    """The session ends, by the clock, before it started."""

    @pytest.fixture
    def table(self, game):
        table = game(at=EVENING)
        table.clock.time -= timedelta(hours=2)
        return table.plays("Cara out, Anna 8, Bo K").stops()

    def test_it_has_no_negative_duration(self, app, table):
        with table.seen() as session:
            assert session.finished_at == session.started_at == session.last_played_at
            assert play(session, {"game": "Derange"}).get("durationMin", 0) == 0
        with at_work(app):
            assert known_lengths(Selection(table.group_id)) == []
            (night,) = calendar_nights(table.group_id)
            assert night.began == night.ended

    def test_nor_has_one_that_was_stored_so(self, app, table):
        with table.open() as session:
            session.finished_at = session.started_at - timedelta(hours=2)
        with at_work(app):
            assert known_lengths(Selection(table.group_id)) == []
            (night,) = calendar_nights(table.group_id)
            assert night.began == night.ended

    def test_the_next_game_belongs_to_the_same_night(self, table, game):
        again = game(group_id=table.group_id, at=table.clock.time)
        assert night_of(again) == night_of(table)

    def test_a_game_of_another_day_is_not_one_of_tonight(self, table):
        with table.seen() as session:
            assert is_of_tonight(session, EVENING - timedelta(hours=2))
            assert not is_of_tonight(session, EVENING - timedelta(days=3))


@pytest.mark.parametrize(
    ("begins", "day"),
    [
        (datetime(2026, 3, 28, 22, 29, tzinfo=UTC), date(2026, 3, 28)),  # Stockholm: 2 o’clock becomes 3
        (datetime(2026, 10, 24, 21, 29, tzinfo=UTC), date(2026, 10, 24)),  # 3 o’clock becomes 2
    ],
)
def test_a_night_of_a_change_to_or_from_summer_time_lasts_as_long_as_it_was_played(game, app, begins, day):
    table = game(at=begins)
    table.clock.time += timedelta(hours=4)
    table.plays("Cara out, Anna 8, Bo K").stops()
    again = game(group_id=table.group_id, at=table.clock.time + MAX_PAUSE - timedelta(minutes=3))
    next_day = game(group_id=table.group_id, at=again.clock.time + MAX_PAUSE)
    assert night_of(table) == night_of(again) != night_of(next_day)
    played = timedelta(hours=4, minutes=1)
    with at_work(app):
        assert known_lengths(Selection(table.group_id)) == [played]
        (night, _next) = calendar_nights(table.group_id)
        assert night.night.date == day
    with table.seen() as session:
        assert play(session, {"game": "Derange"})["durationMin"] == played / timedelta(minutes=1)


class TestChangedTheDayAfter:
    """Friday's table is seen to on Saturday: nobody played then, and what begins then is another night."""

    @pytest.fixture
    def friday(self, game):
        table = game(at=EVENING).plays("Cara out, Anna 8, Bo K")
        with table.seen() as session:
            self.last = session.last_played_at
        return table

    def on_saturday(self, table, game):
        return night_of(game(group_id=table.group_id, at=table.clock.time + timedelta(minutes=2)))

    def test_ended(self, friday, game):
        friday.clock.time += timedelta(hours=21)
        friday.stops()
        assert self.on_saturday(friday, game) != night_of(friday)
        with friday.seen() as session:
            assert session.last_played_at == self.last

    def test_a_missing_round_inserted(self, friday, game):
        friday.stops()
        friday.clock.time += timedelta(hours=21)
        friday.inserts(1, "Anna out, Bo 8, Cara K")
        assert self.on_saturday(friday, game) != night_of(friday)

    def test_a_calendar_ends_the_night_with_its_last_round(self, friday):
        friday.clock.time += timedelta(days=3)
        friday.stops()
        with at_work(friday.app):
            (night,) = calendar_nights(friday.group_id)
        assert night.ended == self.last


def test_a_session_imported_without_times_of_rounds_ended_at_the_time_in_the_file():
    assert last_played(EVENING, EVENING + timedelta(hours=2), EVENING) == EVENING + timedelta(hours=2)


def test_before_the_first_round_the_last_play_is_the_start():
    assert last_played(EVENING, EVENING + timedelta(days=1), None) == EVENING
