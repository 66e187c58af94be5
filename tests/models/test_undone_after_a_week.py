"""What is undone takes no hurry: nothing of it expires, whatever the worker deletes meanwhile."""

from datetime import UTC, datetime, timedelta

import pytest

from commands import worker
from commands.worker import Worker
from files.importing import applying
from files.importing.group_merge import GroupSnapshot
from files.importing.reverting import revert_file
from models import ChangeStamp, Group, Import, Player, Session, db
from models.database import new_id
from models.imported_file import ImportState
from models.people.group_undo import undo_group_change
from models.people.merging import Merge
from models.people.people import group_history
from tests.files.document.files import exported
from tests.files.importing.files import TOTALS, File
from tests.table import at_work, start

WEEKS_LATER = timedelta(days=30)


@pytest.fixture
def after_a_month(app, monkeypatch):
    """Let the worker do all that is due in a month; another import is brought meanwhile."""

    class Later(datetime):
        @classmethod
        def now(cls, zone=None):
            return datetime.now(zone or UTC) + WEEKS_LATER

    def wait(group_id):
        monkeypatch.setattr(worker, "datetime", Later)
        at = Later.now(UTC)
        with at_work(app):
            group = db.session.get_one(Group, group_id)
            brought = ChangeStamp(new_id(), "a phone", at)
            other = db.session.scalar(db.select(Import).limit(1))
            if other is not None:
                draft = applying.Preview(group, other).draft
                Import.store(group, "csv", draft, "another", brought, document=other.document)
            db.session.commit()
        Worker(app).tidy()
        Worker(app).upkeep()
        return ChangeStamp(new_id(), "a phone", at)

    return wait


@pytest.fixture
def table(app):
    return start(app, "derange", "Anna Bo", mode="short", at=datetime(2024, 1, 5, 18, tzinfo=UTC)).stops()


def sessions_of(app, group_id):
    with at_work(app):
        return set(db.session.scalars(db.select(Session.id).where(Session.visible_in(group_id))))


def test_a_wrong_import(app, table, after_a_month):
    before = exported(app, table.group_id)["sessions"]
    file = File(app, table.group_id, TOTALS)
    file.apply()
    assert len(exported(app, table.group_id)["sessions"]) == 2
    reverts(app, file.id, after_a_month(table.group_id))
    assert exported(app, table.group_id)["sessions"] == before


def test_a_merge_of_players(app, table, after_a_month):
    other = start(app, "derange", "Bosse Cara", group_id=table.group_id, clock=table.clock)
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        own = {player.name: player for player in group.players}
        Merge(own["Bosse"], own["Bo"]).carry_out(group, table.change_stamp())
        db.session.commit()
    stamp = after_a_month(table.group_id)
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        undo_group_change(group, group_history(group)[0], stamp)
        db.session.commit()
        assert "Bosse" in db.session.scalars(db.select(Player.name)).all()
    assert other.seats() == ["Bosse", "Cara"]


def test_a_merge_of_groups_that_have_not_changed(app, table, after_a_month):
    other = start(app, "derange", "Anna Eva", group_name="Sunday").stops()
    before = sessions_of(app, table.group_id)
    stamp = ChangeStamp(new_id(), "a phone", table.clock.now())
    with at_work(app):
        read = GroupSnapshot.read(other.group_id, stamp.at)
        group = db.session.get_one(Group, table.group_id)
        file = read.store(group, stamp)
        file.choose({"people": {p["id"]: "new" for p in written_people(app, other)}})
        db.session.commit()
        applying.apply_file(group, file, ChangeStamp(new_id(), "a phone", stamp.at))
    assert len(sessions_of(app, table.group_id)) == 2
    reverts(app, stamp.change_id, after_a_month(table.group_id))
    assert sessions_of(app, table.group_id) == before
    with at_work(app):
        assert db.session.get_one(Group, other.group_id).merged_into_id is None


def written_people(app, table):
    return [
        {"id": str(own)}
        for own in db.session.scalars(db.select(Player.id).where(Player.group_id == table.group_id))
    ]


def reverts(app, file_id, stamp):
    with at_work(app):
        file = db.session.get_one(Import, file_id)
        group = db.session.get_one(Group, file.group_id)
        revert_file(group, file, stamp, sure=True)
        db.session.commit()
        assert db.session.get_one(Import, file_id).state == ImportState.REVERTED
