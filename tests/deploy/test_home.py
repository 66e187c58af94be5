"""deploy/home/: services for a computer at home start the server of the project in the home folder."""

import plistlib
import subprocess
from configparser import ConfigParser

from tests.deploy.test_unit import with_systemd
from tests.serving.served import PROJECT, SERVE

HOME = PROJECT / "deploy/home"
UNIT, AGENT = HOME / "turn-eight.service", HOME / "turn-eight.plist"


def test_the_systemd_unit_starts_the_server_in_its_folder():
    unit = ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read(UNIT)
    program, *arguments = unit["Service"]["ExecStart"].split()
    assert program == "%h/turn-eight/.venv/bin/python"
    assert tuple(arguments) == SERVE
    assert unit["Service"]["WorkingDirectory"] == "%h/turn-eight"
    assert unit["Service"]["KillMode"] == "mixed"  # serving/supervisor.py ends its own processes


@with_systemd
def test_systemd_understands_every_word(tmp_path):
    here = UNIT.read_text().replace("%h/turn-eight/.venv/bin/python", "/bin/true")
    unit = tmp_path / UNIT.name
    unit.write_text(here.replace("%h/turn-eight", str(PROJECT)))
    answer = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode, answer.stderr) == (0, "")


def test_the_launchd_agent_starts_the_server_in_its_folder():
    """Its placeholder is replaced by the command in docs/home.md."""
    [command] = [
        line
        for line in (PROJECT / "docs/home.md").read_text().splitlines()
        if AGENT.name in line and "sed" in line
    ]
    filled = subprocess.run(
        command.partition(" > ")[0],
        shell=True,
        cwd=PROJECT,
        env={"HOME": "/Users/Anna Å", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=True,
    ).stdout
    agent = plistlib.loads(filled)
    project = "/Users/Anna Å/turn-eight"
    program, *arguments = agent["ProgramArguments"]
    assert program == f"{project}/.venv/bin/python"
    assert tuple(arguments) == SERVE
    assert agent["WorkingDirectory"] == project
    assert agent["StandardOutPath"].startswith(f"{project}/instance/")
    assert agent["RunAtLoad"] is True
    assert b"HOME_FOLDER" not in filled
