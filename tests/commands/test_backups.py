"""`flask --app app backup` and `restore`: their messages."""

import errno

import pytest

from commands import backups
from commands.backups import backup_line
from models.secret_key import secret_key_in
from tests.table import start


@pytest.fixture
def app(app_with):
    return app_with()


def run(app, *arguments):
    done = app.test_cli_runner().invoke(args=[str(argument) for argument in arguments])
    return done.exit_code, done.output


def test_there_and_back(app, app_with, tmp_path):
    start(app, "derange", "Anna Bo").plays("Anna out, Bo 8")
    file, other = tmp_path / "whole", app_with()
    status, output = run(app, "backup", file)
    assert status == 0
    assert output.startswith(
        f"{file} contains everything except the key that signs cookies. Keep SECRET_KEY as well"
    )
    assert run(other, "restore", file) == (0, f"The database was restored from {file}.\n")
    assert "Anna" in run(other, "export", "Friday table")[1]


def test_the_file_with_the_key_is_named_if_it_is_used(app, tmp_path):
    app.instance_path = str(tmp_path / "instance")
    app.config["SECRET_KEY"] = secret_key_in(tmp_path / "instance")
    assert f"Keep {tmp_path / 'instance/secret_key'} as well" in run(app, "backup", tmp_path / "whole")[1]


def test_a_refusal_is_one_line(app, tmp_path):
    start(app, "derange", "Anna Bo")
    file = tmp_path / "whole"
    run(app, "backup", file)
    assert run(app, "backup", file) == (1, f"Error: {file} exists already: use --overwrite to replace it.\n")
    refused = "The database contains data already: use --overwrite to replace it. Nothing was changed."
    assert run(app, "restore", file) == (1, f"Error: {refused}\n")


def test_an_invalid_backup_is_refused_with_a_sentence(app, tmp_path):
    missing, other = tmp_path / "missing", tmp_path / "README.md"
    other.write_text("# Turn Eight\n")
    refused = f"Error: {missing} cannot be read: No such file or directory. Nothing was changed.\n"
    assert run(app, "restore", missing) == (1, refused)
    refused = f"Error: {other} is not a backup from Turn Eight. Nothing was changed.\n"
    assert run(app, "restore", other) == (1, refused)


def test_a_system_error_is_shown_without_its_number(app, tmp_path, monkeypatch):
    def fails(*_arguments, **_options):
        raise OSError(errno.ENOSPC, "No space left on device", str(tmp_path))

    monkeypatch.setattr(backups, "restore", fails)
    refused = f"Error: {tmp_path}: No space left on device. Nothing was changed.\n"
    assert run(app, "restore", tmp_path / "whole") == (1, refused)


@pytest.mark.parametrize(
    ("output", "folder"),
    [
        (None, "instance/backups"),
        ("1", "instance/backups"),
        ("/var/backups/t8", "/var/backups/t8"),
        ("0", None),
    ],
)
def test_the_banner_names_the_folder_of_backups(app_with, output, folder):
    app = app_with(BACKUPS=output)
    with app.app_context():
        assert backup_line() == (f"Backed up once a day, for a week: {folder}" if folder else None)
