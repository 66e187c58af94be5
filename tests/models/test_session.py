"""A session and its sheet: one writer at a time, and only its own seats."""

import pytest
from msgspec.structs import replace
from sqlalchemy.orm.exc import StaleDataError

from game.scoring.facts import encoded
from models import Session, StoredSheet, db
from models.database import new_id
from tests.table import at_work

pytestmark = pytest.mark.table("derange", "Anna Bo", plays=["Anna out, Bo 8"])


@pytest.mark.both_databases
def test_of_two_writers_that_read_the_same_version_the_second_fails(app, table):
    """No request gets there, because each locks the session first."""
    with at_work(app):
        session = Session.of(table.group_id, table.session_id)
        theirs = db.update(Session).where(Session.id == session.id).values(version=session.version + 1)
        db.session.execute(theirs.execution_options(synchronize_session=False))
        session.sheet = replace(session.sheet, stopped=True)
        session.version += 1
        with pytest.raises(StaleDataError):
            db.session.flush()


@pytest.mark.both_databases
def test_a_locked_session_is_read_again(app, table):
    with at_work(app):
        seen = Session.of(table.group_id, table.session_id)
        later = replace(seen.sheet, stopped=True)
        theirs = db.update(StoredSheet).where(StoredSheet.session_id == seen.id).values(text=encoded(later))
        db.session.execute(theirs.execution_options(synchronize_session=False))
        assert not seen.sheet.stopped
        assert Session.of(table.group_id, table.session_id, lock=True).sheet == later


@pytest.mark.parametrize("field", ["dealer", "out"])
def test_a_seat_of_another_session_is_refused(app, table, field):
    with at_work(app):
        session = Session.of(table.group_id, table.session_id)
        stranger = replace(session.rounds[0], **{field: new_id()})
        with pytest.raises(ValueError, match="seats that it does not have"):
            session.sheet = replace(session.sheet, rounds=(stranger,))
        assert session.rounds[0] != stranger


def test_the_times_of_rounds_are_there_for_queries(app, table):
    table.inserts(1, "Anna out, Bo 2")
    with table.seen() as session:
        assert session.last_round_at == max(played.recorded_at for played in session.rounds)
        assert session.last_round_at == session.rounds[0].recorded_at
    table.takes_back().takes_back()
    with table.seen() as session:
        assert session.last_round_at is None
