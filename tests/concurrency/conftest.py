"""Many write at once."""

from __future__ import annotations

import pytest

from models import database
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a connection wait for SQLite's writer as long as a test waits for anything."""
    others = (pragma for pragma in database.PRAGMAS if not pragma.startswith("busy_timeout="))
    monkeypatch.setattr(database, "PRAGMAS", (*others, f"busy_timeout={int(1000 * PATIENCE)}"))
