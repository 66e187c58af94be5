"""The server, really started in processes of its own, with a database of its own."""

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
_signs: list[socket.socket] = []  # that a port is given away


def free_port() -> int:
    """A port that no other test is given, in this process or another one, until this process ends.

    It is below those that a client's end is given: one that asks a server which is down could otherwise meet
    itself at the server's own port, and keep it. The port above it is held as a sign that it is given away.
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


def with_an_instance_of_its_own(folder: Path) -> Path:
    """The project once more: the same files, another folder instance/."""
    project = folder / "project"
    project.mkdir()
    for path in PROJECT.iterdir():
        if path.name != "instance":
            (project / path.name).symlink_to(path)
    return project


class Served:
    """`flask --app app serve` with its output in a file.

    within: a command that starts it. env: settings beside its own.
    """

    def __init__(
        self,
        folder: Path,
        port: int | None = None,
        *,
        within: Sequence[str] = (),
        project: Path = PROJECT,
        python: Path = PYTHON,
        **env: str,
    ) -> None:
        self.port = port or free_port()
        self.output = folder / "output"
        own = {
            "HOST": HERE,
            "PORT": str(self.port),
            "DATABASE_URL": f"sqlite:///{folder / 'served.sqlite3'}",
            "SECRET_KEY": "only for this test",
            "BACKUPS": "0",
        }
        with self.output.open("a") as output:
            self.process = subprocess.Popen(
                [*within, str(python), "-m", "flask", "--app", "app", "serve"],
                cwd=project,
                env=os.environ | own | env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        return self.output.read_text()

    def first_answer(self) -> int:
        """The status of the start page, asked for until somebody listens."""

        def look() -> int | None:
            assert self.process.poll() is None, self.said
            with suppress(ConnectionError):
                return self.status("/")
            return None

        return cast(int, wait_until(look, lambda: self.said))

    def status(self, path: str, timeout: float = PATIENCE) -> int:
        with closing(HTTPConnection(HERE, self.port, timeout=timeout)) as connection:
            connection.request("GET", path)
            return connection.getresponse().status

    def processes(self, name: str = "") -> list[psutil.Process]:
        """Those that it has started, and those that they have, whose command lines hold `name`."""
        below = psutil.Process(self.process.pid).children(recursive=True)
        return [process for process in below if name in _command_of(process)]

    def end(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(timeout=PATIENCE)

    def kill(self) -> None:
        """Whatever is left of it."""
        if self.process.poll() is None:
            for process in self.processes():
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            self.process.kill()
        self.process.wait()


def _command_of(process: psutil.Process) -> str:
    """Empty where it has just ended."""
    with suppress(psutil.NoSuchProcess):
        return " ".join(process.cmdline())
    return ""
