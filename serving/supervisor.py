"""Processes that come back: what dies is started again, after pauses that grow, until somebody stops it."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pkgutil import resolve_name
from typing import Any

import setproctitle

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds
STEADY = 60  # seconds after which a process has proved itself, and its next pause is the first again
PATIENCE = 8  # seconds for processes to end by themselves
SUPERVISOR = "TURN_EIGHT_SUPERVISOR"  # in the environment of each: whose end is theirs
GLANCE = 1.0  # seconds between two looks whether the supervisor is still there
# On Linux one process imports what all need, and the others are copies of it. Elsewhere a copy may break.
CONTEXT = get_context("forkserver") if sys.platform == "linux" else get_context("spawn")

Work = tuple[str, Mapping[str, Any]]  # "module:function", and what it is called with


class Supervisor:
    """Does each of its works in a process and a session of its own: a terminal's Ctrl+C comes here alone.

    works: by the name of the process. preload: the modules that they need.
    """

    def __init__(self, works: Mapping[str, Work], *, preload: Sequence[str]) -> None:
        CONTEXT.set_forkserver_preload(list(preload))
        self.kept = [_Kept(name, work) for name, work in works.items()]

    def run(self) -> None:
        """Returns when SIGINT or SIGTERM has come and every process has ended."""
        os.environ[SUPERVISOR] = str(os.getpid())
        with _end_asked_for() as asked:
            while asked not in self._happened(asked):
                for kept in self.kept:
                    kept.take_note()
        self._end()

    def _happened(self, asked: socket.socket) -> list[Any]:
        """Start what is due, and wait until something ends, is due, or is asked for."""
        for kept in self.kept:
            kept.start_if_due()
        ends = [kept.process.sentinel for kept in self.kept if kept.process]
        pauses = [kept.due - time.monotonic() for kept in self.kept if not kept.process]
        return wait([asked, *ends], max(0.0, min(pauses)) if pauses else None)

    def _end(self) -> None:
        deadline = time.monotonic() + PATIENCE
        running = [kept.process for kept in self.kept if kept.process]
        for process in running:
            process.terminate()
        for process in running:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive() and process.pid:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)


class _Kept:
    """One process, and the next one when it has ended."""

    def __init__(self, name: str, work: Work) -> None:
        self.name, self.work = name, work
        self.process: BaseProcess | None = None
        self.begun, self.due, self.pause = 0.0, 0.0, FIRST_PAUSE

    def start_if_due(self) -> None:
        if self.process or time.monotonic() < self.due:
            return
        self.begun = time.monotonic()
        process = CONTEXT.Process(name=self.name, target=_do, args=(self.name, *self.work))
        try:
            process.start()
        except (OSError, EOFError) as error:  # the one that is copied has just died
            self._later(str(error))
        else:
            self.process = process

    def take_note(self) -> None:
        """Where it has ended, the next one is due after a pause."""
        if self.process and not self.process.is_alive():
            how = _how(self.process.exitcode or 0)
            self.process = None
            self._later(how)

    def _later(self, how: str) -> None:
        if time.monotonic() - self.begun > STEADY:
            self.pause = FIRST_PAUSE
        sys.stderr.write(f"The process “{self.name}” has ended ({how}); started again in {self.pause:g} s.\n")
        self.due = time.monotonic() + self.pause
        self.pause = min(2 * self.pause, LONGEST_PAUSE)


@contextlib.contextmanager
def _end_asked_for() -> Iterator[socket.socket]:
    """A socket that can be read when SIGINT or SIGTERM has come."""
    read, written = socket.socketpair()
    with read, written:
        written.setblocking(False)
        signal.set_wakeup_fd(written.fileno())
        for ends in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ends, lambda *_: None)
        yield read
        signal.set_wakeup_fd(-1)


def _do(name: str, function: str, arguments: Mapping[str, Any]) -> None:
    """What a process does, from its begin."""
    os.setsid()
    setproctitle.setproctitle(f"turn-eight: {name}")
    end_with_supervisor()
    resolve_name(function)(**arguments)


def end_with_supervisor() -> None:
    """Have this process end soon after its parent or the supervisor is gone, however that came.

    Does nothing in a process that no supervisor has started.
    """
    if SUPERVISOR in os.environ:
        watch = (int(os.environ[SUPERVISOR]), os.getppid())
        threading.Thread(target=_watch, args=watch, name="supervised", daemon=True).start()


def _watch(supervisor: int, parent: int) -> None:
    while os.getppid() == parent and _is_there(supervisor):
        time.sleep(GLANCE)
    os.kill(os.getpid(), signal.SIGTERM)


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
