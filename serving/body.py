"""Read request bodies completely, before a thread waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any

Receive = Callable[[], Awaitable[dict[str, Any]]]

IN_MEMORY = 256 * 1024  # bytes of a body; a longer one is stored on disk
SILENCE = 20  # seconds without a byte until it is refused
BASE, SLOWEST = 30, 16 * 1024  # seconds for the whole, and bytes a second that buy more of them
MOST_HELD = 1024**3  # bytes of all bodies together in one process


class BodyRefused(Exception):
    """The body is refused. status: of the response."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class ClientDisconnected(Exception):
    """The client has disconnected."""


class BodyReader:
    """Counts the bytes of request bodies that this process holds."""

    def __init__(self) -> None:
        self.held = 0

    @asynccontextmanager
    async def read(self, receive: Receive, *, most: int) -> AsyncIterator[tuple[IO[bytes], int]]:
        """Read a body of at most `most` bytes; yields a file and its length.

        Raises BodyRefused or ClientDisconnected.
        """
        with SpooledTemporaryFile(IN_MEMORY) as file:
            length = 0
            try:
                async for piece in _pieces(receive):
                    length += len(piece)
                    self.held += len(piece)
                    if length > most:
                        raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
                    if self.held > MOST_HELD:
                        raise BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE)
                    _write(piece, file)
                file.seek(0)
                yield file, length
            finally:
                self.held -= length


def _write(piece: bytes, file: IO[bytes]) -> None:
    try:
        file.write(piece)
    except OSError:  # the disk is full
        raise BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE) from None


async def _pieces(receive: Receive) -> AsyncIterator[bytes]:
    """Yield the parts of a body as they arrive; raises BodyRefused if they are too slow."""
    clock = asyncio.get_running_loop().time
    start, length, more = clock(), 0, True
    while more:
        patience = min(SILENCE, start + BASE + length / SLOWEST - clock())
        try:
            message = await asyncio.wait_for(receive(), patience)
        except TimeoutError:
            raise BodyRefused(HTTPStatus.REQUEST_TIMEOUT) from None
        if message["type"] == "http.disconnect":
            raise ClientDisconnected
        piece, more = message.get("body", b""), message.get("more_body", False)
        length += len(piece)
        yield piece
