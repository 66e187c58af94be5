"""deploy/turn-eight.service: systemd understands it, and finds little that it could do harm with."""

import shutil
import subprocess
import sys
from configparser import ConfigParser

import pytest

from tests.serving.served import PROJECT

UNIT = PROJECT / "deploy/turn-eight.service"
INSTALLED = "/srv/turn-eight"
MOST_EXPOSED = "20"  # of 100; a service that says nothing of all this has 96

with_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="systemd-analyze is missing: package systemd",
)


@pytest.fixture
def analyze(tmp_path):
    """Ask systemd about the unit, as if the project were installed where it lies, with this Python."""
    unit = tmp_path / UNIT.name
    here = UNIT.read_text().replace(f"{INSTALLED}/.venv/bin/python", sys.executable)
    unit.write_text(here.replace(INSTALLED, str(PROJECT)))

    def ask(*question):
        return subprocess.run(
            ["systemd-analyze", *question, unit],
            capture_output=True,
            text=True,
            check=False,
        )

    return ask


@with_systemd
def test_systemd_understands_every_word(analyze):
    answer = analyze("verify", "--man=no", "--recursive-errors=no")
    assert (answer.returncode, answer.stderr) == (0, "")


@with_systemd
def test_it_may_do_little(analyze):
    answer = analyze("security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}")
    assert answer.returncode == 0, answer.stdout


def test_it_starts_what_the_rest_of_the_project_says():
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(UNIT)
    service = unit["Service"]
    program, *arguments = service["ExecStart"].split()
    assert program == f"{INSTALLED}/.venv/bin/python"
    assert arguments == ["-m", "flask", "--app", "app", "serve"]
    assert service["WorkingDirectory"] == INSTALLED
    assert service["ReadWritePaths"] == f"{INSTALLED}/instance"  # where settings.py keeps everything
    assert service["OOMPolicy"] == "continue"
    assert service["KillMode"] == "mixed"  # serving/supervisor.py ends its own
