"""The real server in processes of its own, with a bare page beside ours, and phones that ask it at once."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter, sleep

from flask import Flask
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from app import create_app
from serving.asgi import Asgi
from tests.benchmarks.bare import bare_app
from views.web.bodies import most_bytes
from views.web.security import told_of

HERE = "127.0.0.1"
BARE = "/bare"
START_WITHIN = 600  # seconds, on any machine
BARE_KB = "BENCHMARK_BARE_KB"


def create_asgi() -> Asgi:
    """Our application, with a page under /bare that is as long as the environment says."""
    app = create_app({"RATELIMIT_ENABLED": False})
    both = DispatcherMiddleware(app.wsgi_app, {BARE: bare_app(float(os.environ[BARE_KB]))})
    return Asgi(both, most_bytes=most_bytes(app), told_of=told_of)


@contextmanager
def served(app: Flask, bare_kb: float) -> Iterator[int]:
    """The port of a server on the same database, with a process for jobs."""
    port = free_port()
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    environment = os.environ | {
        "DATABASE_URL": str(url),
        "SECRET_KEY": app.config["SECRET_KEY"],
        BARE_KB: str(bare_kb),
    }
    server = (sys.executable, "-m", "serving", "--host", HERE, "--port", str(port))
    running = subprocess.Popen((*server, "--application", f"{__name__}:create_asgi"), env=environment)
    try:
        _await(port, running)
        yield port
    finally:
        running.terminate()
        running.wait()


def free_port() -> int:
    with socket.create_server((HERE, 0)) as probe:
        return int(probe.getsockname()[1])


def _await(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = perf_counter() + START_WITHIN
    while server.poll() is None and perf_counter() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex((HERE, port)) == 0:
                return
        sleep(0.1)
    sys.exit("The server does not start.")


def ask_at_once(port: int, request: bytes, phones: int, *, seconds: float, every: float = 0) -> list[float]:
    """How many seconds each answer took when so many phones ask again and again, each by a connection of its
    own and at least once; `every` so many seconds, or as soon as it is answered.
    """
    return asyncio.run(_all(port, request, phones, seconds, every))


def request_of(path: str, cookie: str, *more: str) -> bytes:
    headers = (f"GET {path} HTTP/1.1", f"Host: {HERE}", f"Cookie: {cookie}", *more)
    return "\r\n".join((*headers, "", "")).encode()


async def _all(port: int, request: bytes, phones: int, seconds: float, every: float) -> list[float]:
    until = perf_counter() + seconds
    each = (_phone(port, request, until, every, every * n / phones) for n in range(phones))
    return [took for of_one in await asyncio.gather(*each) for took in of_one]


async def _phone(port: int, request: bytes, until: float, every: float, later: float) -> Sequence[float]:
    await asyncio.sleep(later)
    took = list[float]()
    reader, writer = await asyncio.open_connection(HERE, port)
    while not took or perf_counter() < until:
        begun = perf_counter()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 304")):
            sys.exit(f"Not a page: {head[:80]!r}")
        await reader.readexactly(_length(head))
        took.append(perf_counter() - begun)
        await asyncio.sleep(max(0.0, begun + every - perf_counter()))
    writer.close()
    return took


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.split(b":")[1])
    return 0
