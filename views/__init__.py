"""HTTP in, HTTP out: a room for each thing that a user does, and one blueprint a file."""

from __future__ import annotations

from flask import Flask

from views.counting.counts import counts
from views.counting.hands import hands
from views.counting.phones import phones
from views.counting.who import who
from views.files.bg_stats import bg_stats
from views.files.documents import documents
from views.files.exports import exports
from views.files.feeds import feeds
from views.files.imports import imports
from views.files.jobs import jobs
from views.home.groups import groups
from views.home.joining import joining
from views.home.links import links
from views.home.new_game import new_game
from views.home.players import players
from views.home.seasons import seasons
from views.home.start import start
from views.home.trust import trust
from views.nights.nights import nights
from views.offline import keeping, outbox
from views.offline.offline import offline
from views.operations import assets, metrics
from views.operations.health import health
from views.operations.well_known import well_known
from views.paper.entry import entry
from views.paper.late_rounds import late_rounds
from views.paper.printing import printing
from views.paper.slip_entry import slip_entry
from views.paper.slips import slips
from views.referee.referee import referee
from views.rules import prose
from views.rules.comparison import comparison
from views.rules.rules import rules
from views.rules.search import search
from views.statistics.periods import periods
from views.statistics.ratings import ratings
from views.statistics.rivals import rivals
from views.statistics.statistics import statistics
from views.table.chances import chances
from views.table.changes import changes
from views.table.deals import deals
from views.table.rematch import rematch
from views.table.rescoring import rescoring
from views.table.result import results
from views.table.rounds import rounds
from views.table.screen import screen
from views.table.seats import seats
from views.table.session import sessions
from views.tournaments.afterwards.printing import printing as evening_paper
from views.tournaments.deciding import deciding
from views.tournaments.drawing import drawing
from views.tournaments.entrants import entrants
from views.tournaments.founding import founding
from views.tournaments.history import history
from views.tournaments.seating import seating
from views.tournaments.tournaments import tournaments
from views.tournaments.wall import wall
from views.web import bodies, errors, log, pages, security
from views.web.language import language
from views.wording import filters
from views.years.years import years

ANYWHERE = (
    *(start, trust, language, new_game, founding, comparison),
    *(rules, search, referee, printing, links, feeds),
)
FOR_PROGRAMS = (health, metrics.metrics, well_known, offline)
IN_GROUP = (
    groups,
    joining,
    players,
    documents,
    nights,
    statistics,
    rivals,
    ratings,
    years,
    periods,
    seasons,
    exports,
    jobs,
    imports,
    entry,
    tournaments,
)
IN_SESSION = (
    sessions,
    rounds,
    seats,
    deals,
    changes,
    rematch,
    results,
    chances,
    rescoring,
    screen,
    hands,
    counts,
    who,
    phones,
    bg_stats,
    late_rounds,
)
IN_EVENING = (
    *(wall, entrants, drawing, deciding, history, seating),
    *(evening_paper, slips, slip_entry),
)
GROUP = "/groups/<uuid:group_id>"
SESSION = f"{GROUP}/sessions/<uuid:session_id>"
EVENING = f"{GROUP}/tournaments/<uuid:tournament_id>"


def register(app: Flask) -> None:
    """All pages, and what every page shares."""
    for shared in (
        assets,
        bodies,
        log,
        errors,
        pages,
        filters,
        prose,
        metrics,
        keeping,
        outbox,
    ):
        shared.register(app)
    security.secure(app)
    places = (
        ("", ANYWHERE),
        ("", FOR_PROGRAMS),
        (GROUP, IN_GROUP),
        (SESSION, IN_SESSION),
        (EVENING, IN_EVENING),
    )
    for within, blueprints in places:
        for blueprint in blueprints:
            app.register_blueprint(blueprint, url_prefix=within + (blueprint.url_prefix or ""))
