"""Pools of threads: a request that waits for a lock, or for a file to be read, leaves other threads free."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from contextvars import copy_context
from dataclasses import dataclass
from enum import Enum
from weakref import WeakValueDictionary

MAX_WAIT = 10  # seconds for a turn and a thread


class Pool(Enum):
    """What requests of a pool wait for. Those of NOTHING need no database."""

    NOTHING = "nothing"
    READS = "reads"
    WRITES = "writes"
    FILES = "files"


THREADS: Mapping[Pool, int] = {Pool.NOTHING: 1, Pool.READS: 2, Pool.WRITES: 2, Pool.FILES: 1}


@dataclass(frozen=True)
class Needs:
    """What a request needs.

    most_bytes: limit of its body. turn: requests with the same text run one after another, so that all that
    wait for the same lock occupy one thread.
    """

    most_bytes: int
    pool: Pool
    turn: str | None = None


class TooBusy(Exception):
    """A request has waited for MAX_WAIT seconds."""


class Pools:
    """The threads of one process."""

    def __init__(self) -> None:
        self._threads = {
            pool: ThreadPoolExecutor(count, thread_name_prefix=pool.value) for pool, count in THREADS.items()
        }
        self._free = {pool: asyncio.Semaphore(count) for pool, count in THREADS.items()}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def run(self, needs: Needs, work: Callable[[], None]) -> None:
        """Run `work` in a thread. Raises TooBusy before it has begun, or what `work` raises."""
        async with AsyncExitStack() as places:
            try:
                async with asyncio.timeout(MAX_WAIT):
                    if needs.turn is not None:
                        await places.enter_async_context(self._turn(needs.turn))
                    await places.enter_async_context(self._free[needs.pool])
            except TimeoutError:
                raise TooBusy from None
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._threads[needs.pool], copy_context().run, work)

    def _turn(self, name: str) -> asyncio.Lock:
        return self._turns.setdefault(name, asyncio.Lock())
