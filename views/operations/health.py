"""Liveness and readiness, for a load balancer: without cookie, limit or language."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, jsonify
from flask.typing import ResponseReturnValue

from models import db
from models.migrating import is_newest, revision
from views.operations import bp


@bp.get("/health")
def health() -> ResponseReturnValue:
    """200 while this process answers."""
    return Response("ok\n", mimetype="text/plain")


@bp.get("/ready")
def ready() -> ResponseReturnValue:
    """200 if everything that pages need is available; otherwise 503 with the missing parts."""
    checks = {"database": _holds(_database_answers), "migrations": _holds(is_newest)}
    is_ready = all(checks.values())
    return jsonify(ready=is_ready, checks=checks), 200 if is_ready else 503


def _database_answers() -> bool:
    revision()
    return True


def _holds(check: Callable[[], bool]) -> bool:
    """What cannot be found out does not hold."""
    try:
        return check()
    except Exception:
        db.session.rollback()
        return False
