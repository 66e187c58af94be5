"""Now, and chance: the only place where views read the clock and draw lots."""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime


def _ahead() -> float:
    """Seconds by which the clock is ahead of one that nothing sets, and that continues during a suspend."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.time() - time.monotonic()


_ahead_at_start = _ahead()


def clock_jump() -> float:
    """Seconds by which the clock was set forward since this process started, or back (negative)."""
    return _ahead() - _ahead_at_start


def now() -> datetime:
    return datetime.now(UTC)


def chance() -> random.Random:
    """The random generator that draws a dealer or shuffles the seats."""
    return random.SystemRandom()
