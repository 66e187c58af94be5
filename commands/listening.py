"""The options of commands that need to know where the server listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from commands.addresses import EVERY_INTERFACE
from settings import HIGHEST_PORT


def listening(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --host and --port, which HOST and PORT set as well."""
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
