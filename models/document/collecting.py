"""Python looks through all objects for those that nobody needs any more, the oftener the more are made. The
millions of a long document take it half of the time, and none of them is garbage.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def making_many() -> Iterator[None]:
    """Nothing is looked through while a document is made of its text."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def keeping_many() -> Iterator[None]:
    """What is there now is not looked through while it is worked on."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
