"""Read a file in a process of its own, with limits of time and memory: it may need more than was foreseen.

The kernel ends the process when its processor time is used up, whatever it does. The size of its memory is
limited by the kernel, and on macOS, which has no such limit, by a thread of the process.
"""

from __future__ import annotations

import logging
import os
import resource
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

from files.document import BadDocument
from serving.stack import stack_of

Read = TypeVar("Read")

LOOK = 0.05  # seconds
# On Linux one process imports the modules and the others are forked from it; elsewhere forking is unsafe.
CONTEXT = get_context("forkserver") if sys.platform == "linux" else get_context("spawn")
CONTEXT.set_forkserver_preload([__name__, "files.readers.reading"])

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """seconds: of processor time. patience: seconds in all, while others use the processor too."""

    seconds: int = 10
    patience: float = 20.0
    memory_bytes: int = 1024**3


LIMITS = Limits()


class ReadingFailed(RuntimeError):
    """An error in the other process; its text is the name of the error. The stack is logged."""


def read_isolated(read: Callable[..., Read], *arguments: object) -> Read:
    """Return `read(*arguments)` of another process.

    Raises BadDocument, also if a limit is exceeded, and ReadingFailed for other errors.
    """
    receiver, sender = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_run, args=(sender, LIMITS, read, arguments), daemon=True)
    with receiver:
        process.start()
        sender.close()
        try:
            result = receiver.recv() if receiver.poll(LIMITS.patience) else None
        except EOFError:  # the process has ended
            result = None
        finally:
            process.kill()
            process.join()
    if result is None:
        raise BadDocument("", "it takes too long to read, or too much memory; divide it into several files")
    if isinstance(result, BadDocument):
        raise result
    if isinstance(result, _Failure):
        logger.error("A file could not be read\n%s", result.stack)
        raise ReadingFailed(result.name)
    value: Read = result[0]
    return value


@dataclass(frozen=True)
class _Failure:
    name: str
    stack: str


def _run(
    sender: Connection, limits: Limits, read: Callable[..., Read], arguments: tuple[object, ...]
) -> None:
    _apply(limits)
    try:
        result: object = (read(*arguments),)
    except BadDocument as refused:
        result = refused
    except MemoryError:
        os._exit(1)
    except Exception as error:
        result = _Failure(type(error).__name__, stack_of(error))
    sender.send(result)


def _apply(limits: Limits) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (limits.seconds, limits.seconds + 1))
    if sys.platform == "linux":
        _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = limits.memory_bytes if hard == resource.RLIM_INFINITY else min(limits.memory_bytes, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    else:
        threading.Thread(target=_watch_memory, args=(limits.memory_bytes,), daemon=True).start()


def _watch_memory(most: int) -> None:
    """The largest memory of a process is counted in bytes on macOS, and in kilobytes on other systems."""
    unit = 1 if sys.platform == "darwin" else 1024
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit < most:
        time.sleep(LOOK)
    os._exit(1)
