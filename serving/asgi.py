"""A WSGI application as ASGI has it: a thread is taken only while the application is at work.

What a phone sends is read in full before, what it gets is sent after: a slow connection holds nobody else.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from http import HTTPStatus
from io import BytesIO

from serving.answer import Answer, Application, Send
from serving.body import Bodies, Gone, Receive, Refused
from serving.environ import Environ, Scope, environ_of
from serving.stack import stack_of

REFUSED = "serving.refused"  # in the environment of a request whose body was not taken: the status
THREADS = 2
LONG = 30  # seconds of work until it is written down
LINGER = 3  # seconds in which the rest of a refused body is thrown away

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
