"""What other phones do while something is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event, Thread

BETWEEN = 0.5  # seconds from one act to the next


@contextmanager
def meanwhile(act: Callable[[int], None]) -> Iterator[None]:
    """`act(0)`, `act(1)` and so on, twice a second, until the block ends."""
    over = Event()

    def act_on() -> None:
        for number in count():
            act(number)
            if over.wait(BETWEEN):
                return

    phones = Thread(target=act_on, name="other phones")
    phones.start()
    try:
        yield
    finally:
        over.set()
        phones.join()
