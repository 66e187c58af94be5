"""Which pages static/js/offline/service-worker.js caches for use without a network.

The header X-Keep marks a response that may be cached. Within a page `data-keep` lists others to cache with
it, each with a version mark: "/groups/… 3f2a /rules/derange 91cc". The phone fetches one only where it has
none with that mark, and sends X-Keep itself: such a request changes nothing in the cookie
(views/web/phone.py).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from game.scoring.deal import Deal
from models import Session
from views.offline import bp
from views.web.addresses import ask_url, index_url, rules_url, session_url
from views.web.language import card_letters, current_language
from views.web.pages import static
from views.web.phone import is_prefetch

PRECACHED = frozenset(
    (
        "offline.show",
        "home.index",
        "home.show_group",
        "table.show",
        "table.rounds",
        "table.edit_round",
        "rules.index",
        "rules.show",
        "rules.search",
        "rules.index_of",
    )
)
MAX_DEALS_AHEAD = 20  # rounds


def register(app: Flask) -> None:
    app.after_request(_set_keep_header)


def _set_keep_header(response: Response) -> Response:
    is_kept = request.endpoint in PRECACHED and "q" not in request.args  # no results of a search
    if is_kept and request.method == "GET" and response.status_code == 200:  # noqa: PLR2004
        response.headers["X-Keep"] = "1"
    if is_prefetch():
        response.headers["Cache-Control"] = "private, no-store"
    return response


def upcoming_deals(session: Session, plan: Sequence[Deal] | None = None) -> Sequence[Deal]:
    """All deals to come if no player moves; MAX_DEALS_AHEAD where the end is far or open.

    plan: the session's, where it is known.
    """
    rules, played = session.rules_in_force, len(session.rounds)
    if rules.rounds is None:
        plan = session.plan(replace(rules, rounds=played + MAX_DEALS_AHEAD))
    return (plan or session.plan())[played : played + MAX_DEALS_AHEAD]


def upcoming_deal(session: Session, number: int) -> Deal | None:
    """The deal of a later round; None beyond MAX_DEALS_AHEAD or the end."""
    return next((deal for deal in upcoming_deals(session) if deal.number == number), None)


def precache_for_table(session: Session, ahead: Sequence[Deal], *, may_score: bool) -> str:
    """The `data-keep` of a table's page: group, score sheet, rules, and the pads of the deals ahead."""
    ids: dict[str, Any] = {"group_id": session.group_id, "session_id": session.id}
    current, unchanging = _mark(session.version), _mark()
    pages = {
        url_for("home.index"): current,
        url_for("home.show_group", group_id=session.group_id): current,
        url_for("table.rounds", **ids): current,
        url_for("rules.index"): unchanging,
        url_for("offline.show"): unchanging,
    }
    back = session_url(session)
    of_rules = (rules_url(session, back=back), index_url(session), ask_url(session, back=back))
    pages |= dict.fromkeys(filter(None, of_rules), unchanging)
    if may_score:
        seated = _mark(session.scored.seats)
        for deal in ahead:
            pages[url_for("table.edit_round", number=deal.number, **ids)] = _mark(deal, seated)
        if session.rounds:
            last = url_for("table.edit_round", number=len(session.rounds), **ids)
            pages |= {last: current, f"{last}?anew": current}  # to correct it, or to play it again
    return _as_text(pages)


def precache_for_home(sessions: list[Session]) -> str:
    """The `data-keep` of a page that lists running sessions."""
    return _as_text({session_url(session): _mark(session.version) for session in sessions})


def files_version() -> str:
    return _version_of(str(current_app.static_folder))


@lru_cache(maxsize=8)
def _version_of(folder: str) -> str:
    """A hash of all static files."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def _mark(*parts: object) -> str:
    """A short hash that changes when a page does."""
    text = repr((parts, current_language(), card_letters(), files_version()))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _as_text(pages: dict[str, str]) -> str:
    return " ".join(f"{address} {mark}" for address, mark in pages.items())


@bp.get("/service-worker.js")
def service_worker() -> ResponseReturnValue:
    """Its first line changes with any of the files that pages load, so that phones notice."""
    known = {
        "version": files_version(),
        "static": url_for("static", filename=""),
        "home": url_for("home.index"),
        "group_lists": [url_for("home.index"), url_for("home.phone")],
        "offline": url_for("offline.show"),
    }
    first, rest = json.dumps(known), json.dumps(static("js/offline/service-worker.js"))
    return Response(f"self.KNOWN={first};\nimportScripts({rest});\n", mimetype="text/javascript")


@bp.get("/offline")
def show() -> ResponseReturnValue:
    """Shown without a network for a page that is not cached."""
    return render_template("offline/show.html")
