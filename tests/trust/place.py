"""A server, its database and its phones."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from flask import Flask

from models import Job
from models.job import JobState
from tests.databases import app_on, let_go
from tests.jobs import job
from tests.serving.served import PROJECT, SERVE, Served
from tests.table import Table, start
from tests.trust.remote import RemotePhone
from tests.waiting import wait_until


class Place:
    """A server on a database; `app` is the application on the same database, in this process.

    within, project, program: as the server has them. env: its settings beside those.
    """

    def __init__(
        self,
        folder: Path,
        url: str,
        *,
        within: Sequence[str] = (),
        project: Path = PROJECT,
        program: Sequence[str] = SERVE,
        **env: str,
    ) -> None:
        self.folder, self.url, self.env = folder, url, env
        self.within, self.project, self.program = within, project, program
        self.app: Flask = app_on(url)
        self.served = self._started()

    def _started(self, port: int | None = None) -> Served:
        started = {"within": self.within, "project": self.project, "program": self.program}
        return Served(self.folder, port, **started, DATABASE_URL=self.url, **self.env)

    def table(self, rounds: int = 99) -> Table:
        return start(self.app, "vandatta_pagat", "Anna Bo Cara", rounds=rounds)

    def phone(self, table: Table, role: str = "scorer") -> RemotePhone:
        """A phone that has opened a link of the table's group."""
        phone = self.stranger()
        phone.open_link(table.link(role))
        return phone

    def stranger(self) -> RemotePhone:
        return RemotePhone(self.app, self.served.port)

    def job(self, address: str, *states: str) -> Job:
        """The job of a page, once it is in one of these states."""
        job_id = uuid.UUID(address.rpartition("/")[2])

        def look() -> Job | None:
            found = job(self.app, job_id)
            return found if found.state in (states or list(JobState)) else None

        return cast(Job, wait_until(look, lambda: self.served.output))

    def kill(self) -> None:
        """Kill all processes at once, as in a power failure."""
        self.served.kill()

    def start_again(self) -> None:
        """On the same port; returns at once."""
        self.served = self._started(self.served.port)

    def close(self) -> None:
        self.kill()
        let_go(self.app)
