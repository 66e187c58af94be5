"""A revision that runs: its server, its commands and its database, in processes of its own."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.compare.trees import Tree

RUNNER = Path(__file__).with_name("runner.py")
START = 1_772_820_000.0  # seconds since 1970: 6 March 2026, 18:00 UTC
SECRET_KEY = "a key that both revisions sign with, long enough"
HOST = "localhost"
TIMEOUT_SECONDS = 120
NO_ANSWER = 0  # the status where the server has died


@dataclass
class Answer:
    """A response; costs: what the runner has measured, by name in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    costs: dict[str, float] = field(default_factory=dict)

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0]

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")


class Server:
    """Serves a tree with a database in `folder`. It starts with the first request."""

    def __init__(self, tree: Tree, folder: Path, scenario: str = "") -> None:
        self.tree, self.folder = tree, folder
        folder.mkdir(parents=True, exist_ok=True)
        self.clock, self.requests, self.scenario = START, 0, scenario
        self.is_broken = False
        self.process: subprocess.Popen[str] | None = None
        self.transport = httpx.HTTPTransport()

    @property
    def database(self) -> Path:
        return self.folder / "database.sqlite3"

    @property
    def log(self) -> Path:
        return self.folder / "log.txt"

    def request(
        self, method: str, path: str, headers: Mapping[str, str], *, trace: str = "", **content: Any
    ) -> Answer:
        """Send a request. Each has a seed of its own, and writing ones are a minute apart."""
        self.requests += 1
        if method != "GET":
            self.clock += 61
        ours = {"Clock": str(self.clock), "Seed": f"{self.scenario}:{self.requests}", "Trace": trace}
        sent = {"Host": HOST, **headers, **{f"X-Compare-{name}": value for name, value in ours.items()}}
        try:
            url = f"http://127.0.0.1:{self._port()}{path}"
            request = httpx.Request(method, url, headers=sent, extensions=_timeouts(), **content)
            response = self.transport.handle_request(request)
            body = response.read()
        except (httpx.TransportError, OSError) as error:
            self.stop()
            return Answer(NO_ANSWER, {}, f"No answer: {error!r}\n{self.last_words()}".encode())
        costs = {
            name.removeprefix("x-compare-"): float(value)
            for name, value in response.headers.items()
            if name.startswith("x-compare-")
        }
        received = {name: value for name, value in response.headers.multi_items() if name != "set-cookie"}
        received["set-cookie"] = "\n".join(response.headers.get_list("set-cookie"))
        return Answer(response.status_code, received, body, costs)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `flask --app app ARGUMENT...` on the database."""
        self.clock += 3600
        command = [*self._runner(), "flask", str(self.clock), " ".join(arguments), *arguments]
        done = subprocess.run(
            command,
            cwd=self.tree.folder,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        self.clock += 3600
        return done

    def work(self) -> subprocess.Popen[bytes]:
        """Start the worker for jobs. The caller terminates it."""
        command = [*self._runner(), "flask", str(self.clock), "work", "work"]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command, cwd=self.tree.folder, env=self._environment(), stdout=log, stderr=log
            )

    def take_database(self, other: Server) -> None:
        """Replace the database with a copy of that of another server; continue with its clock and seeds."""
        self.stop()
        self.database.unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(other.database)) as there,
            closing(sqlite3.connect(self.database)) as here,
        ):
            there.backup(here)
        self.clock, self.requests, self.scenario = other.clock, other.requests, other.scenario

    def upgrade(self) -> subprocess.CompletedProcess[str]:
        """Migrate the database; the clock of the pages does not move."""
        clock = self.clock
        done = self.run("db", "upgrade")
        self.clock = clock
        return done

    def last_words(self) -> str:
        """The end of the log of the server."""
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "\n".join(lines[-12:])

    def stop(self) -> None:
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait()
            self.process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _port(self) -> int:
        if self.is_broken:
            raise OSError("the server did not start")
        if self.process is None or self.process.poll() is not None:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [*self._runner(), "serve"],
                    cwd=self.tree.folder,
                    env=self._environment(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                )
            assert self.process.stdout is not None
            line = self.process.stdout.readline()
            if not line:
                self.is_broken = True
                raise OSError("the server does not start")
            self.port = int(line)
        return self.port

    def _runner(self) -> list[str]:
        return [str(self.tree.python), str(RUNNER)]

    def _environment(self) -> dict[str, str]:
        passed = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
        return passed | {
            "DATABASE_URL": f"sqlite:///{self.database}",
            "SECRET_KEY": SECRET_KEY,
            "BACKUPS": "0",
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": str(self.tree.folder),
        }


def _timeouts() -> dict[str, Any]:
    return {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), TIMEOUT_SECONDS)}
