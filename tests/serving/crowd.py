"""Many stalling phones at a time, and other phones that request pages meanwhile.

A page that had to wait for such phones would arrive only after the server has closed their connections.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from tests.waiting import wait_until

MANY = 20  # several for each thread of each worker
PAGES = 8  # one after another, at any worker


@contextmanager
def crowd(
    port: int, to_send: bytes = b"", *, many: int = MANY, room: int | None = None
) -> Iterator[list[socket.socket]]:
    """Connections that have sent these bytes and do nothing more. room: size of the receive buffer."""
    with ExitStack() as stack:
        connections = [stack.enter_context(socket.socket()) for _ in range(many)]
        for connection in connections:
            if room:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            connection.connect(("127.0.0.1", port))
            connection.sendall(to_send)
        yield connections


def assert_others_are_served(
    beside: Callable[[], AbstractContextManager[Sequence[socket.socket]]], request_page: Callable[[], int]
) -> None:
    """Request pages while a crowd is connected. beside: opens the crowd. request_page: its status."""
    for _ in range(PAGES):
        wait_until(
            lambda: _answered_first(beside, request_page),
            "No page arrived in time",
        )


def _answered_first(
    beside: Callable[[], AbstractContextManager[Sequence[socket.socket]]], request_page: Callable[[], int]
) -> bool:
    """Whether a page was answered before the crowd; on a slow machine the server may have closed the crowd's
    connections.
    """
    with beside() as connections:
        assert request_page() == 200
        return all(_is_pending(connection) for connection in connections)


def _is_pending(connection: socket.socket) -> bool:
    """Whether the server has neither answered nor closed the connection."""
    connection.setblocking(False)
    try:
        connection.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    return False
