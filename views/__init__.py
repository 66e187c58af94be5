"""HTTP in, HTTP out: one blueprint a noun."""

from __future__ import annotations

from flask import Flask

from views import errors, figures, pages, prose, security
from views.arrivals import arrivals
from views.blanks import blanks
from views.chances import chances
from views.changes import changes
from views.compare import compare
from views.deals import deals
from views.documents import documents
from views.encores import encores
from views.feeds import feeds
from views.files import files
from views.games import games
from views.groups import groups
from views.insertions import insertions
from views.language import language
from views.late_rounds import late_rounds
from views.links import links
from views.nights import nights
from views.outs import outs
from views.papers import papers
from views.phones import phones
from views.players import players
from views.plays import plays
from views.ratings import ratings
from views.referee import referee
from views.removals import removals
from views.results import results
from views.rivals import rivals
from views.rounds import rounds
from views.rules import rules
from views.search import search
from views.seasons import seasons
from views.seats import seats
from views.sessions import sessions
from views.sheets import sheets
from views.start import start
from views.statistics import statistics
from views.what_if import what_if

IN_SESSION = "/groups/<uuid:group_id>/sessions/<uuid:session_id>"
IN_GROUP = "/groups/<uuid:group_id>"


def register(app: Flask) -> None:
    """All pages, and what every page shares."""
    security.secure(app)
    errors.register(app)
    pages.register(app)
    figures.register(app)
    prose.register(app)
    for blueprint in (start, language, phones, games, compare, rules, search, referee, blanks):
        app.register_blueprint(blueprint)
    app.register_blueprint(links)
    app.register_blueprint(feeds)
    for blueprint in (
        groups,
        players,
        documents,
        nights,
        statistics,
        rivals,
        ratings,
        seasons,
        outs,
        files,
        arrivals,
        sheets,
    ):
        app.register_blueprint(blueprint, url_prefix=IN_GROUP + (blueprint.url_prefix or ""))
    for blueprint in (
        sessions,
        rounds,
        insertions,
        removals,
        seats,
        deals,
        changes,
        encores,
        results,
        chances,
        what_if,
        plays,
        papers,
        late_rounds,
    ):
        app.register_blueprint(blueprint, url_prefix=IN_SESSION + (blueprint.url_prefix or ""))
