"""A Redis server for one test."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis

from tests.serving.served import free_port
from tests.waiting import PATIENCE, wait_until


@contextmanager
def new_redis() -> Iterator[str]:
    """Its address; it stores nothing on disk and ends with the test. Skips if Redis is not installed."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("no redis-server on the PATH")
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"
    quiet = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--loglevel", "warning")
    process = subprocess.Popen([program, "--port", str(port), *quiet], stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: _answers(url), "Redis does not start")
        yield url
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def _answers(url: str) -> bool:
    with redis.from_url(url) as client:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False
