"""A group with a form for every endpoint that changes something, and the forms on its pages."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.exceptions import MethodNotAllowed

from game.variants.custom.presets import presets
from models import Group, db
from models.database import new_id
from models.job import JobState
from models.recycle_bin import delete_group, delete_session, delete_tournament
from models.season import make_season
from models.tournament.entering import request_entry
from tests.club import opened
from tests.counting import OwnHands
from tests.files.importing.files import TOTALS, File
from tests.html import Element
from tests.jobs import put
from tests.page import Page
from tests.phone import Phone
from tests.table import Table, at_work, start
from tests.views.endpoints import kind_of_link

ID = re.compile(r"(?<![0-9a-f])[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}(?![0-9a-f])")
PLACE = re.compile(r"/(sessions|tournaments|imports|jobs)/([0-9a-f-]{36})")
SHEET = "/sheets/grid?variant=derange&name=Anna&name=Bo&start=2024-03-08T20:00&kind=rounds"
PAGES = ("/seasons", "/imports", "/bin", "/export", "/links", "/players", "/deletion", SHEET)
MOST = 400  # pages
WITHOUT_FORMS = ("static", "rules.", "referee.", "statistics.", "files.file_of_", "files.bg_", "paper.print_")
Fields = list[tuple[str, str]]


@dataclass
class Form:
    """A form of a page, as it is sent without any input.

    choices: values that an input could have instead, by its name.
    """

    action: str
    fields: Fields
    choices: list[tuple[str, str]] = field(default_factory=list)

    def every_text(self) -> Iterator[tuple[str, str]]:
        """Names and values of all fields and choices, without the token."""
        for name, value in dict.fromkeys([*self.fields, *self.choices]):
            if name != "csrf_token":
                yield name, value


@dataclass
class FullGroup:
    """A group with sessions and tournaments in every state, imports, jobs and a recycle bin.

    phone: owns it, another group and a deleted one. starts: pages from which all its forms are reached.
    """

    table: Table
    phone: Phone
    starts: list[str]


def full_group(app: Flask) -> FullGroup:
    table = start(app, "derange", "Anna Bo Cara", mode="short")
    table.plays("Cara out, Anna 8 5 5, Bo K 2 2, chain 1 Bo", "Anna out, Bo =12, Cara 4").misdeals()
    table.sits_down("Dilan", start="average").leaves("Bo")
    here: dict[str, Any] = {"group_id": table.group_id, "at": table.clock.now()}
    start(app, "vandatta", "Anna Bo", rounds=1, **here).plays("Anna out, Bo 8")
    start(app, "vandatta_pagat", "Anna Bo", **here)
    to_cut = start(app, "swedish_pursuit", "Anna Bo", rounds=2, **here).plays(*["Anna out, Bo 8"] * 5)
    counted = start(app, "derange", "Anna Bo Cara", neighbour_checks=True, **here)
    OwnHands(counted).out("Anna").sends("Bo", "8 5").sends("Cara", "4")
    uncounted = start(app, "derange", "Eva Frans", **here)
    start(app, presets()["mau_mau"].definition("en"), "Anna Bo", **here).plays("×1, Anna out, Bo J")
    unwanted = start(app, "derange", "Anna Bo", group_id=table.group_id, at=here["at"] - timedelta(days=30))
    with unwanted.open() as session:
        delete_session(session, unwanted.change_stamp())
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        make_season(group, table.change_stamp(), name="Autumn", first_day=None, last_day=None)
        db.session.commit()
    _add_tournaments(app, table)
    File(app, table.group_id, TOTALS)
    File(app, table.group_id, TOTALS.replace("2024", "2023")).apply()
    uncounted.misdeals().takes_back()
    jobs = [put(table, JobState.WAITING), put(table, JobState.FAILED, result={"reason": "error"})]
    phone, other = _owners_phone(app, table)
    chosen = {"csrf_token": phone.token(), "player": str(counted.player_id("Cara"))}
    phone.post(f"{counted.path}/identity", chosen)
    eva, dilan = table.group_path + f"/players/{uncounted.player_id('Eva')}", table.player_id("Dilan")
    pages = [
        *(f"{table.group_path}{page}" for page in ("", *PAGES)),
        *(f"{table.group_path}/jobs/{job}" for job in jobs),
        *(f"{each.path}/rounds/1/hands" for each in (counted, uncounted)),
        f"{to_cut.path}/deal/cut",
        f"{eva}/merge?into={dilan}",
        f"{other.group_path}/merge",
    ]
    return FullGroup(table, phone, ["/groups/deleted", *pages])


def _owners_phone(app: Flask, table: Table) -> tuple[Phone, Table]:
    """A phone that owns the group, another one, which is returned too, and a deleted one."""
    phone = Phone(app)
    other = start(app, "derange", "Gun Hans", group_name="Other").plays("Gun out, Hans 8").stops()
    deleted = start(app, "derange", "Gun Hans", group_name="Deleted")
    for each in (other, deleted, table):
        phone.open_link(each.link("owner"))
    with at_work(app):
        delete_group(db.session.get_one(Group, deleted.group_id), deleted.change_stamp())
        db.session.commit()
    return phone, other


def _add_tournaments(app: Flask, table: Table) -> None:
    names = "Anna Bo Cara Dilan"
    opened(app, names, group_id=table.group_id)
    opened(app, names, cut=2, group_id=table.group_id).draws().withdraws("Bo", after=0)
    tied = opened(app, names, cut=2, group_id=table.group_id).draws()
    tied.scores(Anna=10, Bo=20, Cara=30, Dilan=40).draws().scores(Anna=40, Bo=30, Cara=20, Dilan=0)
    unwanted = opened(app, names, group_id=table.group_id).draws()
    with unwanted.open() as tournament:
        delete_tournament(tournament, unwanted.change_stamp())
    asked = opened(app, names, group_id=table.group_id)
    with asked.open() as tournament:
        for name in ("Ida", "Jan"):
            request_entry(tournament, name, new_id(), table.group_id)
    over = opened(app, names, group_id=table.group_id).draws()
    over.link("umpire", tournament_id=over.id)
    over.link("table", session_id=over.tables()[0].session_id)
    over.scores(Anna=10, Bo=20, Cara=30, Dilan=40).draws().scores(Anna=40, Bo=30, Cara=20, Dilan=10)


def forms_of(app: Flask, phone: Phone, *starts: str) -> dict[str, list[Form]]:
    """The forms with POST on all pages that the phone reaches from these, by endpoint."""
    waiting, visited, found = deque(starts), set(), {}
    while waiting and len(visited) < MOST:
        path = waiting.popleft().partition("#")[0]
        identity = _identity(app, path)
        if identity in visited or identity[0][0].startswith(WITHOUT_FORMS):
            continue
        visited.add(identity)
        answer = phone.client.get(
            path, base_url=phone.base, headers=phone.headers, follow_redirects=True, buffered=True
        )
        if answer.mimetype != "text/html":
            continue
        page = Page(answer.get_data(as_text=True), urlsplit(answer.request.url).path)
        for form in _forms(page):
            endpoint = _endpoint_of(app, form.action)
            if endpoint is not None:
                found.setdefault(endpoint, {}).setdefault(_shape(form), form)
        waiting.extend(str(a["href"]) for a in page.select("a[href^='/']"))
    assert not waiting, "more pages than this looks at"
    return {endpoint: list(forms.values()) for endpoint, forms in found.items()}


def _endpoint_of(app: Flask, action: str) -> str | None:
    """None for the action of a form whose buttons all name another one."""
    try:
        endpoint, _values = app.url_map.bind("localhost").match(urlsplit(action).path, method="POST")
    except MethodNotAllowed:
        return None
    return str(endpoint)


def _identity(app: Flask, path: str) -> Any:
    """Pages of a kind are alike, except those of different sessions, tournaments and imports."""
    return kind_of_link(app, path), tuple(PLACE.findall(path))


def _shape(form: Form) -> Any:
    """Forms of an endpoint with the same fields are alike."""
    names = frozenset(ID.sub("…", name) for name, _value in form.every_text())
    return names, ID.sub("…", urlsplit(form.action).query)


def _forms(page: Page) -> Iterator[Form]:
    for tag in page.forms:
        buttons = [b for b in page.named("button") if page.form_of(b) == tag]
        elsewhere = {str(b["formaction"]) for b in buttons if b.get("formaction")}
        if str(tag.get("method", "get")).lower() != "post":
            continue
        fields, choices = _contents(page, tag)
        choices += [(str(b["name"]), str(b.get("value", ""))) for b in buttons if b.get("name")]
        own = {str(tag["action"])} if tag.get("action") else elsewhere or {page.path}
        for action in sorted(own | elsewhere):
            yield Form(action, fields, choices)


def _contents(page: Page, form: Element) -> tuple[Fields, Fields]:
    """What is sent, with the first of radio buttons none of which is checked; and all possible values."""
    fields, choices, radios = [], [], {}
    for tag in page.select("input, select, textarea"):
        name = tag.get("name")
        if not name or tag.has_attr("disabled") or page.form_of(tag) != form or tag.find_parent("template"):
            continue
        if tag.name == "select":
            options = [str(o.get("value", o.get_text())) for o in tag.select("option")]
            chosen = tag.select_one("option[selected]")
            first = str(chosen.get("value", chosen.get_text())) if chosen else next(iter(options), "")
            fields.append((name, first))
            choices += [(name, option) for option in options]
        elif tag.get("type") in ("radio", "checkbox"):
            value = str(tag.get("value", "on"))
            choices.append((name, value))
            if tag.has_attr("checked"):
                radios.pop(name, None)
                fields.append((name, value))
            elif tag.get("type") == "radio" and name not in dict(fields):
                radios.setdefault(name, value)
        elif tag.get("type") not in ("submit", "button", "reset", "file", "image"):
            fields.append((name, tag.get_text() if tag.name == "textarea" else str(tag.get("value", ""))))
    return fields + list(radios.items()), choices
