"""Place and note of a night: editing, history, undo."""

from datetime import timedelta

import pytest

from models import Change, Group, Night, db
from models.database import new_id
from models.night_notes import describe, night_history, note_fingerprint
from models.people.group_undo import undo_group_change
from models.people.people import group_history
from models.recycle_bin import delete_session
from models.session import Session
from models.table.undo import CannotUndo
from tests.table import at_work

pytestmark = pytest.mark.table("derange", "Anna Bo", plays=["Anna out, Bo 8"])


class NightEditor:
    """Edits a night."""

    def __init__(self, app, table):
        self.app, self.table, self.id = app, table, table.night_id()

    def edit(self, place, note=""):
        stamp = self.table.change_stamp()
        with at_work(self.app):
            describe(self._group(), self._night(), stamp, place=place, note=note)
            db.session.commit()
        return stamp.change_id

    def undo(self, change_id):
        stamp = self.table.change_stamp(new_id())
        with at_work(self.app):
            change = Change.of(self.table.group_id, change_id)
            undo_group_change(self._group(), change, stamp)
            db.session.commit()
        return stamp.change_id

    @property
    def written(self):
        with at_work(self.app):
            return self._night().place, self._night().note

    def changes(self):
        with at_work(self.app):
            return [(change.kind, change.is_active) for change in night_history(self._night())]

    def fingerprint(self):
        with at_work(self.app):
            return note_fingerprint(self._night())

    def _group(self):
        return db.session.get_one(Group, self.table.group_id)

    def _night(self):
        return db.session.get_one(Night, self.id)


@pytest.fixture
def night(app, table):
    return NightEditor(app, table)


def test_an_edit_is_a_change_of_the_group(app, night, table):
    change_id = night.edit("at Bo’s", "It snowed.")
    assert night.written == ("at Bo’s", "It snowed.")
    with at_work(app):
        [change] = group_history(db.session.get_one(Group, table.group_id))
        assert change.id == change_id
        assert change.diff == {
            f"night:{night.id}": [{"place": None, "note": None}, {"place": "at Bo’s", "note": "It snowed."}]
        }


def test_the_history_contains_only_differences(app, night, table):
    night.edit("at Bo’s", "It snowed.")
    night.edit("at Bo’s", "It snowed.")
    night.edit("at Cara’s", "It snowed.")
    with at_work(app):
        latest, _first = group_history(db.session.get_one(Group, table.group_id))
        assert latest.diff == {f"night:{night.id}": [{"place": "at Bo’s"}, {"place": "at Cara’s"}]}


def test_edits_can_be_undone_and_redone(night):
    change = night.edit("at Bo’s", "It snowed.")
    undone = night.undo(change)
    assert night.written == (None, None)
    night.undo(undone)
    assert night.written == ("at Bo’s", "It snowed.")
    assert [is_active for _kind, is_active in night.changes()] == [True, False, True]


def test_overwritten_edits_must_be_undone_newest_first(night):
    first = night.edit("at Bo’s")
    night.edit("at Cara’s")
    with pytest.raises(CannotUndo) as refused:
        night.undo(first)
    assert refused.value.reason == "changed"
    assert night.written == ("at Cara’s", None)


def test_place_and_note_can_be_undone_independently(night):
    night.edit("at Bo’s")
    place = night.edit("at Cara’s")
    night.edit("at Cara’s", "It snowed.")
    night.undo(place)
    assert night.written == ("at Bo’s", "It snowed.")


def test_its_history_begins_with_the_newest_change_after_the_clock_was_set_back(app, night, table):
    changes = [night.edit("at Bo’s")]
    table.clock.time -= timedelta(hours=2)
    changes.append(night.edit("at Cara’s"))
    with at_work(app):
        found = night_history(db.session.get_one(Night, night.id))
        assert [change.id for change in found] == changes[::-1]


def test_its_history_is_its_own(app, night, table, game):
    other = NightEditor(
        app, game("derange", "Anna Bo", group_id=table.group_id, at=table.clock.now().replace(2020))
    )
    night.edit("at Bo’s")
    other.edit("at Cara’s")
    assert len(night.changes()) == len(other.changes()) == 1


def test_the_fingerprint_detects_an_edit(night):
    before = night.fingerprint()
    change = night.edit("at Bo’s")
    assert night.fingerprint() != before
    night.undo(change)
    assert night.fingerprint() == before


def test_edits_of_a_deleted_night_cannot_be_undone(app, night, table):
    change = night.edit("at Bo’s")
    night.edit("")
    with at_work(app):
        delete_session(Session.of(table.group_id, table.session_id), table.change_stamp())
        db.session.commit()
    with pytest.raises(CannotUndo):
        night.undo(change)
