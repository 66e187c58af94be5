"""Python looks through all objects for those that nobody needs any more, the oftener the more are made. The
millions of a long document take it half of the time, and none of them is garbage.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def making_many() -> Iterator[None]:
    """Nothing is looked through while a document is made of its text; what was made counts as old at once,
    or else it would soon be looked through three times, for a second of a page's two.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # to the oldest
        gc.enable()


@contextmanager
def keeping_many() -> Iterator[None]:
    """What is there now is not looked through while it is worked on."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
