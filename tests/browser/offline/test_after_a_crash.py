"""Five rounds scored offline while browser and server are killed: exactly these five rounds are saved.

The server runs in its own processes, and the browser has its own profile on disk, so that both can be killed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from tests.browser.actions import expect_totals, score_round
from tests.browser.fixtures import FLAGS, chromium_on_path
from tests.browser.offline.offline_phone import (
    expect_all_sent,
    expect_banner,
    outbox_of,
    score_offline,
    sit_down,
)
from tests.browser.phones import PATIENCE_MS, PHONE
from tests.databases import app_on, let_go, replace_database
from tests.phone import Phone
from tests.sampling import chaos
from tests.serving.served import Served, free_port
from tests.table import start
from tests.waiting import PATIENCE

pytest.importorskip("playwright")

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import BrowserContext, Page, Playwright

    from tests.table import Table

ROUNDS: list[dict[str, Any]] = [
    {"out": "Cara", "hands": {"Dilan": "8 5 5", "Anna": "2", "Bo": "7"}},
    {"out": "Anna", "hands": {"Bo": "=12+11", "Cara": "K", "Dilan": "9"}},
    {"out": "Bo", "hands": {"Cara": "4", "Dilan": "5", "Anna": "6"}},
    {"out": "Dilan", "hands": {"Anna": "7", "Bo": "A", "Cara": "=40"}},
    {"out": "Cara", "hands": {"Dilan": "9 9", "Anna": "8", "Bo": "4 5"}},
]


ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.+Z-]+")


class KillablePhone:
    """A phone with its own profile and its own browser process."""

    def __init__(self, playwright: Playwright, profile: Path, home: str) -> None:
        self.playwright, self.profile, self.home = playwright, profile, home
        self.context: BrowserContext | None = None

    def switch_on(self) -> Page:
        options = {**PHONE, "service_workers": "allow"}
        self.context = self.playwright.chromium.launch_persistent_context(
            self.profile, executable_path=chromium_on_path(), args=[*FLAGS], base_url=self.home, **options
        )
        self.context.set_default_timeout(PATIENCE_MS)
        return self.context.pages[0] if self.context.pages else self.context.new_page()

    def kill(self) -> None:
        """Kill the browser process, as an empty battery would: no data can be written."""
        processes = [
            p
            for p in psutil.process_iter(["cmdline"])
            if str(self.profile) in " ".join(p.info["cmdline"] or [])
        ]
        assert processes
        for process in processes:
            process.kill()
        psutil.wait_procs(processes, timeout=PATIENCE)
        self.context = None

    def switch_off(self) -> None:
        if self.context is not None:
            self.context.close()


@pytest.fixture
def app(migrated_file: Path, tmp_path: Path) -> Iterator[Flask]:
    """An application on the server's database."""
    replace_database(migrated_file, tmp_path / "served.sqlite3")
    app = app_on(f"sqlite:///{tmp_path / 'served.sqlite3'}")
    yield app
    let_go(app)


@pytest.fixture
def server(app: Flask, tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path, free_port())
    server.first_answer()
    yield server
    server.kill()


@pytest.fixture
def killable_phone(playwright: Playwright, server: Served, tmp_path: Path) -> Iterator[KillablePhone]:
    phone = KillablePhone(playwright, tmp_path / "profile", f"http://127.0.0.1:{server.port}")
    yield phone
    phone.switch_off()


@pytest.mark.parametrize(
    ("first", "rounds", "totals"),
    [
        (1, 2, {"Anna": 30, "Bo": 7, "Cara": 0, "Dilan": 60}),
        pytest.param(3, 5, {"Anna": 36, "Bo": 30, "Cara": 24, "Dilan": 74}, marks=chaos),
    ],
)
def test_rounds_survive_a_killed_browser_and_a_killed_server(
    killable_phone: KillablePhone,
    app: Flask,
    server: Served,
    tmp_path: Path,
    first: int,
    rounds: int,
    totals: dict[str, int],
):
    """first: the number of rounds before the browser is killed; totals: after these."""
    alone = start(app, "derange", "Anna Bo Cara Dilan")
    phone = killable_phone.switch_on()
    sit_down(phone, alone)
    killable_phone.switch_off()  # a browser writes its cookies only now and then
    phone = killable_phone.switch_on()
    server.kill()
    phone.goto(alone.path)
    for number, played in enumerate(ROUNDS[:first], 1):
        score_offline(phone, number, **played)

    killable_phone.kill()
    phone = killable_phone.switch_on()
    phone.goto(alone.path)
    expect_banner(phone, f"Offline. {first} {'score waits' if first == 1 else 'scores wait'} on this phone")
    expect_totals(phone, **totals)
    for number, played in enumerate(ROUNDS[first:rounds], first + 1):
        score_offline(phone, number, **played)
    killable_phone.kill()

    again = Served(tmp_path, server.port)
    try:
        again.first_answer()
        phone = killable_phone.switch_on()
        phone.goto(alone.path)
        expect_all_sent(phone)
        assert alone.kinds() == ["record"] * rounds

        together = start(app, "derange", "Anna Bo Cara Dilan")
        phone.goto(together.link("scorer"))
        phone.goto(together.path)
        for played in ROUNDS[:rounds]:
            score_round(phone, **played)
        assert outbox_of(phone) == []
        assert exported(alone) == exported(together)
    finally:
        again.kill()


def exported(table: Table) -> Any:
    """The export of the group, ids replaced by their order, without times."""
    phone = Phone(table.app)
    phone.open_link(table.link("owner"))
    phone.get(f"{table.group_path}/export/document.json")
    text = MOMENT.sub("then", phone.answer.get_data(as_text=True))
    for place, found in enumerate(dict.fromkeys(ID.findall(text))):
        text = text.replace(found, f"id {place}")
    return json.loads(text)
