"""Processes that come back: what dies is started again, after pauses that grow, until somebody stops it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds
STEADY = 60  # seconds after which a process has proved itself, and its next pause is the first again
PATIENCE = 8  # seconds for processes to end by themselves
SUPERVISOR = "TURN_EIGHT_SUPERVISOR"  # in the environment of each: whose end is theirs
GLANCE = 1.0  # seconds between two looks whether the supervisor is still there


class Supervisor:
    """Runs commands, each in a process and a session of its own: a terminal's Ctrl+C comes here alone."""

    def __init__(self, commands: Mapping[str, Sequence[str]]) -> None:
        self.commands = commands
        self.ending = threading.Event()
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def run(self) -> None:
        """Returns when SIGINT or SIGTERM has come and every process has ended."""
        for ends in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ends, lambda *_: self.ending.set())
        keepers = [threading.Thread(target=self._keep, args=(name,)) for name in self.commands]
        for keeper in keepers:
            keeper.start()
        self.ending.wait()
        self._end()
        for keeper in keepers:
            keeper.join()

    def _keep(self, name: str) -> None:
        pause = FIRST_PAUSE
        while not self.ending.is_set():
            begun = time.monotonic()
            code = self._start(name).wait()
            if self.ending.is_set():
                return
            if time.monotonic() - begun > STEADY:
                pause = FIRST_PAUSE
            sys.stderr.write(
                f"The process “{name}” has ended ({_how(code)}); started again in {pause:g} s.\n"
            )
            self.ending.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _start(self, name: str) -> subprocess.Popen[bytes]:
        environment = os.environ | {SUPERVISOR: str(os.getpid())}
        process = subprocess.Popen(self.commands[name], env=environment, start_new_session=True)  # noqa: S603
        self.running[name] = process
        if self.ending.is_set():  # meanwhile; _end may have looked before it was there
            process.terminate()
        return process

    def _end(self) -> None:
        deadline = time.monotonic() + PATIENCE
        for process in list(self.running.values()):
            process.terminate()
        for process in list(self.running.values()):
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)


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
