"""Run processes and restart those that end, after growing pauses, until a signal comes."""

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
STEADY = 60  # seconds of running after which the pause is reset
PATIENCE = 8  # seconds for processes to end by themselves
SUPERVISOR = "TURN_EIGHT_SUPERVISOR"  # environment variable: process id of the supervisor
POLL_SECONDS = 1.0  # seconds between checks for the supervisor
# On Linux one process imports the modules and the others are forked from it; elsewhere forking is unsafe.
CONTEXT = get_context("forkserver") if sys.platform == "linux" else get_context("spawn")

Work = tuple[str, Mapping[str, Any]]  # "module:function" and its arguments


class Supervisor:
    """Runs each work in a process and a session of its own: only the supervisor gets a terminal's Ctrl+C.

    works: by name of the process. preload: modules that they need.
    """

    def __init__(self, works: Mapping[str, Work], *, preload: Sequence[str]) -> None:
        CONTEXT.set_forkserver_preload(list(preload))
        self.processes = [_RestartedProcess(name, work) for name, work in works.items()]

    def run(self) -> None:
        """Run until SIGINT or SIGTERM; returns when all processes have ended."""
        os.environ[SUPERVISOR] = str(os.getpid())
        with _signal_socket() as signals:
            while signals not in self._wait(signals):
                for each in self.processes:
                    each.reap()
        self._end()

    def _wait(self, signals: socket.socket) -> list[Any]:
        """Start processes that are due; wait until one ends, one is due, or a signal comes."""
        for each in self.processes:
            each.start_if_due()
        ends = [each.process.sentinel for each in self.processes if each.process]
        pauses = [each.due - time.monotonic() for each in self.processes if not each.process]
        return wait([signals, *ends], max(0.0, min(pauses)) if pauses else None)

    def _end(self) -> None:
        deadline = time.monotonic() + PATIENCE
        running = [each.process for each in self.processes if each.process]
        for process in running:
            process.terminate()
        for process in running:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive() and process.pid:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)


class _RestartedProcess:
    """A process that is restarted when it ends."""

    def __init__(self, name: str, work: Work) -> None:
        self.name, self.work = name, work
        self.process: BaseProcess | None = None
        self.begun, self.due, self.pause = 0.0, 0.0, FIRST_PAUSE

    def start_if_due(self) -> None:
        if self.process or time.monotonic() < self.due:
            return
        self.begun = time.monotonic()
        process = CONTEXT.Process(name=self.name, target=_run, args=(self.name, *self.work))
        try:
            process.start()
        except (OSError, EOFError) as error:  # the fork server has just died
            self._later(str(error))
        else:
            self.process = process

    def reap(self) -> None:
        """Schedule a restart if the process has ended."""
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
def _signal_socket() -> Iterator[socket.socket]:
    """A socket that becomes readable on SIGINT or SIGTERM."""
    read, written = socket.socketpair()
    with read, written:
        written.setblocking(False)
        signal.set_wakeup_fd(written.fileno())
        for ends in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ends, lambda *_: None)
        yield read
        signal.set_wakeup_fd(-1)


def _run(name: str, function: str, arguments: Mapping[str, Any]) -> None:
    """Entry point of a process."""
    os.setsid()
    setproctitle.setproctitle(f"turn-eight: {name}")
    end_with_supervisor()
    resolve_name(function)(**arguments)


def end_with_supervisor() -> None:
    """End this process soon after its parent or the supervisor has ended, for whatever reason.

    Does nothing in a process that was not started by a supervisor.
    """
    if SUPERVISOR in os.environ:
        watch = (int(os.environ[SUPERVISOR]), os.getppid())
        threading.Thread(target=_watch, args=watch, name="supervised", daemon=True).start()


def _watch(supervisor: int, parent: int) -> None:
    while os.getppid() == parent and _is_there(supervisor):
        time.sleep(POLL_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
