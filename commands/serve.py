"""Command `serve`: upgrade the database, show the addresses, run the server."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy import make_url

from commands.addresses import addresses_in_network, listening
from commands.backups import backup_line
from commands.banner import banner
from commands.https import prepare_https
from commands.preparing import prepare_backups, prepare_database, prepare_metrics
from commands.refusing import Refused
from settings import HIGHEST_PORT

PROJECT = Path(__file__).parent.parent


@click.command(short_help="Start the web server and the worker for background jobs.")
@listening
@with_appcontext
def serve(host: str, port: int) -> None:
    """Start the web server and the worker for background jobs."""
    run_server(host, port)


def run_server(host: str, port: int, *, links: Mapping[str, str] | None = None) -> None:
    """Prepare everything, print the banner, and replace this process by the server.

    links: paths of links to print, by role; the code opens the first one instead of the start page.
    """
    ip = listening_address(host, port)
    if current_app.config["HTTPS_PORT"]:
        listening_address(host, current_app.config["HTTPS_PORT"], "HTTPS_PORT")
    if make_url(current_app.config["SQLALCHEMY_DATABASE_URI"]).database in (None, "", ":memory:"):
        raise Refused("DATABASE_URL names no database: the processes of the server share one.")
    prepare_database()  # once, before there are several workers
    prepare_metrics()
    prepare_backups()
    https = prepare_https(ip)
    network, encoding = addresses_in_network(), sys.stdout.encoding
    lines = banner(ip, port, https, links, in_network=network, encoding=encoding)
    lines[-2:-2] = filter(None, [backup_line()])
    click.echo("\n".join(lines))
    sys.stdout.flush()
    os.chdir(PROJECT)
    # A process without the application in it keeps the others running.
    serving = (sys.executable, "-m", "serving", "--host", ip, "--port", str(port))
    os.environ["PORT"] = str(port)
    os.execv(sys.executable, serving + (https.to_serve() if https else ()))  # noqa: S606 - no shell is wanted


def listening_address(host: str, port: int, setting: str = "PORT") -> str:
    """The IP address to listen on; ends the command with a message if that is impossible.

    setting: the variable that sets the port.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # not stopped by a server just ended
            probe.bind(address)
    except OSError as error:
        raise Refused(_why_not(error, host, port, setting)) from error
    return str(address[0])


def _why_not(error: OSError, host: str, port: int, setting: str) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"“{host}” is no address of this computer. Leave HOST out, and phones in the network can join."
    if error.errno == errno.EADDRINUSE:
        another = port + 1 if port < HIGHEST_PORT else port - 1
        return f"Port {port} is in use by another program. Choose another one: {setting}={another} make run"
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the system. Choose one above 1023: {setting}=8000 make run"
    return f"Cannot listen on {host}, port {port}: {error.strerror}."
