"""An evening is one night, midnight or not; a long pause begins another."""

from datetime import UTC, date, datetime, timedelta

import pytest

from models import Night, db
from models.nights import LONGEST_PAUSE
from tests.table import at_work

pytestmark = pytest.mark.both_databases

EVENING = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)


def night_of(table):
    with table.seen() as session:
        return session.night_id


def after(table, pause, game):
    """Another session of the same group, so much later than the last thing that happened at this table."""
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
        (LONGEST_PAUSE - timedelta(seconds=1), True),
        (LONGEST_PAUSE, False),
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
