"""Sessions of one group that end, are corrected and merged simultaneously: their figures stay correct."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from game.variants import VARIANTS
from models import Group, Session, db
from models.database import new_id
from models.people.merging import Merge
from models.recycle_bin import delete_session
from models.table.starting import SessionSetup, start_session
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.table import at_work, start
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.both_databases

NAMES = "Anna Bo Cara"
RESULTS = ("Anna out, Bo 8, Cara K", "Bo out, Anna 8, Cara K", "Cara out, Anna 8, Bo K")


def all_at_once(*doings):
    """Run each function in a separate thread, at one signal; an exception in one is raised here."""
    signal = threading.Barrier(len(doings))

    def do(doing):
        signal.wait(PATIENCE)
        doing()

    with ThreadPoolExecutor(len(doings)) as threads:
        list(threads.map(do, doings))


@pytest.fixture
def tables(app):
    """Eight tables of one group, each with a round played."""
    first = start(app, "derange", NAMES)
    others = [start(app, "derange", NAMES, group_id=first.group_id, clock=first.clock) for _ in range(7)]
    for place, table in enumerate([first, *others]):
        table.plays(RESULTS[place % 3])
    return [first, *others]


def test_a_session_that_begins_while_the_only_other_of_its_night_is_deleted_is_not_lost(app):
    """Wrong game, deleted on one phone, started again on another."""
    wrong = start(app, "derange", NAMES)
    begun, deleted = threading.Event(), threading.Event()

    def delete():
        assert begun.wait(PATIENCE)
        with at_work(app):
            delete_session(Session.of(wrong.group_id, wrong.session_id, lock=True), wrong.change_stamp())
            db.session.commit()
        deleted.set()

    def begin():
        with at_work(app):
            group = db.session.get_one(Group, wrong.group_id)
            setup = SessionSetup(VARIANTS["vandatta"], {}, ["Anna", "Bo"], 0)
            at = wrong.clock.now()
            session = start_session(group, setup, new_id(), at=at, today=at.date())
            db.session.flush()
            begun.set()
            wait_until(lambda: deleted.is_set() or others_wait_for(db.session))
            db.session.commit()
            made.append(session.id)

    made = []
    all_at_once(delete, begin)
    with at_work(app):
        (session,) = db.session.scalars(db.select(Session).where(Session.visible_in(wrong.group_id))).all()
        assert [session.id] == made
        assert session.night is not None


def others_wait_for(transaction):
    """Whether a writing transaction waits for this one: on SQLite each does."""
    if transaction.get_bind().dialect.name == "sqlite":
        return True
    waiting = (
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    )
    return bool(transaction.scalar(text(waiting)))


def test_simultaneously_ending_sessions_are_all_counted_in_order(app, tables):
    all_at_once(*[table.stops for table in tables])
    assert_outcomes_match(app, tables[0].group_id)


def test_simultaneous_ends_corrections_and_a_deletion(app, tables):
    for table in tables[:4]:
        table.stops()

    def delete():
        with at_work(app):
            delete_session(
                Session.of(tables[3].group_id, tables[3].session_id, lock=True), tables[3].change_stamp()
            )
            db.session.commit()

    all_at_once(
        lambda: tables[0].corrects(1, RESULTS[1]),
        lambda: tables[1].corrects(1, RESULTS[2]),
        tables[2].reopens,
        delete,
        *[table.stops for table in tables[4:]],
    )
    assert_outcomes_match(app, tables[0].group_id)


def test_a_merge_while_its_sessions_end(app, tables):
    first = tables[0]
    guests = [
        start(app, "derange", "Annika Bo Cara", group_id=first.group_id, clock=first.clock).plays(
            "Annika out, Bo 8, Cara K"
        )
        for _ in range(3)
    ]

    def merge_guest():
        with at_work(app):
            group = db.session.get_one(Group, first.group_id)
            of = {player.name: player for player in group.players}
            Merge(of["Annika"], of["Anna"]).carry_out(group, first.change_stamp(new_id()))
            db.session.commit()

    all_at_once(merge_guest, *[table.stops for table in [*guests, *tables[:4]]])
    assert_outcomes_match(app, first.group_id)
