"""How far long work has come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]  # (done, total); may raise to stop


def no_progress(_done: int, _of: int) -> None:
    """Progress callback that does nothing."""
