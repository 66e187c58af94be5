"""`flask --app app serve`: the newest database, the phones’ address on the screen, then granian."""

from __future__ import annotations

import errno
import io
import os
import socket
import sys
from pathlib import Path

import click
import segno
from flask import current_app
from flask.cli import with_appcontext

from commands.addresses import EVERY_INTERFACE, addresses_in_network, phone_addresses, web_address
from models.migrating import bring_up_to_date

PROJECT = Path(__file__).parent.parent
HIGHEST_PORT = 65535


@click.command()
@click.option("--host", envvar="HOST", default=EVERY_INTERFACE[0], show_default=True)
@click.option("--port", envvar="PORT", default=8000, show_default=True, type=click.IntRange(1, HIGHEST_PORT))
@with_appcontext
def serve(host: str, port: int) -> None:
    """Keep score: start the server for the phones around the table."""
    ip = listening_address(host, port)
    bring_up_to_date(current_app)  # once, before there are several workers
    lines = banner(ip, port, in_network=addresses_in_network(), encoding=sys.stdout.encoding)
    click.echo("\n".join(lines))
    sys.stdout.flush()
    os.chdir(PROJECT)
    # Taking this process's place leaves nobody between granian and the signals that end it.
    os.execv(sys.executable, granian(ip, port))  # noqa: S606 - no shell is wanted


def listening_address(host: str, port: int) -> str:
    """The IP address to listen on; ends the command in plain words where that cannot be."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # not stopped by a server just ended
            probe.bind(address)
    except OSError as error:
        raise click.ClickException(_why_not(error, host, port)) from error
    return str(address[0])


def _why_not(error: OSError, host: str, port: int) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"“{host}” is no address of this computer. Leave HOST out, and phones in the network can join."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program. Choose another one: PORT={_another(port)} make run"
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the system. Choose one above 1023: PORT=8000 make run"
    return f"Cannot listen on {host}, port {port}: {error.strerror}."


def _another(port: int) -> int:
    return port + 1 if port < HIGHEST_PORT else port - 1


def banner(ip: str, port: int, *, in_network: list[str], encoding: str) -> list[str]:
    """What the terminal shows: the phones' addresses, the first one as a code to scan, how to stop."""
    for_phones = phone_addresses(ip, port, in_network=in_network)
    lines = ["", "Turn Eight is starting.", ""]
    if for_phones:
        lines += ["On a phone in the same network, scan this code or open:", ""]
        lines += [f"    {address}" for address in for_phones]
        lines += ["", *qr_code(for_phones[0], encoding), ""]
    else:
        lines += [f"Only this computer can reach it: {_why_alone(ip)}.", ""]
    if ip in EVERY_INTERFACE or not for_phones:
        lines += [f"On this computer: {web_address('localhost' if ip in EVERY_INTERFACE else ip, port)}"]
    return [*lines, "To stop: Ctrl+C", ""]


def _why_alone(ip: str) -> str:
    if ip in EVERY_INTERFACE:
        return "it is in no network"
    return f"it listens on {ip}; HOST=0.0.0.0 lets phones in"


def qr_code(address: str, encoding: str) -> list[str]:
    """A QR code of two rows a line, dark on light in any terminal; none where it cannot be shown."""
    drawn = io.StringIO()
    segno.make_qr(address).terminal(drawn, compact=True, border=2)
    rows = drawn.getvalue().splitlines()
    try:
        "".join(rows).encode(encoding)
    except UnicodeEncodeError:
        return []
    return [click.style(row, fg="bright_white", bg="black") for row in rows]


def granian(ip: str, port: int) -> list[str]:
    """The command line of the server: two workers, each answering one request at a time."""
    return [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--factory"),
        *("--host", ip, "--port", str(port), "--no-ws"),
        # One Python thread a worker: more would queue for the interpreter and the database's one writer.
        *("--workers", "2", "--blocking-threads", "1", "--respawn-failed-workers"),
        # Counts open connections, idle ones too, and each phone keeps a few: far above a club evening.
        *("--backpressure", "512", "--http1-header-read-timeout", "10000"),
        *("--workers-kill-timeout", "5"),
        # Never an access log: the secret of a group's link is part of its address.
        *("--no-access-log", "--log-level", "warning"),
        "app:create_app",
    ]
