"""HTTP in, HTTP out: a room for each thing that a user does, with one blueprint each."""

from __future__ import annotations

from flask import Flask

from views import (
    files,
    games,
    home,
    live,
    nights,
    offline,
    operations,
    paper,
    referee,
    rules,
    statistics,
    table,
    tournaments,
    web,
)
from views.offline import outbox, precache
from views.operations import assets, metrics
from views.rules import prose
from views.web import admission, errors, log, pages, security
from views.words import filters

ROOMS = (
    *(home, games, table, live, nights, statistics, rules, referee),
    *(files, paper, tournaments, offline, operations, web),
)


def register(app: Flask) -> None:
    """Register all rooms, error handlers and values that every template can use."""
    for shared in (assets, admission, log, errors, pages, filters, prose, metrics, precache, outbox):
        shared.register(app)
    security.secure(app)
    for room in ROOMS:
        app.register_blueprint(room.bp)
