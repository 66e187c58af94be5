"""Close connections that keep the server waiting. The server counts open connections, and refuses others
beyond a limit.
"""

from __future__ import annotations

import os
import resource
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
AsgiApplication = Callable[[Scope, Receive, Send], Awaitable[None]]
Client = tuple[str, int]  # address and port

IDLE_SECONDS = 15.0  # without a request: a little more than the timeout for a head, which ends in order
SCAN_SECONDS = 0.5
MAX_OPEN = 4096  # connections of one process
RESERVED_FILES = 128  # descriptors for other purposes: libraries, database, bodies on disk
OPEN_FILES = "/dev/fd"


def max_open() -> int:
    """How many connections this process can hold. Raises the limit of open files if that is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MAX_OPEN
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return MAX_OPEN
    return max(RESERVED_FILES, min(MAX_OPEN, soft - RESERVED_FILES))


@dataclass
class Connection:
    """since: when the last step of a request ended. requests: those that are open. working: those of them
    that do not wait for the client.
    """

    since: float
    requests: int = 0
    working: int = 0

    @contextmanager
    def waiting(self) -> Iterator[None]:
        self.working -= 1
        try:
            yield
        finally:
            self.working += 1
            self.since = time.monotonic()


class ConnectionGuard:
    """An ASGI application around another one, for one process.

    A thread closes each connection that has had no request for IDLE_SECONDS, whatever it waits for: the first
    byte, a handshake, a head. If more than `most` are open, it closes the surplus among those that wait for
    their client: the longest waiting ones of the address with the most of them. There is no fixed limit for
    an address: many phones may share one, and a proxy has one for all of them.
    """

    def __init__(self, application: AsgiApplication, port: int, *, most: int) -> None:
        self.application, self.port, self.most = application, port, most
        self.connections: dict[Client, Connection] = {}
        self._lock = threading.Lock()

    def start(self) -> None:
        threading.Thread(target=self._run, name="connections", daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(SCAN_SECONDS)
            with suppress(OSError):  # no descriptor is free: the next scan may have one
                self._scan()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._request(_client(scope["client"])) as connection:

            async def receive_waiting() -> dict[str, Any]:
                with connection.waiting():
                    return await receive()

            async def send_waiting(message: dict[str, Any]) -> None:
                with connection.waiting():
                    await send(message)

            await self.application(scope, receive_waiting, send_waiting)

    @contextmanager
    def _request(self, client: Client) -> Iterator[Connection]:
        with self._lock:
            connection = self.connections.setdefault(client, Connection(time.monotonic()))
            connection.requests += 1
        connection.working += 1
        try:
            yield connection
        finally:
            connection.working -= 1
            connection.requests -= 1
            connection.since = time.monotonic()

    def _scan(self) -> None:
        descriptors = accepted(self.port)
        with self._lock:
            for client in self.connections.keys() - descriptors.keys():
                if not self.connections[client].requests:
                    del self.connections[client]
            now = time.monotonic()
            for client in descriptors.keys() - self.connections.keys():
                self.connections[client] = Connection(now)
            closing = [*self._idle(descriptors, now), *self._surplus(descriptors)]
        for client in closing:
            _close(descriptors[client], client)

    def _idle(self, clients: Iterable[Client], now: float) -> list[Client]:
        idle = []
        for client in clients:
            connection = self.connections[client]
            if not connection.requests and now - connection.since > IDLE_SECONDS:
                idle.append(client)
        return idle

    def _surplus(self, clients: dict[Client, int]) -> list[Client]:
        """The last of each address go first, so that what is left is shared by all addresses."""
        surplus = len(clients) - self.most
        if surplus <= 0:
            return []
        by_address: dict[str, list[Client]] = defaultdict(list)
        for client in clients:
            if not self.connections[client].working:
                by_address[client[0]].append(client)
        ranked: list[tuple[int, Client]] = []
        for of_address in by_address.values():
            of_address.sort(key=self._order, reverse=True)
            ranked.extend(enumerate(of_address))
        ranked.sort(reverse=True)
        return [client for _rank, client in ranked[:surplus]]

    def _order(self, client: Client) -> tuple[bool, float]:
        """The first to be closed is the smallest: without a request, and waiting the longest."""
        connection = self.connections[client]
        return connection.requests > 0, connection.since


def accepted(port: int) -> dict[Client, int]:
    """The open connections to this port in this process, with their descriptors."""
    descriptors = {}
    for name in os.listdir(OPEN_FILES):
        with suppress(OSError), _socket(int(name)) as connection:  # not a socket, not connected, or closed
            if _port(connection.getsockname()) == port:
                descriptors[_client(connection.getpeername())] = int(name)
    return descriptors


def _close(descriptor: int, client: Client) -> None:
    """The server notices that the connection has ended. Its descriptor may belong to another one by now."""
    with suppress(OSError), _socket(descriptor) as connection:
        if _client(connection.getpeername()) == client:
            connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def _socket(descriptor: int) -> Iterator[socket.socket]:
    """The socket with that descriptor. Raises OSError if there is none.

    Without a duplicate: closing one would release the locks of this process if the descriptor belongs to the
    SQLite database.
    """
    connection = socket.socket(fileno=descriptor)
    try:
        yield connection
    finally:
        connection.detach()


def _port(address: Any) -> int | None:
    return address[1] if isinstance(address, tuple) else None  # a Unix socket has a path


def _client(address: Any) -> Client:
    """From an address of a socket or of ASGI; without the interface of a link-local address."""
    return str(ip_address(address[0].partition("%")[0])), int(address[1])
