"""Revision 0015: existing changes are numbered in the order of their times."""

from datetime import timedelta

import flask_migrate

from models import Change, Group, db
from models.migrating import FOLDER, bring_up_to_date
from models.people.people import group_history, rename_group
from tests.club import opened
from tests.table import at_work, start


def test_changes_of_each_session_tournament_and_group_are_numbered_by_their_times(app):
    tables = [start(app, "derange", "Anna Bo").plays("Anna out, Bo 8", "Bo out, Anna K") for _ in range(2)]
    for table in tables:
        table.stops().takes_back()
    club = opened(app, "Anna Bo Cara", group_id=tables[0].group_id).draws()
    with at_work(app):
        group = db.session.get_one(Group, club.group_id)
        for name in ("Saturday table", "Sunday table"):
            rename_group(group, name, club.change_stamp())
        db.session.commit()
    histories = [table.changes() for table in tables], club.kinds(), names_of(club)
    with app.app_context():
        flask_migrate.downgrade(directory=str(FOLDER), revision="0013")
        db.session.remove()
    bring_up_to_date(app)
    assert ([table.changes() for table in tables], club.kinds(), names_of(club)) == histories
    for table in tables:
        assert numbers(app, Change.session_id == table.session_id) == [1, 2, 3, 4]
    assert numbers(app, Change.tournament_id == club.id) == [1, 2]
    assert names_of(club) == ["Sunday table", "Saturday table"]


def test_a_change_after_the_upgrade_is_the_newest(app):
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8", "Bo out, Anna K")
    with app.app_context():
        flask_migrate.downgrade(directory=str(FOLDER), revision="0013")
        db.session.remove()
    bring_up_to_date(app)
    table.clock.time -= timedelta(hours=2)
    table.plays("Anna out, Bo 4").takes_back()
    assert table.numbers() == [1, 2]


def numbers(app, condition):
    with at_work(app):
        return sorted(db.session.scalars(db.select(Change.number).where(condition)))


def names_of(club):
    """The names that the group got, the last one first."""
    with at_work(club.app):
        changes = group_history(db.session.get_one(Group, club.group_id))
        return [change.diff["group"][1]["name"] for change in changes]
