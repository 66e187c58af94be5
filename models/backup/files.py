"""What making and restoring a backup share."""

from __future__ import annotations

import os
from pathlib import Path


class BackupRefused(RuntimeError):
    """A backup cannot be made or restored; the message says why. Nothing was changed."""


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
