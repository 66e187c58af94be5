"""Many phones at once over real connections: waiting times, and answers a second."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from statistics import mean, median
from time import perf_counter, sleep

from flask import Flask
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from app import create_app
from serving.asgi import Asgi
from tests.benchmarks.activity import hands_come_in, tables_save
from tests.benchmarks.groups import Visit
from tests.benchmarks.measuring import PageRequest, Row, bare_app, request_file
from tests.benchmarks.pages import IN_A_SESSION, IN_A_TOURNAMENT, Page
from views.web.admission import needs_of
from views.web.security import redacted_request

CONNECTIONS = (1, 16, 64)
POLLING, EVERY = 200, 2.0  # phones, and the seconds between two requests of each
FOLLOWING = 60  # phones, at a tournament
WARM_UP_PHONES = 4
HERE = "127.0.0.1"
BARE = "/bare"
START_WITHIN = 600  # seconds, on any machine
BARE_KB = "BENCHMARK_BARE_KB"


def load(visit: Visit, seconds: float) -> Iterator[Row]:
    """Requests to the group's running table, each kind for `seconds`; while hands arrive, each answer
    contains the
    changed part.
    """
    page, _changed, known, *_more = IN_A_SESSION
    bare, table = _request(f"{BARE}/", visit.cookie), _page_request(visit, page)
    with served(visit.app, PageRequest(visit, page).answer().kb) as port:
        for request in (bare, table, _page_request(visit, known)):
            requests_at_once(port, request, WARM_UP_PHONES, seconds=seconds / 4)

        def beside_bare(when: str) -> Iterator[Row]:
            is_not_modified = _page_request(visit, known)
            for phones in CONNECTIONS:
                other = mean(requests_at_once(port, bare, phones, seconds=seconds))
                for name, request in (("table", table), ("nothing new (304)", is_not_modified)):
                    took = requests_at_once(port, request, phones, seconds=seconds)
                    yield {**waits(name + when, phones, took), "of a bare page’s": other / mean(took)}

        yield from beside_bare("")
        is_not_modified = _page_request(visit, known)
        yield _polling(port, is_not_modified, seconds, "", POLLING)
        with hands_come_in(visit):
            yield _polling(port, is_not_modified, seconds, ", while hands come in", POLLING)
        for name in "abc":  # file descriptors for the duration of the measurement
            request_file(visit, "xlsx", name)
        yield from beside_bare(", while a file is made")
        yield _polling(port, _page_request(visit, known), seconds, ", while a file is made", POLLING)


def load_at_a_club(club: Visit, seconds: float) -> Iterator[Row]:
    """Phones that follow a large tournament, alone and while its tables save."""
    _page, part, known, *_more = IN_A_TOURNAMENT
    request = _page_request(club, known)
    with served(club.app, PageRequest(club, part).answer().kb) as port:
        requests_at_once(port, request, WARM_UP_PHONES, seconds=seconds / 4)
        yield _polling(port, request, seconds, "", FOLLOWING)
        with tables_save(club):
            yield _polling(port, request, seconds, ", while tables save", FOLLOWING)


def _polling(port: int, request: bytes, seconds: float, when: str, phones: int) -> Row:
    every = min(EVERY, seconds / 2)
    took = requests_at_once(port, request, phones, seconds=seconds, every=every)
    return {**waits(f"polling every {every:g} s{when}", phones, took, every), "of a bare page’s": "–"}


def waits(requested: str, phones: int, took: Sequence[float], every: float = 0) -> Row:
    """took: the seconds of each answer. every: the seconds between two requests of a phone."""
    return {
        "requested": requested,
        "phones": phones,
        "answers a second": phones / max(mean(took), every),
        "median, ms": 1000 * median(took),
        "99 of 100, ms": 1000 * sorted(took)[ceil(0.99 * len(took)) - 1],
        "longest, ms": 1000 * max(took),
    }


def create_asgi() -> Asgi:
    """Our application, with a page under /bare whose length is set in the environment."""
    app = create_app({"RATELIMIT_ENABLED": False})
    both = DispatcherMiddleware(app.wsgi_app, {BARE: bare_app(float(os.environ[BARE_KB]))})
    return Asgi(both, needs=needs_of(app), describe=redacted_request)


@contextmanager
def served(app: Flask, bare_kb: float) -> Iterator[int]:
    """The port of a server on the same database, with a worker process."""
    port = free_port()
    environment = os.environ | {
        "DATABASE_URL": str(app.config["SQLALCHEMY_DATABASE_URI"]),
        "SECRET_KEY": app.config["SECRET_KEY"],
        BARE_KB: str(bare_kb),
    }
    server = (sys.executable, "-m", "serving", "--host", HERE, "--port", str(port))
    running = subprocess.Popen((*server, "--application", f"{__name__}:create_asgi"), env=environment)
    try:
        _wait_for_start(port, running)
        yield port
    finally:
        running.terminate()
        running.wait()


def free_port() -> int:
    with socket.create_server((HERE, 0)) as probe:
        return int(probe.getsockname()[1])


def _wait_for_start(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = perf_counter() + START_WITHIN
    while server.poll() is None and perf_counter() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex((HERE, port)) == 0:
                return
        sleep(0.1)
    sys.exit("The server does not start.")


def _page_request(visit: Visit, page: Page) -> bytes:
    """The bytes of a request for a page; for a known page with the ETag of its current state."""
    path = page.address.format(**visit.places)
    if not page.known:
        return _request(path, visit.cookie)
    tag = PageRequest(visit, page).environ["HTTP_IF_NONE_MATCH"]
    return _request(path, visit.cookie, "X-Fragment: 1", f"If-None-Match: {tag}")


def _request(path: str, cookie: str, *more: str) -> bytes:
    headers = (f"GET {path} HTTP/1.1", f"Host: {HERE}", f"Cookie: {cookie}", *more)
    return "\r\n".join((*headers, "", "")).encode()


def requests_at_once(
    port: int, request: bytes, phones: int, *, seconds: float, every: float = 0
) -> list[float]:
    """The seconds of each answer when phones repeat a request, each on its own connection and at least once.

    every: the seconds between two requests of a phone, 0 for immediately after each answer.
    """

    async def all_phones() -> list[float]:
        until = perf_counter() + seconds
        each = (_phone(port, request, until, every, every * n / phones) for n in range(phones))
        return [took for of_one in await asyncio.gather(*each) for took in of_one]

    return asyncio.run(all_phones())


async def _phone(port: int, request: bytes, until: float, every: float, delay: float) -> Sequence[float]:
    await asyncio.sleep(delay)
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
