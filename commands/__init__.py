"""What the command line offers beside Flask's own: serve, demo, export, import, backup, restore."""

from __future__ import annotations

from flask import Flask

from commands.backups import make_backup, restore_backup
from commands.demo import demo
from commands.documents import export_group, import_file
from commands.serve import serve
from commands.work import work


def register(app: Flask) -> None:
    for command in (serve, work, demo, export_group, import_file, make_backup, restore_backup):
        app.cli.add_command(command)
