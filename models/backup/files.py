"""What making and restoring a backup share."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path


class BackupRefused(RuntimeError):
    """A backup cannot be made or restored; the message says why. Nothing was changed."""


def key(
    kind: str, table: str, columns: Sequence[str | None], *, refers_to: str = "", on_delete: str = ""
) -> str:
    """A constraint or an index in the words of both engines.

    kind: "primary key", "unique key", "foreign key", "index" or "unique index". refers_to: table and columns.
    """
    words = f"{kind} {table} ({', '.join(column or '?' for column in columns)})"
    words += f" to {refers_to}" if refers_to else ""
    return words + (f" on delete {on_delete.lower()}" if on_delete else "")


def put(new: Path, place: Path) -> None:
    """Put one file in the place of another, so that even a power cut leaves one of them whole.

    Its content is on the disk before its name is, and its name before this returns.
    """
    _flush(new)
    new.replace(place)
    _flush(place.parent)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
