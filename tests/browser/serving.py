"""The application on a free port of this machine."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler
from werkzeug.wrappers import Request, Response

from tests.serving.served import free_port

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GLANCE = 0.02  # seconds between checks for the end
# Polling interval of scripts, in milliseconds: a tenth of the usual, so that no test waits for it.
AGAIN = {
    "pad/incoming-counts.js": {"EVERY = 3000;": "EVERY = 300;"},
    "live/follow-table.js": {"EVERY = 3000;": "EVERY = 300;", "SOON = 1000;": "SOON = 100;"},
    "server.js": {"RETRY_AFTER = 5000;": "RETRY_AFTER = 500;"},
    "offline/outbox.js": {"TAKE_OVER_AFTER = 40000;": "TAKE_OVER_AFTER = 400;"},
    "offline/send-when-connected.js": {"RETRY_AFTER = 5000;": "RETRY_AFTER = 500;"},
    "offline/service-worker.js": {"RETRY_DELAYS = [0, 2000, 8000];": "RETRY_DELAYS = [0, 200, 800];"},
    "offline/connection-banner.js": {
        "MIN_RETRY_DELAY = 2000;": "MIN_RETRY_DELAY = 200;",
        "MAX_RETRY_DELAY = 30000;": "MAX_RETRY_DELAY = 3000;",
    },
}


class Front:
    """A WSGI wrapper of an application, for the faults of one test.

    before: called with each request, in its thread; may wait. after: called with a request and its response;
    returns the response that is sent. Pages in a test poll ten times as often as others, see AGAIN.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app
        self.before: list[Callable[[Request], object]] = []
        self.after: list[Callable[[Request, Response], Response]] = []
        self.scripts = {f"/static/js/{name}": dict(written) for name, written in AGAIN.items()}

    def in_script(self, path: str, written: str, instead: str) -> None:
        """Serve a script with a changed text, such as a delay."""
        self.scripts.setdefault(path, {})[written] = instead

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        request = Request(environ)
        for act in self.before:
            act(request)
        written = self.scripts.get(request.path)
        if not self.after and not written:
            return self.app(environ, start_response)
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        response = Response.from_app(self.app, environ)
        if written and response.status_code == HTTPStatus.OK:
            response.set_data(_instead(response.get_data(as_text=True), written))
        for change in self.after:
            response = change(request, response)
        return response(environ, start_response)


def _instead(text: str, written: dict[str, str]) -> str:
    for old, new in written.items():
        assert old in text, f"the script does not contain {old}"
        text = text.replace(old, new)
    return text


@contextmanager
def delayed(front: Front, is_delayed: Callable[[Request], bool]) -> Iterator[threading.Event]:
    """Delay these requests until the end of the block; the event is set when the first has arrived."""
    has_come, over = threading.Event(), threading.Event()

    def wait(request: Request) -> None:
        if not over.is_set() and is_delayed(request):
            has_come.set()
            over.wait()

    front.before.append(wait)
    try:
        yield has_come
    finally:
        over.set()


@contextmanager
def serving(app: WSGIApplication) -> Iterator[str]:
    """The address of `app`, without a trailing slash."""
    server = Server(app)
    server.start()
    try:
        yield server.address
    finally:
        server.stop()


def no_test_runs(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    return Response(status=HTTPStatus.SERVICE_UNAVAILABLE)(environ, start_response)


class Server:
    """A server that can be stopped and started at the same address: `stop()`, `start()`."""

    def __init__(self, app: WSGIApplication = no_test_runs) -> None:
        self.app = app
        self.port = free_port()  # reserved while the server is stopped
        self.running: _Server | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.running = _Server("127.0.0.1", self.port, self.app, _Quiet)
        serve = self.running.serve_forever
        self.thread = threading.Thread(target=serve, args=(GLANCE,), name="live server", daemon=True)
        self.thread.start()

    @contextmanager
    def serves(self, app: WSGIApplication) -> Iterator[None]:
        """Serve another application during the block, and answer all of its requests before the end."""
        assert self.running
        self.running.app = app
        try:
            yield
        finally:
            self.running.app = self.app
            self.running.end_connections()

    def stop(self) -> None:
        """Return when the last request is answered. May be called again."""
        if self.running:
            self.running.shutdown()
            self.thread.join()
            self.running.server_close()
            self.running = None


class _Server(ThreadedWSGIServer):
    """Ends all connections: the next test gets no request of this one."""

    daemon_threads = False

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.connections: set[socket.socket] = set()
        self.changed = threading.Condition()

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.changed:
            self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        with self.changed:
            self.connections.discard(request)
            self.changed.notify_all()

    def end_connections(self) -> None:
        """Return when the last request is answered."""
        with self.changed:
            while self.connections:
                for connection in self.connections:
                    with suppress(OSError):  # it has just been closed
                        connection.shutdown(socket.SHUT_RD)  # a browser opens connections in advance
                self.changed.wait(GLANCE)

    def server_close(self) -> None:
        self.end_connections()
        super().server_close()


class _Quiet(WSGIRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Omit the list of requests from the report of a failed test."""
