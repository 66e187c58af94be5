"""deploy/turn-eight.service: valid for systemd, with a low exposure level."""

import shutil
import subprocess
import sys
from configparser import ConfigParser

import pytest

from tests.serving.served import PROJECT

UNIT = PROJECT / "deploy/turn-eight.service"
INSTALLED = "/srv/turn-eight"
MOST_EXPOSED = "20"  # of 100; a service without any restrictions has 96

with_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="systemd-analyze is missing: package systemd",
)


@pytest.fixture
def analyze(tmp_path):
    """Ask systemd about the unit, with this project folder and this Python."""
    unit = tmp_path / UNIT.name
    here = UNIT.read_text().replace(f"{INSTALLED}/.venv/bin/python", sys.executable)
    unit.write_text(here.replace(INSTALLED, str(PROJECT)))

    def run_analyze(*question):
        return subprocess.run(
            ["systemd-analyze", *question, unit],
            capture_output=True,
            text=True,
            check=False,
        )

    return run_analyze


@with_systemd
def test_systemd_understands_every_word(analyze):
    answer = analyze("verify", "--man=no", "--recursive-errors=no")
    assert (answer.returncode, answer.stderr) == (0, "")


@with_systemd
def test_its_exposure_level_is_low(analyze):
    answer = analyze("security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}")
    assert answer.returncode == 0, answer.stdout


def test_its_settings_match_the_rest_of_the_project():
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(UNIT)
    service = unit["Service"]
    program, *arguments = service["ExecStart"].split()
    assert program == f"{INSTALLED}/.venv/bin/python"
    assert arguments == ["-m", "flask", "--app", "app", "serve"]
    assert service["WorkingDirectory"] == INSTALLED
    assert service["ReadWritePaths"] == f"{INSTALLED}/instance"  # where settings.py stores data
    assert service["OOMPolicy"] == "continue"
    assert service["KillMode"] == "mixed"  # serving/supervisor.py ends its own processes
