"""A web server: granian, with a process of its own for the application."""

from __future__ import annotations

import multiprocessing
import sys
from functools import partial
from pathlib import Path
from pkgutil import resolve_name

from granian import Granian
from granian.constants import Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from setproctitle import getproctitle

from serving.connections import AsgiApplication, ConnectionGuard, max_open
from serving.supervisor import Pulse

HEAD_MILLISECONDS = 10_000  # for the head of a request
# Of this part of the possible connections on, the guard closes some: others connect between its scans.
CROWDED = 4


def serve(application: str, host: str, port: int, certificate: str | None = None, *, pulse: Pulse) -> None:
    """Serve until a signal comes. Several servers may share a port.

    application: "module:factory" of an ASGI application. certificate: a PEM file with key and
    certificates, for https.
    """
    if sys.platform == "linux":
        multiprocessing.set_start_method("fork", force=True)  # the modules are here already
    certificate_file = Path(certificate) if certificate else None
    Granian(
        application,
        host,
        port,
        interface=Interfaces.ASGINL,
        websockets=False,
        process_name=getproctitle(),
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_MILLISECONDS),
        backpressure=max_open(),
        workers_kill_timeout=5,
        # Never an access log: the secret of a group's link is part of its address.
        log_access=False,
        log_level=LogLevels.error,
        ssl_cert=certificate_file,
        ssl_key=certificate_file,
        ssl_protocol_min=SSLProtocols.tls12,  # for phones older than Android 10
    ).serve(target_loader=partial(guarded, port=port, pulse=pulse))


def guarded(application: str, *, port: int, pulse: Pulse) -> AsgiApplication:
    """Create the application in the process that serves it."""
    guard = ConnectionGuard(resolve_name(application)(), port, most=max_open() // CROWDED)
    guard.start()
    pulse.start()
    return guard
