"""One file in the place of another, so that even a power cut leaves one of them whole."""

from __future__ import annotations

import os
from pathlib import Path


def put(new: Path, place: Path) -> None:
    """Its content is on the disk before its name is, and the name before we go on."""
    _flush(new)
    new.replace(place)
    _flush(place.parent)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
