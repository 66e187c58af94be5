"""`flask --app app --help` lists the commands of Turn Eight, each on one line, and hides unneeded ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

import commands
from commands.backups import make_backup, restore_backup
from commands.demo.command import demo
from commands.documents import export_group, import_file
from commands.links import make_link
from commands.recycle_bin import recycle_bin
from commands.serve import serve
from commands.worker import work
from tests.sampling import full_only

pytestmark = full_only

ROOT = Path(commands.__file__).parent.parent
OURS = (serve, work, demo, make_link, export_group, import_file, recycle_bin, make_backup, restore_backup)
LISTED = """\
  backup   Back up the whole database to FILE.
  bin      List the recycle bins, restore or empty them.
  db       Perform database migrations.
  demo     Create a made-up group and print its links.
  export   Write the history of GROUP as JSON to standard output.
  import   Import FILE into the group that it names; all or nothing.
  link     Create a link to GROUP and print its address.
  restore  Replace the whole database with the backup FILE.
  serve    Start the web server and the worker for background jobs.
  work     Run background jobs until interrupted.
"""


def flask(*words: str) -> str:
    command = [sys.executable, "-m", "flask", "--app", "app", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_the_help_lists_our_commands_each_in_a_whole_line():
    assert flask("--help").partition("Commands:\n")[2] == LISTED


def test_hidden_commands_can_be_used():
    assert "/health" in flask("routes")


@pytest.mark.parametrize("command", OURS, ids=lambda command: command.name)
def test_every_option_has_a_description(command):
    options = [option for option in command.params if isinstance(option, click.Option)]
    assert [option.name for option in options if not (option.help or "").endswith(".")] == []
