"""Phones that do not do their part, many at a time, and others that want their pages beside them.

How fast the machine is tells nothing here. A page that had to wait for such phones would wait until the
server gives them up: that is how long a test waits for it.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

MANY = 20  # several for each thread of each worker
PAGES = 8  # one after another, whichever worker takes them


@contextmanager
def crowd(
    port: int, to_send: bytes = b"", *, many: int = MANY, room: int | None = None
) -> Iterator[list[socket.socket]]:
    """Each has sent this and does nothing more. room: bytes that it has for an answer."""
    with ExitStack() as stack:
        connections = [stack.enter_context(socket.socket()) for _ in range(many)]
        for connection in connections:
            if room:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            connection.connect(("127.0.0.1", port))
            connection.sendall(to_send)
        yield connections


def others_have_their_pages(
    beside: Callable[[], AbstractContextManager[object]], ask: Callable[[], int]
) -> None:
    """Each beside a crowd of its own, that came before it and is there still. ask: the status of a page."""
    for _ in range(PAGES):
        with beside():
            assert ask() == 200
