"""Commands: serve, work, demo, link, export, import, bin, backup, restore."""

from __future__ import annotations

import click
from flask import Flask

from commands.backups import make_backup, restore_backup
from commands.demo.command import demo
from commands.documents import export_group, import_file
from commands.links import make_link
from commands.recycle_bin import recycle_bin
from commands.refusing import make_errors_readable
from commands.serve import serve
from commands.worker import work

# Flask's own and a library's. They can be used as ever, but `flask --app app --help` leaves them out.
UNLISTED = ("limiter", "routes", "run", "shell")


def register(app: Flask) -> None:
    exchanging = (export_group, import_file, recycle_bin, make_backup, restore_backup)
    for command in (serve, work, demo, make_link, *exchanging):
        app.cli.add_command(command)
    make_errors_readable(app.cli)
    context = click.get_current_context(silent=True)
    group = context.find_root().command if context else None
    if isinstance(group, click.Group):
        for name in group.commands.keys() & set(UNLISTED):
            group.commands[name].hidden = True
