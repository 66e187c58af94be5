"""Commands: serve, work, demo, export, import, backup, restore."""

from __future__ import annotations

import click
from flask import Flask

from commands.backups import make_backup, restore_backup
from commands.demo.command import demo
from commands.documents import export_group, import_file
from commands.serve import serve
from commands.worker import work

# Flask's own and a library's. They can be used as ever, but `flask --app app --help` leaves them out.
UNLISTED = ("limiter", "routes", "run", "shell")


def register(app: Flask) -> None:
    for command in (serve, work, demo, export_group, import_file, make_backup, restore_backup):
        app.cli.add_command(command)
    _hide_from_help()


def _hide_from_help() -> None:
    context = click.get_current_context(silent=True)
    group = context.find_root().command if context else None
    if isinstance(group, click.Group):
        for name in group.commands.keys() & set(UNLISTED):
            group.commands[name].hidden = True
