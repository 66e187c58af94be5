"""A session read as rows equals the session that a page shows."""

import pytest

from files.document import rows
from files.document.rows import sessions_in
from files.document.scope import Scope
from models import Session, db
from tests.files.document.many import copied
from tests.files.document.test_round_trip import lively
from tests.queries import statements_of
from tests.table import at_work


def both(group_id):
    """Each session of the group as rows and as an object, oldest first."""
    objects = db.session.scalars(
        db.select(Session).where(Session.visible_in(group_id)).order_by(Session.started_at, Session.id)
    )
    return list(zip(sessions_in(Scope(group_id)), objects, strict=True))


def assert_all_same(app, group_id):
    with at_work(app):
        for played, session in both(group_id):
            assert_same(played, session)


def assert_same(played, session):
    assert played.row.id == session.id
    assert [(seat.id, played.people[seat.id].name) for seat in played.seats] == [
        (seat.id, seat.player.name) for seat in session.seats
    ]
    assert played.player_ids == {seat.id: str(seat.player_id) for seat in session.seats}
    assert played.scored.standings == session.standings()
    assert played.rounds == session.rounds


@pytest.mark.both_databases
def test_a_group_with_every_kind_of_event(app):
    assert_all_same(app, lively(app).group_id)


@pytest.mark.both_databases
def test_batches_contain_each_session_once_oldest_first(app, game, monkeypatch):
    """Many sessions began at the same moment, as in an imported file without times."""
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8")
    copied(table, 4)
    copied(table, 4, later=1)
    with at_work(app):
        expected = [session.id for _played, session in both(table.group_id)]
        assert len(expected) == 9
        for at_once in (1, 2, 3, 9, 100):
            monkeypatch.setattr(rows, "BATCH_SIZE", at_once)
            assert [played.row.id for played in sessions_in(Scope(table.group_id))] == expected
        assert Scope(table.group_id).session_count() == 9
        assert Scope(table.group_id, session_id=table.session_id).session_count() == 1


def test_two_queries_for_a_number_of_sessions(app, game):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8")

    def read():
        with at_work(app):
            assert all(played.scored.standings for played in sessions_in(Scope(table.group_id)))

    for _more in range(2):
        assert sum(sql.startswith("SELECT") for sql in statements_of(app, read)) == 2
        copied(table, 20)
