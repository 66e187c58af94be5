"""Serve a WSGI application over ASGI: a thread is occupied only while the application runs.

Requests are read completely before, responses are sent after: a slow connection blocks nobody else.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Any
from urllib.parse import unquote_to_bytes

from serving.body import BodyReader, BodyRefused, ClientDisconnected, Receive
from serving.pools import Needs, Pool, Pools, TooBusy
from serving.stack import stack_of

Scope = dict[str, Any]
Environ = dict[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]  # PEP 3333

REFUSED = "serving.refused"  # environment variable of a refused request: the status
SLOW_SECONDS = 30  # of work; longer is logged
LINGER_SECONDS = 3  # to discard the rest of a refused body
MAX_BYTES_IN_MEMORY = 256 * 1024  # of a response; a longer one is stored on disk
CHUNK_BYTES = 64 * 1024
MAX_SEND_SECONDS = 30  # for a client to read CHUNK_BYTES
UNPREFIXED = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
CONNECTION_HEADERS = {b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade"}

logger = logging.getLogger(__name__)


class Asgi:
    """An ASGI application that wraps a WSGI application.

    needs: what a request needs. describe: a request as text for the log, without secrets. For a refused
    request the application is called with REFUSED in the environment, and renders the error without a
    database; if the body was refused, it is called without it.
    """

    def __init__(
        self,
        application: Application,
        *,
        needs: Callable[[Environ], Needs],
        describe: Callable[[Environ], str],
    ) -> None:
        self.application, self.needs, self.describe = application, needs, describe
        self.pools = Pools()
        self.bodies = BodyReader()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        environ = environ_of(scope)
        environ["wsgi.input"] = BytesIO()
        needs = self.needs(environ)
        try:
            if _may_have_body(environ):
                await self._with_body(environ, needs, receive, send)
            else:
                await self._respond(environ, needs, send)
        except (ClientDisconnected, TimeoutError):
            return  # the client has disconnected

    async def _with_body(self, environ: Environ, needs: Needs, receive: Receive, send: Send) -> None:
        try:
            if int(environ.get("CONTENT_LENGTH", 0)) > needs.most_bytes:
                raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            async with self.bodies.read(receive, most=needs.most_bytes) as (file, length):
                environ.update({"wsgi.input": file, "CONTENT_LENGTH": str(length)})
                await self._respond(environ, needs, send)
        except BodyRefused as refused:
            environ.update({"wsgi.input": BytesIO(), "CONTENT_LENGTH": "0", REFUSED: refused.status})
            await self._respond(environ, _refusal(needs), send, closing=True)
            await _linger(receive)

    async def _respond(self, environ: Environ, needs: Needs, send: Send, *, closing: bool = False) -> None:
        with Response() as response:
            try:
                await self._work(response, environ, needs)
            except TooBusy:
                environ[REFUSED] = HTTPStatus.SERVICE_UNAVAILABLE
                with suppress(TooBusy):
                    await self._work(response, environ, _refusal(needs))
            if closing:
                response.headers.append((b"connection", b"close"))
            await response.send(send)

    async def _work(self, response: Response, environ: Environ, needs: Needs) -> None:
        """Run the application in a thread. Raises TooBusy if none is free."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        watch = loop.call_later(SLOW_SECONDS, self._log_slow, environ, "is at it for", SLOW_SECONDS)
        try:
            await self.pools.run(needs, partial(response.make, self.application, environ))
        except TooBusy:
            raise
        except Exception as error:
            logger.error("%s: no answer\n%s", self.describe(environ), stack_of(error))
            response.become_error()
        finally:
            watch.cancel()
        if loop.time() - begun > SLOW_SECONDS:
            self._log_slow(environ, "took", loop.time() - begun)

    def _log_slow(self, environ: Environ, what: str, seconds: float) -> None:
        logger.warning("%s %s %.0f s", self.describe(environ), what, seconds)


def _refusal(needs: Needs) -> Needs:
    return replace(needs, pool=Pool.NOTHING, turn=None)


def _may_have_body(environ: Environ) -> bool:
    """In HTTP/1.1 a body has a length or is chunked; in later versions it needs neither."""
    if environ.get("CONTENT_LENGTH", "0") != "0":
        return True
    return environ["REQUEST_METHOD"] not in ("GET", "HEAD", "OPTIONS") and "CONTENT_LENGTH" not in environ


async def _linger(receive: Receive) -> None:
    """Discard the rest of a body: a client whose connection is closed at once loses the response."""
    async with asyncio.timeout(LINGER_SECONDS):
        while (await receive()).get("more_body"):
            pass


class Response:
    """A response: status, headers and the whole body. A context manager."""

    def __init__(self) -> None:
        self.status = int(HTTPStatus.INTERNAL_SERVER_ERROR)
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = SpooledTemporaryFile(MAX_BYTES_IN_MEMORY)  # noqa: SIM115 - closed with the response

    def __enter__(self) -> Response:
        return self

    def __exit__(self, *_error: object) -> None:
        self.body.close()

    def make(self, application: Application, environ: Environ) -> None:
        """Call the application and store its response."""
        pieces = application(environ, self._start)
        try:
            for piece in pieces:
                self.body.write(piece)
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()

    def _start(self, status: str, headers: list[tuple[str, str]], _error: Any = None) -> Callable[..., Any]:
        """The start_response of PEP 3333. Nothing is sent yet, so it may always be called again."""
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return self.body.write

    def become_error(self) -> None:
        """Replace the response by an error message."""
        self.status = int(HTTPStatus.INTERNAL_SERVER_ERROR)
        self.headers = [(b"content-type", b"text/plain; charset=utf-8")]
        self.body.seek(0)
        self.body.truncate()
        self.body.write(b"Something broke here. What was saved before is safe.\n")

    async def send(self, send: Send) -> None:
        """Raises TimeoutError if the client reads nothing for MAX_SEND_SECONDS seconds."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        self.body.seek(0)
        piece = self.body.read(CHUNK_BYTES)
        while len(piece) == CHUNK_BYTES:
            message = {"type": "http.response.body", "body": piece, "more_body": True}
            await asyncio.wait_for(send(message), MAX_SEND_SECONDS)
            piece = self.body.read(CHUNK_BYTES)
        await send({"type": "http.response.body", "body": piece, "more_body": False})


def environ_of(scope: Scope) -> Environ:
    """The WSGI environment of a request, without its body.

    Headers with an underscore are dropped: in WSGI X_Forwarded_For, which any client may send, could not
    be told apart from X-Forwarded-For of a trusted proxy.
    """
    host, port = scope["server"]
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }
    _add_headers(environ, scope["headers"])
    return environ


def _add_headers(environ: Environ, headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Add headers; several of one name are joined as in RFC 9110."""
    for name, value in headers:
        if b"_" in name or name in CONNECTION_HEADERS:
            continue
        key = UNPREFIXED.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        text = value.decode("latin-1")
        if key in environ:
            text = environ[key] + ("; " if name == b"cookie" else ",") + text
        environ[key] = text
