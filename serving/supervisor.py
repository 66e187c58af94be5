"""Run processes and restart those that end or hang, after growing pauses, until a signal comes."""

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

MIN_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.5, 30.0
STEADY_SECONDS = 60  # of running, after which the pause is reset
SHUTDOWN_SECONDS = 8  # for processes to end by themselves
SUPERVISOR = "TURN_EIGHT_SUPERVISOR"  # environment variable: process id of the supervisor
POLL_SECONDS = 1.0  # seconds between signs of life, and between looks at those of others
HANGS_AFTER = 20.0  # seconds without a sign of life
# On Linux one process imports the modules and the others are forked from it; elsewhere forking is unsafe.
CONTEXT = get_context("forkserver") if sys.platform == "linux" else get_context("spawn")

Work = tuple[str, Mapping[str, Any]]  # "module:function" and its arguments, without `pulse`


class Pulse:
    """Signs of life of a process, in memory that it shares with the supervisor."""

    def __init__(self) -> None:
        self._last: Any = CONTEXT.RawValue("d", 0.0)

    def start(self) -> None:
        """Give a sign every second, from a thread of this process: none while nothing can run in it."""
        threading.Thread(target=self._beat, name="pulse", daemon=True).start()

    def _beat(self) -> None:
        while True:
            self._last.value = time.monotonic()  # the same clock in all processes
            time.sleep(POLL_SECONDS)

    def reset(self) -> None:
        """For a new process."""
        self._last.value = 0.0

    @property
    def silence(self) -> float:
        """Seconds since the last sign; 0 before the first."""
        last: float = self._last.value
        return time.monotonic() - last if last else 0.0


class Supervisor:
    """Runs each work in a process and a session of its own: only the supervisor gets a terminal's Ctrl+C.

    A work gets a Pulse, which it starts when it is ready. After HANGS_AFTER seconds of silence the process
    and its children are killed.

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
                for restarted in self.processes:
                    restarted.kill_if_it_hangs()
                    restarted.reap()
        self._end()

    def _wait(self, signals: socket.socket) -> list[Any]:
        """Start processes that are due; wait for an end, a start or a signal, at most POLL_SECONDS."""
        for restarted in self.processes:
            restarted.start_if_due()
        ends = [restarted.process.sentinel for restarted in self.processes if restarted.process]
        pauses = [restarted.due - time.monotonic() for restarted in self.processes if not restarted.process]
        return wait([signals, *ends], max(0.0, min([POLL_SECONDS, *pauses])))

    def _end(self) -> None:
        deadline = time.monotonic() + SHUTDOWN_SECONDS
        running = [restarted.process for restarted in self.processes if restarted.process]
        for process in running:
            process.terminate()
        for process in running:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                _kill(process)


def _kill(process: BaseProcess) -> None:
    """Kill a process that was started, and its children."""
    if process.pid:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


class _RestartedProcess:
    """A process that is restarted when it ends."""

    def __init__(self, name: str, work: Work) -> None:
        self.name, self.work = name, work
        self.process: BaseProcess | None = None
        self.pulse = Pulse()
        self.begun, self.due, self.pause = 0.0, 0.0, MIN_PAUSE_SECONDS

    def start_if_due(self) -> None:
        if self.process or time.monotonic() < self.due:
            return
        self.begun = time.monotonic()
        self.pulse.reset()
        process = CONTEXT.Process(name=self.name, target=_run, args=(self.name, self.pulse, *self.work))
        try:
            process.start()
        except (OSError, EOFError) as error:  # the fork server has just died
            self._restart_later(str(error))
        else:
            self.process = process

    def kill_if_it_hangs(self) -> None:
        if self.process and self.pulse.silence > HANGS_AFTER:
            sys.stderr.write(f"The process “{self.name}” has not responded for {HANGS_AFTER:g} s.\n")
            _kill(self.process)
            self.process.join()

    def reap(self) -> None:
        """Schedule a restart if the process has ended."""
        if self.process and not self.process.is_alive():
            code = self.process.exitcode or 0
            self.process = None
            self._restart_later(f"signal {-code}" if code < 0 else f"exit code {code}")

    def _restart_later(self, reason: str) -> None:
        if time.monotonic() - self.begun > STEADY_SECONDS:
            self.pause = MIN_PAUSE_SECONDS
        sys.stderr.write(
            f"The process “{self.name}” has ended ({reason}); started again in {self.pause:g} s.\n"
        )
        self.due = time.monotonic() + self.pause
        self.pause = min(2 * self.pause, MAX_PAUSE_SECONDS)


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


def _run(name: str, pulse: Pulse, function: str, arguments: Mapping[str, Any]) -> None:
    """Entry point of a process."""
    os.setsid()
    setproctitle.setproctitle(f"turn-eight: {name}")
    end_with_supervisor()
    resolve_name(function)(**arguments, pulse=pulse)


def end_with_supervisor() -> None:
    """End this process soon after its parent or the supervisor has ended, for whatever reason.

    Does nothing in a process that was not started by a supervisor.
    """
    if SUPERVISOR in os.environ:
        watch = (int(os.environ[SUPERVISOR]), os.getppid())
        threading.Thread(target=_watch, args=watch, name="supervised", daemon=True).start()


def _watch(supervisor: int, parent: int) -> None:
    while os.getppid() == parent and _is_running(supervisor):
        time.sleep(POLL_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
