"""Reading what a phone sends, in full, before any thread waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any

Receive = Callable[[], Awaitable[dict[str, Any]]]

IN_MEMORY = 256 * 1024  # bytes of one body; what is longer lies on the disk until it is used
SILENCE = 20  # seconds without a byte until it is given up
BASE, SLOWEST = 30, 16 * 1024  # seconds for the whole, and bytes a second that buy more of them
MOST_KEPT = 1024**3  # bytes of all bodies together in one process


class Refused(Exception):
    """The body is not taken; `status` says why."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Gone(Exception):
    """The phone has hung up."""


class Bodies:
    """Those that one process keeps just now, `kept` bytes in all."""

    def __init__(self) -> None:
        self.kept = 0

    @asynccontextmanager
    async def read(self, receive: Receive, *, most: int) -> AsyncIterator[tuple[IO[bytes], int]]:
        """One body of at most so many bytes, ready to be read from its start, and its length.

        Raises Refused or Gone.
        """
        with SpooledTemporaryFile(IN_MEMORY) as file:
            length = 0
            try:
                async for piece in _pieces(receive):
                    length += len(piece)
                    self.kept += len(piece)
                    if length > most:
                        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
                    if self.kept > MOST_KEPT:
                        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE)
                    _keep(piece, file)
                file.seek(0)
                yield file, length
            finally:
                self.kept -= length


def _keep(piece: bytes, file: IO[bytes]) -> None:
    try:
        file.write(piece)
    except OSError:  # the disk is full
        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE) from None


async def _pieces(receive: Receive) -> AsyncIterator[bytes]:
    """As they arrive, as long as they do."""
    clock = asyncio.get_running_loop().time
    start, length, more = clock(), 0, True
    while more:
        patience = min(SILENCE, start + BASE + length / SLOWEST - clock())
        try:
            message = await asyncio.wait_for(receive(), patience)
        except TimeoutError:
            raise Refused(HTTPStatus.REQUEST_TIMEOUT) from None
        if message["type"] == "http.disconnect":
            raise Gone
        piece, more = message.get("body", b""), message.get("more_body", False)
        length += len(piece)
        yield piece
