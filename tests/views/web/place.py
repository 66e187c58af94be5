"""A group with a form of every kind, beside another group, and phones of all roles that send the forms."""

from __future__ import annotations

import re
import shutil
from itertools import count
from pathlib import Path

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from models.database import new_id
from models.statistics.version import CACHE
from tests.databases import let_go, replace_database, sqlite_file
from tests.phone import Phone
from tests.table import start
from tests.views.endpoints import ANYBODY, OWNER, PLAYER, SCORER, WATCHER, address, values_for
from tests.views.forms import Form, forms_of, full_group
from tests.views.rows import Rows
from tests.views.web.test_gate import unsafe
from views.web.limits import limiter

FILLED = {  # for empty inputs, so that the form is accepted with the ids of its page
    re.compile(r"points(-|$)"): "40",
    re.compile(r"reason$"): "Said nothing.",
    re.compile(r"(t1-)?c-\d+-0$"): "0",
    re.compile(r"(t1-)?c-\d+-\d+$"): "8",
    re.compile(r"names?$"): "Nina",
    re.compile(r"note$"): "She has waited longest.",
}
PLAIN = {"files.create_job": [("kind", "csv")]}  # fields of forms that are on no page in this state


class Place:
    """A group with a form of every kind, beside one whose rows the forms shall not reach.

    phone: owns the group. phones: one of each role. both: owns the other group too. forms: those of every
    endpoint that changes something; without inputs where no page has one in this state.
    """

    def __init__(self, app: Flask, folder: Path) -> None:
        full = full_group(app)
        foreign = start(app, "derange", "Anna Bo Cara", group_name="Foreign").plays("Cara out, Anna 8, Bo K")
        values_for(foreign)
        self.app, self.phone = app, full.phone
        self.own, self.foreign = full.table.group_id, foreign.group_id
        self.forms = forms_of(app, full.phone, *full.starts)
        values = values_for(full.table) | {"secret": full.table.link("player").removeprefix("/join/")}
        for rule in unsafe(app):
            fields = [("change_id", str(new_id())), *PLAIN.get(rule.endpoint, ())]
            plain = Form(address(app, rule.endpoint, values), fields)
            self.forms.setdefault(rule.endpoint, [plain])
        self.phones = {ANYBODY: self.phone, OWNER: self.phone}
        for role in (WATCHER, PLAYER, SCORER):
            self.phones[role] = Phone(app)
            self.phones[role].open_link(full.table.link(role))
        self.both = self.phone.twin()
        self.both.open_link(foreign.link("owner"))
        self.token = self.phone.token()
        let_go(app)
        self.file = folder / "before.sqlite3"
        shutil.copyfile(sqlite_file(app), self.file)
        self.before = Rows(app)
        self.foreign_ids = self.before.ids_of(self.foreign)
        self.own_ids = self.before.ids_of(self.own)

    def restore(self) -> None:
        """Replace the database by a copy of what it was at first."""
        let_go(self.app)
        replace_database(self.file, sqlite_file(self.app))

    def has_writes(self) -> bool:
        """Whether anything was written to the database since it was restored.

        A transaction that was rolled back may count too, but rarely.
        """
        log = sqlite_file(self.app).with_name(f"{sqlite_file(self.app).name}-wal")
        return log.exists() and log.stat().st_size > 0

    def rows(self) -> Rows:
        """The present rows: those of `before` without reading them again, if nothing was written."""
        return Rows(self.app) if self.has_writes() else self.before

    def send(
        self, phone: Phone, action: str, fields: MultiDict, token: str | None = None, method: str = "POST"
    ) -> TestResponse:
        """The answer of a database that is as at first. token: "" sends none, None that of the owner."""
        if self.has_writes():
            self.restore()
        CACHE.clear()
        self.app.extensions.pop("turn8_live", None)
        fields = MultiDict(fields)
        fields.setlist("csrf_token", [self.token if token is None else token] if token != "" else [])
        headers = {**phone.headers, "Sec-Fetch-Site": "same-origin"}
        phone = phone.twin()  # cookies of one answer are no part of the next request
        about = {"method": method, "headers": headers, "base_url": phone.base, "buffered": True}
        return phone.client.open(action, data=fields, **about)


def new_place(app: Flask, migrated_file: Path, folder: Path) -> Place:
    """In an empty database."""
    let_go(app)
    replace_database(migrated_file, sqlite_file(app))
    limiter.enabled = False
    return Place(app, folder)


def filled(form: Form, endpoint: str = "", label: str = "") -> list[tuple[str, str]]:
    """The fields of the form with texts in the empty ones, as they go with the input of that label."""
    out = dict(form.fields).get("out", "nobody")
    is_named = any(name == "name" and value for name, value in form.fields)
    places, fields = count(1), []
    for name, value in form.fields:
        if label == "points-…" and name.startswith("cards-"):
            continue
        is_for_cards = label == "cards-…" and endpoint == "live.send_hand"
        if name == "chain_cards":
            text = "1" if label == "chain_drawer" else ""
        elif out in name or is_for_cards or (name == "name" and is_named):
            text = ""
        else:
            text = next((text for pattern, text in FILLED.items() if pattern.match(name)), "")
        fields.append((name, str(next(places)) if name.startswith("place-") else value or text))
    return fields
