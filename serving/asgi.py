"""A WSGI application as ASGI has it: a thread is taken only while the application is at work.

What a phone sends is read in full before, what it gets is sent after: a slow connection holds nobody else.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from http import HTTPStatus
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Any
from urllib.parse import unquote_to_bytes

from serving.body import Bodies, Gone, Receive, Refused
from serving.stack import stack_of

Scope = dict[str, Any]
Environ = dict[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]  # as PEP 3333 has it

REFUSED = "serving.refused"  # in the environment of a request whose body was not taken: the status
THREADS = 2
LONG = 30  # seconds of work until it is written down
LINGER = 3  # seconds in which the rest of a refused body is thrown away
IN_MEMORY = 256 * 1024  # bytes of one answer; what is longer lies on the disk until it is sent
AT_ONCE = 64 * 1024
PATIENCE = 30  # seconds for a phone to take the next AT_ONCE bytes
UNPREFIXED = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
OF_THE_CONNECTION = {b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade"}

logger = logging.getLogger(__name__)


class Asgi:
    """An ASGI application around the WSGI one.

    most_bytes: how long the body of a request may be. told_of: a request in words for the log, without
    secrets. Where a body is refused the application is asked all the same, with none and with REFUSED in the
    environment: it knows how to say so.
    """

    def __init__(
        self,
        application: Application,
        *,
        most_bytes: Callable[[Environ], int],
        told_of: Callable[[Environ], str],
    ) -> None:
        self.application, self.most_bytes, self.told_of = application, most_bytes, told_of
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="request")
        self.bodies = Bodies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        environ = environ_of(scope)
        environ["wsgi.input"] = BytesIO()
        try:
            if _may_have_body(environ):
                await self._with_body(environ, receive, send)
            else:
                await self._answer(environ, send)
        except (Gone, TimeoutError):
            return  # nobody is there any more

    async def _with_body(self, environ: Environ, receive: Receive, send: Send) -> None:
        most = self.most_bytes(environ)
        try:
            if int(environ.get("CONTENT_LENGTH", 0)) > most:
                raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            async with self.bodies.read(receive, most=most) as (file, length):
                environ.update({"wsgi.input": file, "CONTENT_LENGTH": str(length)})
                await self._answer(environ, send)
        except Refused as refused:
            environ.update({"wsgi.input": BytesIO(), "CONTENT_LENGTH": "0", REFUSED: refused.status})
            await self._answer(environ, send, closing=True)
            await _linger(receive)

    async def _answer(self, environ: Environ, send: Send, *, closing: bool = False) -> None:
        with Answer() as answer:
            await self._work(answer, environ)
            if closing:
                answer.headers.append((b"connection", b"close"))
            await answer.send(send)

    async def _work(self, answer: Answer, environ: Environ) -> None:
        """Let a thread of the application's answer."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        watch = loop.call_later(LONG, self._write_down, environ, "is at it for", LONG)
        try:
            run = copy_context().run
            await loop.run_in_executor(self.threads, run, answer.make, self.application, environ)
        except Exception as error:
            logger.error("%s: no answer\n%s", self.told_of(environ), stack_of(error))
            answer.apologise()
        finally:
            watch.cancel()
        if loop.time() - begun > LONG:
            self._write_down(environ, "took", loop.time() - begun)

    def _write_down(self, environ: Environ, what: str, seconds: float) -> None:
        logger.warning("%s %s %.0f s", self.told_of(environ), what, seconds)


def _may_have_body(environ: Environ) -> bool:
    """HTTP/1.1 tells the length or sends in chunks; later ones need not tell."""
    if environ.get("CONTENT_LENGTH", "0") != "0":
        return True
    return environ["REQUEST_METHOD"] not in ("GET", "HEAD", "OPTIONS") and "CONTENT_LENGTH" not in environ


async def _linger(receive: Receive) -> None:
    """Throw away what still comes: a sender that is hung up on loses the answer on its way."""
    async with asyncio.timeout(LINGER):
        while (await receive()).get("more_body"):
            pass


class Answer:
    """Status, headers and the whole body; close it, or use it as a context."""

    def __init__(self) -> None:
        self.status = int(HTTPStatus.INTERNAL_SERVER_ERROR)
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed with the answer

    def __enter__(self) -> Answer:
        return self

    def __exit__(self, *_error: object) -> None:
        self.body.close()

    def make(self, application: Application, environ: Environ) -> None:
        """Ask the application, which takes as long as it takes."""
        pieces = application(environ, self._start)
        try:
            for piece in pieces:
                self.body.write(piece)
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()

    def _start(self, status: str, headers: list[tuple[str, str]], _error: Any = None) -> Callable[..., Any]:
        """The start_response of PEP 3333. Nothing has been sent, so that it may always be called again."""
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return self.body.write

    def apologise(self) -> None:
        """For an application that broke off."""
        self.status = int(HTTPStatus.INTERNAL_SERVER_ERROR)
        self.headers = [(b"content-type", b"text/plain; charset=utf-8")]
        self.body.seek(0)
        self.body.truncate()
        self.body.write(b"Something broke here. What was saved before is safe.\n")

    async def send(self, send: Send) -> None:
        """Raises TimeoutError where the phone takes nothing for PATIENCE seconds."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        self.body.seek(0)
        piece = self.body.read(AT_ONCE)
        while len(piece) == AT_ONCE:
            message = {"type": "http.response.body", "body": piece, "more_body": True}
            await asyncio.wait_for(send(message), PATIENCE)
            piece = self.body.read(AT_ONCE)
        await send({"type": "http.response.body", "body": piece, "more_body": False})


def environ_of(scope: Scope) -> Environ:
    """All but the body.

    A header whose name has an underscore is dropped: in WSGI nobody could tell X_Forwarded_For, which
    anybody may send, from X-Forwarded-For, which a proxy vouches for.
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
    """Several of one name become one, as RFC 9110 has it."""
    for name, value in headers:
        if b"_" in name or name in OF_THE_CONNECTION:
            continue
        key = UNPREFIXED.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        text = value.decode("latin-1")
        if key in environ:
            text = environ[key] + ("; " if name == b"cookie" else ",") + text
        environ[key] = text
