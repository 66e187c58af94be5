"""The server in separate processes, with a separate database."""

import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import cast

import psutil
import pytest

from tests.waiting import PATIENCE, wait_until

PROJECT = Path(__file__).parent.parent.parent
PYTHON = Path(sys.executable)
HERE = "127.0.0.1"
SERVE = ("-m", "flask", "--app", "app", "serve")
_signs: list[socket.socket] = []  # that a port is reserved


def free_port() -> int:
    """A port reserved for one test, in this process or another one, until this process ends.

    It is below the range of client ports: a client of a stopped server could otherwise connect to itself at
    the
    server's port, and occupy it. The port above it is bound as a sign of the reservation.
    """
    for port in random.sample(range(20_000, 32_000, 2), 200):
        sign = socket.socket()
        try:
            sign.bind((HERE, port + 1))
            with socket.socket() as probe:
                probe.bind((HERE, port))
        except OSError:
            sign.close()
        else:
            _signs.append(sign)
            return port
    pytest.fail("No port is free")


def project_copy(folder: Path) -> Path:
    """A copy of the project by links, with another instance/ folder."""
    project = folder / "project"
    project.mkdir()
    for path in PROJECT.iterdir():
        if path.name != "instance":
            (project / path.name).symlink_to(path)
    return project


class Served:
    """`flask --app app serve` with its output in a file.

    within: a command that starts it. program: arguments of Python, with {port}. env: settings beside its own.
    """

    def __init__(
        self,
        folder: Path,
        port: int | None = None,
        *,
        within: Sequence[str] = (),
        project: Path = PROJECT,
        python: Path = PYTHON,
        program: Sequence[str] = SERVE,
        **env: str,
    ) -> None:
        self.port = port or free_port()
        self.output_file = folder / "output"
        own = {
            "HOST": HERE,
            "PORT": str(self.port),
            "DATABASE_URL": f"sqlite:///{folder / 'served.sqlite3'}",
            "SECRET_KEY": "only for this test, and long enough",
            "BACKUPS": "0",
        }
        with self.output_file.open("a") as output:
            self.process = subprocess.Popen(
                [*within, str(python), *(argument.format(port=self.port) for argument in program)],
                cwd=project,
                env=os.environ | own | env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        return self.output_file.read_text()

    def first_answer(self) -> int:
        """The status of the start page, requested until the server listens."""

        def look() -> int | None:
            assert self.process.poll() is None, self.output
            with suppress(ConnectionError):
                return self.status("/")
            return None

        return cast(int, wait_until(look, lambda: self.output))

    def status(self, path: str, timeout: float = PATIENCE) -> int:
        with closing(HTTPConnection(HERE, self.port, timeout=timeout)) as connection:
            connection.request("GET", path)
            return connection.getresponse().status

    def processes(self, name: str = "") -> list[psutil.Process]:
        """The child processes of the server, and their children, whose command lines contain `name`."""
        below = psutil.Process(self.process.pid).children(recursive=True)
        return [process for process in below if name in _command_of(process)]

    def end(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(timeout=PATIENCE)

    def kill(self) -> None:
        """Kill all remaining processes."""
        if self.process.poll() is None:
            for process in self.processes():
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            self.process.kill()
        self.process.wait()


def _command_of(process: psutil.Process) -> str:
    """The command line; empty for a process that has just ended."""
    with suppress(psutil.NoSuchProcess):
        return " ".join(process.cmdline())
    return ""
