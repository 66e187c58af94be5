"""Options of commands that need the address of the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from commands.addresses import EVERY_INTERFACE
from settings import HIGHEST_PORT


def listening(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --host and --port; HOST and PORT set them as well."""
    host = click.option(
        "--host",
        envvar="HOST",
        default=EVERY_INTERFACE[0],
        show_default=True,
        help="Address of the server; the default is every network of this computer.",
    )
    port = click.option(
        "--port",
        envvar="PORT",
        default=8000,
        show_default=True,
        type=click.IntRange(1, HIGHEST_PORT),
        help="Port of the server.",
    )
    return host(port(command))
