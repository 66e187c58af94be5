"""Many phones follow their tables while others save and files are made: no error, and no round is lost."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from math import ceil
from statistics import median
from time import perf_counter

import pytest

from models.job import JobState
from tests.phone import COOKIE
from tests.sampling import chaos
from tests.trust.histories import long_history
from tests.waiting import PATIENCE

EVERY = 3.0  # seconds between two requests of a phone
BARE = "/health"
PROBES = 10  # phones that request BARE meanwhile


class Crowd:
    """Phones that repeat a request until `is_over`, at least once, each on a connection of its own.

    seconds: of the answers by their address; errors: the first lines of other answers than 200 and 304.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.is_over = threading.Event()
        self.seconds: dict[str, list[float]] = {}
        self.errors: list[str] = []

    async def follow(self, requests: list[tuple[str, str]]) -> None:
        await asyncio.gather(
            *(
                self._repeat(path, cookie, EVERY * n / len(requests))
                for n, (path, cookie) in enumerate(requests)
            )
        )

    async def _repeat(self, path: str, cookie: str, delay: float) -> None:
        await asyncio.sleep(delay)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {COOKIE}={cookie}\r\nX-Fragment: 1\r\n"
        tag, count = "", 0
        while count == 0 or not self.is_over.is_set():
            count += 1
            begun = perf_counter()
            writer.write(f"{head}{tag}\r\n".encode())
            answer = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode()
            fields = dict(line.lower().split(": ", 1) for line in answer.split("\r\n")[1:] if line)
            await asyncio.wait_for(reader.readexactly(int(fields.get("content-length", 0))), PATIENCE)
            self.seconds.setdefault(path, []).append(perf_counter() - begun)
            if not answer.startswith(("HTTP/1.1 200", "HTTP/1.1 304")):
                self.errors.append(f"{path}: {answer.splitlines()[0]}")
            tag = f"If-None-Match: {fields['etag']}\r\n" if "etag" in fields else ""
            await asyncio.sleep(max(0.0, begun + EVERY - perf_counter()))
        writer.close()


@contextmanager
def following(port: int, requests: list[tuple[str, str]]):
    """A crowd that follows until the end of the block."""
    crowd = Crowd(port)
    with ThreadPoolExecutor(1) as thread:
        done = thread.submit(asyncio.run, crowd.follow(requests))
        try:
            yield crowd
        finally:
            crowd.is_over.set()
            done.result(PATIENCE)


def save_rounds(phone, table, numbers):
    """The seconds of each save."""
    seconds = []
    for number in numbers:
        form = phone.round(table.path, number, Anna=number, Bo=20)
        begun = perf_counter()
        assert phone.send(form).status_code == 303
        seconds.append(perf_counter() - begun)
    return seconds


def in_words(name: str, seconds: list[float]) -> str:
    p95 = sorted(seconds)[ceil(0.95 * len(seconds)) - 1]
    return f"{name}: {len(seconds)}, median {1000 * median(seconds):.0f} ms, 95 of 100 {1000 * p95:.0f} ms"


@pytest.mark.parametrize(
    ("phones", "count", "rounds"), [(30, 3, 4), pytest.param(300, 10, 80, marks=chaos)], ids=["few", "many"]
)
def test_a_crowd_follows_while_tables_save_and_files_are_made(place, phones, count, rounds):
    years = long_history(place.app)
    tables = [place.table() for _ in range(count)]
    keepers = [place.phone(table) for table in tables]
    watchers = [place.phone(table, "watcher").client.get_cookie(COOKIE).value for table in tables]
    requests = [(tables[n % count].path, watchers[n % count]) for n in range(phones)]
    office = place.phone(years, "owner")
    numbers = [range(1, rounds + 1)] * count
    with following(place.served.port, requests + [(BARE, "")] * PROBES) as crowd:
        jobs = [office.start_export(years, kind) for kind in ("json", "xlsx")]
        with ThreadPoolExecutor(count) as threads:
            saves = list(threads.map(save_rounds, keepers, tables, numbers))
        for job in jobs:
            place.job(job, JobState.DONE)
    assert crowd.errors == []
    assert crowd.seconds.keys() == {path for path, _cookie in requests} | {BARE}
    for table in tables:
        assert table.numbers() == list(range(1, rounds + 1))
        assert table.totals() == {"Anna": sum(range(1, rounds + 1)), "Bo": 20 * rounds, "Cara": 0}
    bare = crowd.seconds.pop(BARE)
    print(in_words("bare page", bare))
    print(in_words("polls", [took for of_path in crowd.seconds.values() for took in of_path]))
    print(in_words("saves", [took for of_table in saves for took in of_table]))
