"""What the command line offers beside Flask's own: serve, demo, export, import."""

from __future__ import annotations

from flask import Flask

from commands.demo import demo
from commands.documents import export_group, import_file
from commands.serve import serve


def register(app: Flask) -> None:
    for command in (serve, demo, export_group, import_file):
        app.cli.add_command(command)
