"""Waiting for conditions instead of times: the only `sleep` of the suite."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import pytest

Found = TypeVar("Found")

PATIENCE = 240.0  # seconds: far more than any condition needs on a machine that is 20 times slower
PAUSE = 0.02


def wait_until(
    condition: Callable[[], Found], failure: str | Callable[[], str] = "It never came true"
) -> Found:
    """Return the first true value of `condition()`. failure: the message if it stays false."""
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > deadline:
            pytest.fail(failure if isinstance(failure, str) else failure())
        time.sleep(PAUSE)
    return found
