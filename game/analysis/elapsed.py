"""The time between two moments."""

from __future__ import annotations

from datetime import datetime, timedelta


def elapsed(since: datetime, until: datetime) -> timedelta:
    """Return the time between two moments; zero if the clock was set back between them.

    >>> elapsed(datetime(2026, 5, 9, 20), datetime(2026, 5, 9, 22))
    datetime.timedelta(seconds=7200)
    >>> elapsed(datetime(2026, 5, 9, 22), datetime(2026, 5, 9, 20))
    datetime.timedelta(0)
    """
    return max(until - since, timedelta())
