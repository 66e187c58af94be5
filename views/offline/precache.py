"""Which pages a phone keeps for the time without a network; static/js/offline/service-worker.js keeps them.

An answer that may be kept says so by the header X-Keep. Within a page `data-keep` names others to be kept
along with it, each with a mark: "/groups/… 3f2a /rules/derange 91cc". The phone asks for one of them only
where it keeps none with that mark, and says X-Keep itself: such an answer is for later, so it changes
nothing of what the phone remembers (views/web/phone.py).
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
from views.web.addresses import rules_of, table_of
from views.web.language import card_letters, current_language
from views.web.pages import static
from views.web.phone import is_for_later

KEPT = frozenset(
    (
        "offline.show",
        "home.index",
        "home.show_group",
        "table.show",
        "table.rounds",
        "table.edit_round",
        "rules.index",
        "rules.show",
    )
)
MOST_AHEAD = 20  # rounds


def register(app: Flask) -> None:
    app.after_request(_say_whether_to_keep)


def _say_whether_to_keep(response: Response) -> Response:
    if request.endpoint in KEPT and request.method == "GET" and response.status_code == 200:  # noqa: PLR2004
        response.headers["X-Keep"] = "1"
    if is_for_later():
        response.headers["Cache-Control"] = "private, no-store"
    return response


def deals_ahead(session: Session, plan: Sequence[Deal] | None = None) -> Sequence[Deal]:
    """Every round to come, as it will be if nobody moves; MOST_AHEAD where the end is far or open.

    plan: that of the session, where it is known.
    """
    rules, played = session.rules_in_force, len(session.rounds)
    if rules.rounds is None:
        plan = session.plan(replace(rules, rounds=played + MOST_AHEAD))
    return (plan or session.plan())[played : played + MOST_AHEAD]


def deal_ahead(session: Session, number: int) -> Deal | None:
    """The deal of a round after the one to come; None where that is too far ahead, or will not be played."""
    return next((deal for deal in deals_ahead(session) if deal.number == number), None)


def keep_with_table(session: Session, ahead: Sequence[Deal], *, may_score: bool) -> str:
    """What is kept beside a table's page: the way to it, the score sheet, the rules, every pad to come.

    ahead: the deals of those pads.
    """
    ids: dict[str, Any] = {"group_id": session.group_id, "session_id": session.id}
    as_it_is, always = _mark(session.version), _mark()
    pages = {
        url_for("home.index"): as_it_is,
        url_for("home.show_group", group_id=session.group_id): as_it_is,
        url_for("table.rounds", **ids): as_it_is,
        url_for("rules.index"): always,
        url_for("offline.show"): always,
    }
    rules = rules_of(session, back=table_of(session))
    if rules:
        pages[rules.partition("#")[0]] = always
    if may_score:
        seats = session.seat_facts()
        for deal in ahead:
            pages[url_for("table.edit_round", number=deal.number, **ids)] = _mark(deal, seats)
        if session.rounds:
            last = url_for("table.edit_round", number=len(session.rounds), **ids)
            pages |= {last: as_it_is, f"{last}?anew": as_it_is}  # to be corrected, or played anew
    return _written(pages)


def keep_with_home(sessions: list[Session]) -> str:
    """The tables at which somebody plays."""
    return _written({table_of(session): _mark(session.version) for session in sessions})


def version_of_files() -> str:
    return _version_of(str(current_app.static_folder))


@lru_cache(maxsize=8)
def _version_of(folder: str) -> str:
    """Another one as soon as any of them says something else."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def _mark(*said: object) -> str:
    """A short text that stays the same as long as a page does."""
    text = repr((said, current_language(), card_letters(), version_of_files()))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _written(pages: dict[str, str]) -> str:
    return " ".join(f"{address} {mark}" for address, mark in pages.items())


@bp.get("/service-worker.js")
def service_worker() -> ResponseReturnValue:
    """Its first line changes with any of the files that pages load, so that phones notice."""
    known = {
        "version": version_of_files(),
        "static": url_for("static", filename=""),
        "home": url_for("home.index"),
        "asks": [url_for("home.index"), url_for("home.phone")],
        "offline": url_for("offline.show"),
    }
    first, rest = json.dumps(known), json.dumps(static("js/offline/service-worker.js"))
    return Response(f"self.KNOWN={first};\nimportScripts({rest});\n", mimetype="text/javascript")


@bp.get("/offline")
def show() -> ResponseReturnValue:
    """Shown without a network instead of a page that this phone does not keep."""
    return render_template("offline/show.html")
