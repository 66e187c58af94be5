"""The application on a free port of this machine, for as long as a test lasts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from tests.serving.served import free_port

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from flask import Flask

GLANCE = 0.02  # seconds between two looks whether it is to end


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """The address at which `app` answers, without a slash at its end."""
    server = Server(app)
    server.start()
    yield server.address
    server.stop()


class Server:
    """Goes away and comes back at the same address: `stop()`, `start()`."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app
        self.port = free_port()  # which nobody else is given while it is away
        self.running: BaseWSGIServer | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.running = make_server("127.0.0.1", self.port, self.app, threaded=True, request_handler=_Quiet)
        serve = self.running.serve_forever
        self.thread = threading.Thread(target=serve, args=(GLANCE,), name="live server", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Once more does no harm."""
        if self.running:
            self.running.shutdown()
            self.thread.join()
            self.running.server_close()
            self.running = None


class _Quiet(WSGIRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Keep the list of requests out of a failed test's report."""
