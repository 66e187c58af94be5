"""Wait for a condition, never for a time: the only `sleep` of the suite is here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import pytest

Found = TypeVar("Found")

PATIENCE = 240.0  # seconds: far more than any condition takes on a machine that is 20 times slower
PAUSE = 0.02


def wait_until(
    condition: Callable[[], Found], failure: str | Callable[[], str] = "It never came true"
) -> Found:
    """Return the first true value of `condition()`. failure: what a test says that waited in vain."""
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > deadline:
            pytest.fail(failure if isinstance(failure, str) else failure())
        time.sleep(PAUSE)
    return found
