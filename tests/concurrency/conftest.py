"""Concurrent writes."""

from __future__ import annotations

import pytest

from models import database
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite connections wait for the write lock as long as a test waits."""
    others = (pragma for pragma in database.PRAGMAS if not pragma.startswith("busy_timeout="))
    monkeypatch.setattr(database, "PRAGMAS", (*others, f"busy_timeout={int(1000 * PATIENCE)}"))
