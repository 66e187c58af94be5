"""Liveness and readiness, for a load balancer: without cookie, limit or language."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from flask import Response, current_app, jsonify
from flask.typing import ResponseReturnValue

from models import Change, db
from models.migrating import is_newest, revision
from views.operations import bp
from views.web.clock import clock_jump, now

DAY = timedelta(days=1)


@bp.get("/health")
def health() -> ResponseReturnValue:
    """200 while this process answers."""
    return Response("ok\n", mimetype="text/plain")


@bp.get("/ready")
def ready() -> ResponseReturnValue:
    """200 if everything that pages need is available; otherwise 503 with the missing parts.

    A clock that was set is reported, and no reason for a 503.
    """
    checks = {"database": _succeeds(_database_answers), "migrations": _succeeds(is_newest)}
    is_ready = all(checks.values())
    out_of_order = changes_out_of_order() if is_ready else None
    clock = {"jump_seconds": int(clock_jump()), "changes_out_of_order": out_of_order}
    answer = jsonify(ready=is_ready, version=current_app.config["VERSION"], checks=checks, clock=clock)
    return answer, 200 if is_ready else 503


def changes_out_of_order() -> int:
    """The number of changes of the last day's games that are, by the clock, before the previous one."""
    return Change.count_out_of_order(now() - DAY)


def _database_answers() -> bool:
    revision()
    return True


def _succeeds(check: Callable[[], bool]) -> bool:
    """Return the result of the check; False if it raises an exception."""
    try:
        return check()
    except Exception:
        db.session.rollback()
        return False
