"""Phones that do not do their part, many at a time, and others that want their pages beside them.

A page that had to wait for such phones would come when the server has given them up, and not before.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from tests.waiting import wait_until

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
    beside: Callable[[], AbstractContextManager[Sequence[socket.socket]]], ask: Callable[[], int]
) -> None:
    """Each beside a crowd of its own, that came before it and is there still. ask: the status of a page."""
    for _ in range(PAGES):
        wait_until(lambda: _answered_first(beside, ask), "No page came before the server gave the crowd up")


def _answered_first(
    beside: Callable[[], AbstractContextManager[Sequence[socket.socket]]], ask: Callable[[], int]
) -> bool:
    """Whether a page came while all of a crowd were waited for; a slow machine may have given them up."""
    with beside() as connections:
        assert ask() == 200
        return all(_is_waited_for(connection) for connection in connections)


def _is_waited_for(connection: socket.socket) -> bool:
    """Whether the server has neither answered nor hung up."""
    connection.setblocking(False)
    try:
        connection.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    return False
