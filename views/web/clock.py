"""Now, and chance: the only place where views read the clock and draw lots."""

from __future__ import annotations

import random
from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)


def chance() -> random.Random:
    """What draws a dealer or shuffles the seats."""
    return random.SystemRandom()
