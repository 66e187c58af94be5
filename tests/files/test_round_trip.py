"""Export and import give the same bytes."""

import pytest

from files.document import document_text
from models import Group, Player, db
from tests.files.document.files import NOW
from tests.files.document.test_round_trip import lively
from tests.files.importing.files import TOTALS, File
from tests.table import at_work


def as_json(app, group_id):
    with at_work(app):
        return "".join(document_text(db.session.get_one(Group, group_id), NOW))


@pytest.fixture
def table(app):
    table = lively(app)
    with at_work(app):  # names and places that look like formulas in a spreadsheet
        for player, name in zip(
            db.session.scalars(db.select(Player).order_by(Player.id)), ("=1+1", 'B"o;,'), strict=False
        ):
            player.name = name
        db.session.commit()
    File(app, table.group_id, TOTALS).apply()
    return table


@pytest.mark.both_databases
def test_the_document(app, app_with, table):
    first, other = as_json(app, table.group_id), app_with()
    with at_work(other):
        db.session.add(Group(id=table.group_id, name="Friday table", created_at=NOW))
        db.session.commit()
    File(other, table.group_id, first).apply()
    assert as_json(other, table.group_id) == first
