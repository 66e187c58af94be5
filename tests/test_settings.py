"""Settings from the environment, and the messages for invalid ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import create_app
from settings import READ, BadSetting, _own_key
from tests.sampling import full_only

ROOT = Path(__file__).parent.parent
DEFAULTS = {"DATABASE_URL": "sqlite://", "UPGRADE_ON_START": False}
KEY = "only for this test, and long enough"
FOLDER = "It must be 0, 1 or a folder like /var/backups or ./backups."


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch):
    for name in READ:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("values", "about"),
    [
        ({"TRUSTED_PROXIES": "two"}, "TRUSTED_PROXIES is “two”. It must be a whole number."),
        ({"TRUSTED_PROXIES": "-1"}, "TRUSTED_PROXIES is “-1”. It must be a whole number."),
        ({"DATABASE_URL": "postgres://anna:s3cr3t@db/cards"}, "DATABASE_URL must begin with postgresql://"),
        ({"TIME_ZONE": "Stockholm"}, "TIME_ZONE is “Stockholm”. It must be a name like Europe/Stockholm."),
        ({"TRUSTED_HOSTS": "*.club.example"}, "like cards.example.org or .club.example."),
        ({"TRUSTED_HOSTS": "https://cards.example.org"}, "TRUSTED_HOSTS names “https://cards.example.org”."),
        ({"METRICS_FROM": "10.0.0.7/8"}, "METRICS_FROM names “10.0.0.7/8”."),
        ({"UPGRADE_ON_START": "never"}, "UPGRADE_ON_START is “never”. It must be 1 or 0."),
        ({"TLS": "yes"}, "TLS is “yes”. It must be 1 or 0."),
        ({"TLS": "1", "TRUSTED_PROXIES": "1"}, "TLS=1 is for home"),
        ({"TLS": "1", "HTTPS_PORT": "https"}, "HTTPS_PORT is “https”. It must be a whole number."),
        ({"TLS": "1", "HTTPS_PORT": "70000"}, "HTTPS_PORT is “70000”. It must be between 1 and 65535."),
        ({"TLS": "1", "PORT": "8443"}, "PORT and HTTPS_PORT are both 8443."),
        ({"REDIS_URL": "localhost", "SECRET_KEY": KEY}, "REDIS_URL must begin with redis:// or rediss://."),
        ({"SECRET_KEY": "s3cr3t"}, "SECRET_KEY must have at least 32 characters."),
        ({"SECRET_KEY": "x" * 31}, "SECRET_KEY must have at least 32 characters."),
        ({"BACKUPS": "maybe"}, f"BACKUPS is “maybe”. {FOLDER}"),
        ({"BACKUPS": "backups/daily"}, f"BACKUPS is “backups/daily”. {FOLDER}"),
        ({"BACKUPS": "~/backups"}, f"BACKUPS is “~/backups”. {FOLDER}"),
        ({"REDIS_URL": "redis://127.0.0.1"}, "set SECRET_KEY as well"),
    ],
)
def test_an_invalid_setting_has_a_message(values, about):
    with pytest.raises(BadSetting) as refused:
        create_app({**DEFAULTS, **values})
    assert about in str(refused.value)
    assert "s3cr3t" not in str(refused.value)


def test_an_empty_setting_has_its_default(monkeypatch):
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TRUSTED_PROXIES", "TRUSTED_HOSTS"):
        monkeypatch.setenv(name, "")
    app = create_app(DEFAULTS)
    assert app.config["TRUSTED_PROXIES"] == 0
    assert app.config["HOST_NAMES"] == []
    assert app.config["SECRET_KEY"]


@full_only
def test_a_database_on_another_server_is_backed_up_only_if_configured():
    def backup_folder(url, **values):
        return create_app({"DATABASE_URL": url, "UPGRADE_ON_START": False, **values}).config["BACKUPS"]

    assert backup_folder("postgresql:///cards") is None
    assert backup_folder("postgresql:///cards", BACKUPS="1") == backup_folder("sqlite:///cards.sqlite3")
    assert backup_folder("postgresql:///cards", BACKUPS="/var/backups") == Path("/var/backups")
    assert backup_folder("postgresql:///cards", BACKUPS="./backups") == Path.cwd() / "backups"
    assert backup_folder("postgresql:///cards", BACKUPS="../backups") == Path.cwd() / "../backups"


def test_a_key_of_minimum_length_is_accepted():
    assert create_app({**DEFAULTS, "SECRET_KEY": "x" * 32}).config["SECRET_KEY"] == "x" * 32


def test_a_short_key_in_the_instance_folder_is_refused_too(tmp_path):
    (tmp_path / "secret_key").write_text("s3cr3t")
    with pytest.raises(BadSetting) as refused:
        _own_key(tmp_path, None)
    assert str(refused.value).startswith(f"The key in {tmp_path}/secret_key must have at least 32 characters")
    (tmp_path / "secret_key").unlink()
    assert len(_own_key(tmp_path, None)) >= 32


def test_https_at_home_is_off_by_default():
    assert create_app(DEFAULTS).config["HTTPS_PORT"] is None
    assert create_app({**DEFAULTS, "TLS": "0"}).config["HTTPS_PORT"] is None
    assert create_app({**DEFAULTS, "TLS": "1"}).config["HTTPS_PORT"] == 8443


@full_only
def test_worker_processes_do_not_load_modules_for_creating_certificates():
    script = "import sys, app; app.create_app({}); sys.exit('cryptography.x509' in sys.modules)"
    setting = {"DATABASE_URL": "sqlite://", "SECRET_KEY": KEY, "TLS": "1"}
    command = [sys.executable, "-c", script]
    assert subprocess.run(command, cwd=ROOT, env=os.environ | setting, check=False).returncode == 0


@full_only
@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"REDIS_URL": "redis://127.0.0.1", "SECRET_KEY": ""}, "With REDIS_URL several machines"),
        ({"SECRET_KEY": "x" * 31}, "SECRET_KEY must have at least 32 characters.\n"),
    ],
)
def test_a_command_fails_with_the_message_only(setting, sentence):
    command = [sys.executable, "-m", "flask", "--app", "app", "serve"]
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": "sqlite://"} | setting,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"Error: {sentence}")
    assert "Traceback" not in ended.stderr
