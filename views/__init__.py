"""HTTP in, HTTP out: one blueprint a noun."""

from __future__ import annotations

from flask import Flask

from views import errors, pages, prose, security
from views.changes import changes
from views.compare import compare
from views.deals import deals
from views.documents import documents
from views.encores import encores
from views.games import games
from views.groups import groups
from views.insertions import insertions
from views.language import language
from views.links import links
from views.phones import phones
from views.players import players
from views.referee import referee
from views.removals import removals
from views.results import results
from views.rounds import rounds
from views.rules import rules
from views.search import search
from views.seats import seats
from views.sessions import sessions
from views.start import start

IN_SESSION = "/groups/<uuid:group_id>/sessions/<uuid:session_id>"
IN_GROUP = "/groups/<uuid:group_id>"


def register(app: Flask) -> None:
    """All pages, and what every page shares."""
    security.secure(app)
    errors.register(app)
    pages.register(app)
    prose.register(app)
    for blueprint in (start, language, phones, games, compare, rules, search, referee):
        app.register_blueprint(blueprint)
    for blueprint in (groups, links, players, documents):
        app.register_blueprint(blueprint, url_prefix=IN_GROUP if blueprint is not links else None)
    for blueprint in (sessions, rounds, insertions, removals, seats, deals, changes, encores, results):
        app.register_blueprint(blueprint, url_prefix=IN_SESSION + (blueprint.url_prefix or ""))
