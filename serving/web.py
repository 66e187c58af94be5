"""A web server: granian, with a process of its own for the application."""

from __future__ import annotations

import multiprocessing
import sys
from pathlib import Path

from granian import Granian
from granian.constants import Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from setproctitle import getproctitle

HEAD = 10_000  # milliseconds for the head of a request


def serve(application: str, host: str, port: int, certificate: str | None = None) -> None:
    """Serve until a signal comes. Several servers may share a port.

    application: "module:factory" of an ASGI application. certificate: a PEM file with key and
    certificates, for https.
    """
    if sys.platform == "linux":
        multiprocessing.set_start_method("fork", force=True)  # the modules are here already
    own = Path(certificate) if certificate else None
    Granian(
        application,
        host,
        port,
        interface=Interfaces.ASGINL,
        factory=True,
        websockets=False,
        process_name=getproctitle(),
        http1_settings=HTTP1Settings(header_read_timeout=HEAD),
        # Counts open connections, idle ones too, and each phone keeps a few: far above a club evening.
        backpressure=512,
        workers_kill_timeout=5,
        # Never an access log: the secret of a group's link is part of its address.
        log_access=False,
        log_level=LogLevels.error,
        ssl_cert=own,
        ssl_key=own,
        ssl_protocol_min=SSLProtocols.tls12,  # for phones older than Android 10
    ).serve()
