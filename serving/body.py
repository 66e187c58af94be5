"""Read request bodies completely, before a thread waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any

Receive = Callable[[], Awaitable[dict[str, Any]]]

MAX_BYTES_IN_MEMORY = 256 * 1024  # of a body; a longer one is stored on disk
MAX_SILENCE_SECONDS = 20  # without a byte
MIN_SECONDS, MIN_BYTES_PER_SECOND = 30, 16 * 1024  # a body may take so long, and longer at this speed
MAX_BYTES_HELD = 1024**3  # of all bodies together in one process


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
        with SpooledTemporaryFile(MAX_BYTES_IN_MEMORY) as file:
            length = 0
            try:
                async for piece in _pieces(receive):
                    length += len(piece)
                    self.held += len(piece)
                    if length > most:
                        raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
                    if self.held > MAX_BYTES_HELD:
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
        patience = min(MAX_SILENCE_SECONDS, start + MIN_SECONDS + length / MIN_BYTES_PER_SECOND - clock())
        try:
            message = await asyncio.wait_for(receive(), patience)
        except TimeoutError:
            raise BodyRefused(HTTPStatus.REQUEST_TIMEOUT) from None
        if message["type"] == "http.disconnect":
            raise ClientDisconnected
        piece, more = message.get("body", b""), message.get("more_body", False)
        length += len(piece)
        yield piece
