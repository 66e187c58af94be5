"""Equal rules are stored once, and only as long as a session has them."""

from threading import Thread

import msgspec
import pytest

from game.variants import VARIANTS
from models import StoredRules, db
from models.purging import delete_unused_rules
from models.recycle_bin import delete_session
from models.rules import FrozenRules, insert_rules, rules_with
from models.session import Session
from tests.concurrency.test_outcomes_at_once import others_wait_for
from tests.other_rules import HIGHEST, start_with
from tests.table import at_work, empty_bins, start
from tests.waiting import wait_until

pytestmark = pytest.mark.both_databases


def stored(app):
    """The ids of all rules."""
    with at_work(app):
        return set(db.session.scalars(db.select(StoredRules.id)))


def rules_of(table):
    with table.seen() as session:
        return session.rules_id


def test_sessions_with_equal_rules_share_them(app):
    first = start(app, "derange", "Anna Bo")
    second = start(app, "derange", "Cara Dilan")
    assert stored(app) == {rules_of(first)} == {rules_of(second)}


def test_other_options_are_other_rules(app):
    tables = [start(app, "derange", "Anna Bo", mode=mode) for mode in ("short", "full")]
    assert len(stored(app)) == 2
    assert [seen_mode(table) for table in tables] == ["short", "full"]


def seen_mode(table):
    with table.seen() as session:
        return session.rules.options["mode"]


def test_changed_rules_leave_the_other_session_alone(app):
    first = start(app, "vandatta", "Anna Bo")
    second = start_with(app, HIGHEST, "Anna Bo")
    with first.seen() as session:
        assert not session.rules.highest_wins
    with second.seen() as session:
        assert session.rules.highest_wins


def test_a_number_of_rounds_that_is_taken_back_gives_the_rules_of_before(app):
    table = start(app, "vandatta", "Anna Bo", rounds=4)
    before = rules_of(table)
    with table.open() as session:
        session.planned_rounds = 6
    assert rules_of(table) != before
    with table.open() as session:
        session.planned_rounds = 4
    assert rules_of(table) == before


def test_rules_of_a_change_that_fails_are_not_stored(app):
    table = start(app, "vandatta", "Anna Bo", rounds=4)
    before = stored(app)
    with at_work(app):
        session = Session.of(table.group_id, table.session_id)
        session.planned_rounds = 6
        db.session.flush()
        db.session.rollback()
        assert session.planned_rounds == 4
    assert stored(app) == before
    with table.open() as session:
        session.planned_rounds = 6
    with table.seen() as session:
        assert session.planned_rounds == 6


def test_rules_are_deleted_for_good_with_the_last_session_that_has_them(app):
    """While a session can be restored, its rules stay."""
    table, other = start(app, "derange", "Anna Bo"), start(app, "vandatta", "Anna Bo")
    with at_work(app):
        delete_session(Session.of(table.group_id, table.session_id, lock=True), table.change_stamp())
        db.session.commit()
        delete_unused_rules()
    assert stored(app) == {rules_of(other), rules_of_deleted(app, table)}
    empty_bins(app)
    assert stored(app) == {rules_of(other)}


def rules_of_deleted(app, table):
    with at_work(app):
        return db.session.get_one(Session, table.session_id).rules_id


def test_rules_are_read_once_by_a_process(app, monkeypatch):
    table = start(app, "derange", "Anna Bo")
    rules_id = rules_of(table)
    monkeypatch.setattr("models.rules._CACHE", {})
    with at_work(app):
        read = rules_with(rules_id)
        assert read.rules.variant == "derange"
        assert rules_with(rules_id) is read


OLDER = ("multipliers", "without_points")  # rules that later versions have added


def older_rules():
    """The text of rules from before there were some of them, and with one that no version knows any more."""
    values = msgspec.json.decode(FrozenRules.of(VARIANTS["vandatta"].rules({"rounds": 4}, 2)).text)
    return FrozenRules.of(
        {**{name: value for name, value in values.items() if name not in OLDER}, "retired": 1}
    )


def test_equal_rules_have_an_equal_text_also_when_they_were_read_from_an_older_one():
    rules = VARIANTS["vandatta"].rules({"rounds": 4}, 2)
    assert older_rules().rules == rules
    assert FrozenRules.of(older_rules().rules).text == FrozenRules.of(rules).text


def test_a_plan_that_is_changed_back_gives_the_older_text_again(app):
    table = start(app, "vandatta", "Anna Bo", rounds=4)
    with table.open() as session:
        session.frozen_rules = older_rules()
    for rounds in (6, 4):
        with table.open() as session:
            session.planned_rounds = rounds
            assert session.rules.rounds == rounds
    assert rules_of(table) == older_rules().id


def test_rules_that_are_deleted_while_a_game_begins_with_them_stay(app):
    """Whoever deletes what is unused waits for the game, and leaves its rules."""
    table = start(app, "derange", "Anna Bo")
    with at_work(app):
        unused = FrozenRules.of({"name": "unused"})
        store = insert_rules(db.engine.dialect.name)
        db.session.execute(store, {"id": unused.id, "text": unused.text})
        db.session.commit()
    done = []

    def delete():
        with at_work(app):
            delete_unused_rules()
        done.append(True)

    with at_work(app):
        db.session.execute(store, {"id": unused.id, "text": unused.text})  # as a game does that begins
        thread = Thread(target=delete)
        thread.start()
        wait_until(lambda: done or others_wait_for(db.session))
        session = Session.of(table.group_id, table.session_id)
        db.session.execute(db.update(Session).where(Session.id == session.id).values(rules_id=unused.id))
        db.session.commit()
    thread.join()
    assert unused.id in stored(app)
