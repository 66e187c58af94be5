"""Place and note of a night: written, seen in the history, taken back."""

import pytest

from models import Change, Group, Night, db
from models.database import new_id
from models.deleting import delete_session
from models.night_notes import describe, night_history, note_fingerprint
from models.people.group_pieces import take_back_in_group
from models.people.people import group_history
from models.session import Session
from models.table.taking_back import CannotTakeBack
from tests.table import at_work

pytestmark = pytest.mark.table("derange", "Anna Bo", plays=["Anna out, Bo 8"])


class NightWriting:
    """A night as it is written about."""

    def __init__(self, app, table):
        self.app, self.table, self.id = app, table, table.night_id()

    def says(self, place, note=""):
        author = self.table.author()
        with at_work(self.app):
            describe(self._group(), self._night(), author, place=place, note=note)
            db.session.commit()
        return author.change_id

    def takes_back(self, change_id):
        author = self.table.author(new_id())
        with at_work(self.app):
            change = Change.of(self.table.group_id, change_id)
            take_back_in_group(self._group(), change, author)
            db.session.commit()
        return author.change_id

    @property
    def written(self):
        with at_work(self.app):
            return self._night().place, self._night().note

    def trail(self):
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
    return NightWriting(app, table)


def test_what_is_written_is_a_change_of_the_group(app, night, table):
    change_id = night.says("at Bo’s", "It snowed.")
    assert night.written == ("at Bo’s", "It snowed.")
    with at_work(app):
        [change] = group_history(db.session.get_one(Group, table.group_id))
        assert change.id == change_id
        assert change.diff == {
            f"night:{night.id}": [{"place": None, "note": None}, {"place": "at Bo’s", "note": "It snowed."}]
        }


def test_only_what_differs_is_in_the_history(app, night, table):
    night.says("at Bo’s", "It snowed.")
    night.says("at Bo’s", "It snowed.")
    night.says("at Cara’s", "It snowed.")
    with at_work(app):
        latest, _first = group_history(db.session.get_one(Group, table.group_id))
        assert latest.diff == {f"night:{night.id}": [{"place": "at Bo’s"}, {"place": "at Cara’s"}]}


def test_it_goes_back_and_forth(night):
    change = night.says("at Bo’s", "It snowed.")
    undone = night.takes_back(change)
    assert night.written == (None, None)
    night.takes_back(undone)
    assert night.written == ("at Bo’s", "It snowed.")
    assert [is_active for _kind, is_active in night.trail()] == [True, False, True]


def test_what_was_written_over_must_be_taken_back_later_things_first(night):
    first = night.says("at Bo’s")
    night.says("at Cara’s")
    with pytest.raises(CannotTakeBack) as refused:
        night.takes_back(first)
    assert refused.value.reason == "changed"
    assert night.written == ("at Cara’s", None)


def test_place_and_note_go_back_one_without_the_other(night):
    night.says("at Bo’s")
    place = night.says("at Cara’s")
    night.says("at Cara’s", "It snowed.")
    night.takes_back(place)
    assert night.written == ("at Bo’s", "It snowed.")


def test_its_history_is_its_own(app, night, table, game):
    other = NightWriting(
        app, game("derange", "Anna Bo", group_id=table.group_id, at=table.clock.now().replace(2020))
    )
    night.says("at Bo’s")
    other.says("at Cara’s")
    assert len(night.trail()) == len(other.trail()) == 1


def test_the_fingerprint_tells_whether_somebody_wrote(night):
    before = night.fingerprint()
    change = night.says("at Bo’s")
    assert night.fingerprint() != before
    night.takes_back(change)
    assert night.fingerprint() == before


def test_a_night_that_is_gone_takes_nothing_back(app, night, table):
    change = night.says("at Bo’s")
    night.says("")
    with at_work(app):
        delete_session(Session.of(table.group_id, table.session_id), table.author())
        db.session.commit()
    with pytest.raises(CannotTakeBack):
        night.takes_back(change)
