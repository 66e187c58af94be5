"""`flask --app app bin`: what was deleted in all groups, on the command line."""

import json

import pytest

from models import Group, Session, db
from models.database import new_id
from models.recycle_bin import delete_group, delete_session
from tests.files.document.files import brief
from tests.table import at_work

pytestmark = pytest.mark.table("derange", "Anna Bo Cara", plays=["Cara out, Anna 8 5 5, Bo K"])


@pytest.fixture
def run(app):
    def run(*words, **more):
        return app.test_cli_runner().invoke(args=["bin", *words], **more)

    return run


def deletes(table):
    stamp = table.change_stamp()
    with table.open() as session:
        delete_session(session, stamp)
    return str(stamp.change_id)


def deletes_group(table):
    with at_work(table.app):
        delete_group(db.session.get_one(Group, table.group_id), table.change_stamp())
        db.session.commit()


def test_nothing_is_in_it(run, table):
    assert run().output == "All recycle bins are empty.\n"


def test_it_lists_and_restores_a_game(run, table):
    deletion = deletes(table)
    listed = run().output
    assert listed.startswith(f"{deletion}  until ")
    assert listed.endswith("1 deals, of “Friday table”\n")
    result = run("restore", deletion)
    assert (result.exit_code, result.output[:15]) == (0, "Restored: deran")
    assert table.numbers() == [1]


def test_it_lists_and_restores_a_group(run, table):
    deletes_group(table)
    assert "the group “Friday table”" in run().output
    assert run("restore", str(table.group_id)).output == "Restored: the group “Friday table”.\n"
    assert table.numbers() == [1]
    assert run().output == "All recycle bins are empty.\n"


def test_an_unknown_id(run, table):
    for own_id in (new_id(), table.group_id):
        result = run("restore", str(own_id))
        assert (result.exit_code, result.output[:39]) == (1, "Error: There is no such deletion: “flas")


def test_it_is_emptied_after_a_question(app, run, table):
    deletes(table)
    assert run("empty", input="n\n").exit_code == 1
    with at_work(app):
        assert db.session.get(Session, table.session_id) is not None
    assert "Deleted for good: 1." in run("empty", "--yes").output
    with at_work(app):
        assert db.session.get(Session, table.session_id) is None


def test_a_file_of_a_deleted_group_names_the_command(app, table, tmp_path):
    deletes_group(table)
    file = tmp_path / "night.json"
    document = brief()
    document["group"]["id"] = str(table.group_id)
    file.write_text(json.dumps(document))
    result = app.test_cli_runner().invoke(args=["import", str(file)])
    assert result.exit_code == 1
    assert f"flask --app app bin restore {table.group_id}" in result.output
