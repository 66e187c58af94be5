"""`flask --app app export` and `import`: a group's history on the command line."""

import json
import uuid

import pytest

from commands import documents
from files.document import GroupChanged
from models import Group, Link, db
from tests.files.document.files import ANNA, brief, with_value
from tests.models.rows import every_text, row_counts
from tests.table import NOBODY, at_work

pytestmark = pytest.mark.table("derange", "Anna Bo Cara", plays=["Cara out, Anna 8 5 5, Bo K"])


@pytest.fixture
def run(app):
    def run(*words):
        return app.test_cli_runner().invoke(args=list(words))

    return run


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "night.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    return write


@pytest.mark.parametrize("by", ["id", "name"])
def test_export_writes_the_group(run, table, by):
    result = run("export", str(table.group_id) if by == "id" else "Friday table")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["group"] == {"id": str(table.group_id), "name": "Friday table"}


@pytest.mark.parametrize("name", ["Sunday table", "", NOBODY])
def test_an_unknown_group(run, file, table, name):
    exported, imported = run("export", name), run("import", file(brief()), "--group", name)
    assert exported.exit_code == imported.exit_code == 1
    assert exported.output == f"Error: There is no group called “{name}”.\n"
    assert imported.output == f"Error: There is no group called “{name}”. Nothing was changed.\n"


def test_a_merged_group_is_the_one_it_was_merged_into(run, game, app, file):
    target, source = game(), game().stops()
    exported = run("export", str(source.group_id)).stdout
    with at_work(app):
        db.session.get_one(Group, source.group_id).merged_into_id = target.group_id
        db.session.commit()
    assert json.loads(run("export", "Friday table").stdout)["group"]["id"] == str(target.group_id)
    result = run("import", file(exported.encode()))
    assert result.exit_code == 1
    assert result.output == (
        f"Error: “Friday table” was merged into another group: use --group {target.group_id}. "
        "Nothing was changed.\n"
    )


def test_two_groups_of_one_name_are_distinguished_by_id(run, game):
    tables = [game(), game()]
    result = run("export", "Friday table")
    assert result.exit_code == 2
    assert result.output.startswith("Error: Several groups are called “Friday table”: name one by its id.\n")
    assert all(str(table.group_id) in result.output for table in tables)


def test_import_creates_the_group_and_prints_its_link_once(run, file, app, phone):
    result = run("import", file(brief()))
    assert result.exit_code == 0, result.output
    link = next(word for word in result.output.split() if word.startswith("/join/"))
    phone.get(link)
    assert phone.page.heading == "Friday table"
    assert row_counts(app)["sessions"] == 1


def test_import_into_the_group_of_the_file_twice(run, file, table, app):
    document = json.loads(run("export", "Friday table").stdout)
    before = every_text(app)
    result = run("import", file(document))
    assert result.exit_code == 0
    assert "/join/" not in result.output
    assert every_text(app) == before


def test_import_into_a_named_group(run, file, table, app):
    result = run("import", file(brief()), "--group", "Friday table")
    assert result.exit_code == 0
    assert row_counts(app)["groups"] == 1
    assert row_counts(app)["sessions"] == 2


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"\xff\xff",
        b"{",
        b"[" * 50_000,
        b"[]",
        with_value(brief(), ["group", "name"], "\x00"),
        with_value(brief(), ["group", "name"], "\ud800"),
        with_value(brief(), ["group", "name"], "   "),
        with_value(brief(), ["group", "id"], "x"),
        with_value(brief(), ["sessions", 0, "rounds", 0, "hands", 0, "cards"], {"11": 1}),
        with_value(brief(), ["players", 0, "name"], "x" * 10_000),
    ],
    ids=range(11),
)
def test_an_invalid_file_changes_nothing_and_gives_one_line(run, file, app, wrong):
    result = run("import", file(wrong))
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert result.output.endswith("). Nothing was changed.\n")
    assert result.output.count("\n") == 1
    assert set(row_counts(app).values()) == {0}


@pytest.mark.parametrize(
    ("content", "output"),
    [
        (b"# Turn Eight\n", "is not a file from Turn Eight (line 1: a JSON object is expected)."),
        (b"\n\n[]", "is not a file from Turn Eight (line 3: a JSON object is expected)."),
        (b"{}", "is not a file from Turn Eight (“format” is missing)."),
        (b"\xff\xff", "is not a file from Turn Eight (UTF-8 text expected)."),
        (
            with_value(brief(), ["group", "name"], "   "),
            'cannot be imported (group.name: not a name: "   ").',
        ),
        (
            with_value(brief(), ["sessions", 0, "variant"], "whist"),
            "cannot be imported (sessions[0].variant: no variant “whist”).",
        ),
    ],
)
def test_the_reason_for_a_refused_file_is_printed(run, file, content, output):
    path = file(content)
    assert run("import", path).output == f"Error: {path} {output} Nothing was changed.\n"


def test_a_group_that_changes_all_the_time_is_not_changed(run, file, monkeypatch):
    def fails(*_arguments, **_options):
        raise GroupChanged

    monkeypatch.setattr(documents, "read_document", fails)
    output = "Somebody else is changing this group: try again. Nothing was changed."
    assert run("import", file(brief())).output == f"Error: {output}\n"


def test_a_missing_file(run):
    assert run("import", "/nowhere/night.json").exit_code == 2


def test_the_file_may_come_from_a_pipe(app):
    result = app.test_cli_runner().invoke(args=["import", "-"], input=json.dumps(brief()))
    assert result.exit_code == 0, result.output
    assert row_counts(app)["sessions"] == 1


def test_the_link_belongs_to_the_new_group_alone(run, file, app):
    document = brief()
    document["group"]["id"] = ANNA
    run("import", file(document))
    with at_work(app):
        assert db.session.get_one(Group, uuid.UUID(ANNA)).name == "Friday table"
        assert [link.role for link in db.session.scalars(db.select(Link))] == ["owner"]
