"""Sessions from before sheets: each becomes one, with all that its rows had."""

import re
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import flask_migrate
import pytest
from sqlalchemy import inspect, text

from commands.demo.stories import make_demo_group
from models import db
from models.database import new_id
from models.migrating import FOLDER, WrongRevision, bring_up_to_date, prepare, revision, revisions
from models.recycle_bin import delete_session, entries_of, restore
from tests.counting import OwnHands
from tests.files.document.files import exported
from tests.migrations.older import BEFORE, make_older
from tests.models.rows import every_row
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.once import played_once
from tests.table import at_work, start

AT = datetime(2026, 5, 9, 20, 0, tzinfo=UTC)


@played_once
def everything(app):
    """What the demo and a table bring about: every field of a sheet has a value somewhere; also deleted."""
    with at_work(app):
        make_demo_group(AT, ZoneInfo("Europe/Stockholm"), Random(8))
        db.session.commit()
    table = start(app, "derange", "Anna Bo Cara", mode="short").plays(
        "Cara out, Anna 8 5 5, Bo K 2 2, chain 1 Bo", "Anna out, Bo =12+3, Cara 4"
    )
    table.adjusts("Bo", 10, "forgot to say last card").leaves("Bo").sits_down("Dilan", start="average")
    table.plays("Anna out, Cara 8, Dilan K").takes_over("Eva", of="Cara").misdeals().lets_deal("Dilan")
    table.takes_back().comes_back("Bo", start="worst")
    hands = OwnHands(table).out("Anna", chain=(1, "Dilan")).sends("Bo", "8 5").sends("Dilan", "K 2")
    hands.sends("Bo", "8", on="Anna").checks("Dilan", right=True, on="Bo")
    start(app, "vandatta", "Anna Bo", group_id=table.group_id).plays("Anna out, Bo 8").has(totals_only=True)
    start(app, "vandatta", "Anna Bo", group_id=table.group_id).plays("Anna out, Bo 8").has(no_times=True)
    for with_its_night in (False, True):
        _delete_game(app, table, with_its_night)
    return table


def _delete_game(app, table, with_its_night):
    """Of two games on a night, or the only one on another."""
    at = AT - timedelta(days=20 if with_its_night else 10)
    deleted = start(app, "derange", "Anna Bo", group_id=table.group_id, at=at).plays("Anna out, Bo 8").stops()
    if not with_its_night:
        start(app, "derange", "Anna Bo", group_id=table.group_id, at=at + timedelta(hours=1))
    with deleted.open() as session:
        delete_session(session, deleted.change_stamp())


def upgrade(app):
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))


NEW_VERSION = {"statistics_versions": set()}  # the outcomes are computed anew


def test_every_session_is_as_before(app):
    table = everything(app)
    before, document = every_row(app), exported(app, table.group_id)
    make_older(app)
    with app.app_context():
        assert {"rounds", "hands"} < set(inspect(db.engine).get_table_names())
        assert revision() == BEFORE
        db.engine.dispose()
    upgrade(app)
    assert every_row(app) | NEW_VERSION == before | NEW_VERSION
    assert exported(app, table.group_id) | {"exported_at": ""} == document | {"exported_at": ""}
    table.takes_back().takes_back()
    with at_work(app):
        entries = entries_of(table.group_id)
        assert [len(entry.sessions) for entry in entries] == [1, 1]
        for entry in entries:
            assert restore(table.group_id, entry.change.id, table.change_stamp())
        db.session.commit()
    assert_outcomes_match(app, table.group_id)


ANOTHER = "SELECT id FROM seats WHERE session_id NOT IN (SELECT session_id FROM rounds) LIMIT 1"
WRONG = {
    "UPDATE rounds SET number = 7 WHERE number = 2": "not numbered from 1",
    "UPDATE seats SET position = 0": "the same place at the table",
    "UPDATE seats SET final_total = 7 WHERE final_total IS NOT NULL": "other totals or ranks",
    "UPDATE hands SET points = 77": "other totals or ranks",
    "UPDATE sessions SET finished_at = NULL": "disagree about whether it is over",
    "UPDATE sessions SET first_dealers = '[\"{other}\"]'": "a seat of another session",
    "UPDATE rounds SET dealer_id = ({another})": "of another session",
}


@pytest.mark.parametrize(("statement", "why"), WRONG.items(), ids=WRONG.values())
def test_a_session_that_does_not_fit_is_named_and_nothing_is_changed(app, statement, why):
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8", "Bo out, Anna K").stops()
    start(app, "derange", "Cara Dilan", group_id=table.group_id)
    make_older(app)
    with at_work(app):
        db.session.execute(
            text(
                statement.replace("{other}", str(new_id())).replace("{another}", ANOTHER).replace(":", r"\:")
            )
        )
        db.session.commit()
        db.engine.dispose()
    with pytest.raises(WrongRevision, match=rf"(?s)The session \S+ cannot be upgraded: .*{re.escape(why)}"):
        upgrade(app)
    with app.app_context():
        db.engine.dispose()
        assert revision() == BEFORE
        assert "sheets" not in inspect(db.engine).get_table_names()


class TestBackup:
    """There is no way back from this upgrade but a backup: it is made before."""

    def test_it_is_made_and_named(self, app, tmp_path, capsys):
        table = everything(app)
        make_older(app)
        app.config |= {"UPGRADE_WITHOUT_BACKUP": False, "BACKUPS": tmp_path / "backups"}
        upgrade(app)
        [file] = (tmp_path / "backups").iterdir()
        assert f"is in {file}" in " ".join(capsys.readouterr().err.split())
        assert f"before-{revisions()[0]}" in file.name
        assert exported(app, table.group_id)["sessions"]

    def test_where_none_can_be_made_nothing_is_upgraded(self, app, tmp_path, monkeypatch):
        everything(app)
        make_older(app)
        (tmp_path / "taken").write_text("a file, no folder")
        app.config |= {"UPGRADE_WITHOUT_BACKUP": False, "BACKUPS": tmp_path / "taken"}
        with pytest.raises(
            WrongRevision, match=r"no backup could be made before it: .*UPGRADE_WITHOUT_BACKUP=1"
        ):
            bring_up_to_date(app)
        with app.app_context():
            assert revision() == BEFORE
            db.engine.dispose()
        app.config["UPGRADE_WITHOUT_BACKUP"] = True
        bring_up_to_date(app)
        prepare(app)

    def test_none_is_made_without_games(self, new_app, tmp_path):
        new_app.config |= {"UPGRADE_WITHOUT_BACKUP": False, "BACKUPS": tmp_path / "backups"}
        with new_app.app_context():
            flask_migrate.upgrade(directory=str(FOLDER), revision=BEFORE)
            flask_migrate.upgrade(directory=str(FOLDER))
        assert not (tmp_path / "backups").exists()
