"""What the application answers: made in full by a thread, and sent without one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import Any

from serving.environ import Environ

Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]  # as PEP 3333 has it

IN_MEMORY = 256 * 1024  # bytes of one answer; what is longer lies on the disk until it is sent
AT_ONCE = 64 * 1024
PATIENCE = 30  # seconds for a phone to take the next AT_ONCE bytes


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
