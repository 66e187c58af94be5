"""Is it alive, and may people be sent here? Asked by a load balancer, without cookie, limit or language."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, current_app, jsonify
from flask.typing import ResponseReturnValue

from models import db
from models.migrating import is_newest, revision
from views.operations import bp

Check = Callable[[], bool]  # may raise: that is a no, too


@bp.get("/health")
def alive() -> ResponseReturnValue:
    """Whether this process answers at all; whoever stops answering is to be started again."""
    return Response("ok\n", mimetype="text/plain")


@bp.get("/ready")
def ready() -> ResponseReturnValue:
    """Whether all that pages need is there: 503 names what is not, and people go to another machine."""
    checks = {name: _holds(check) for name, check in _checks(current_app).items()}
    is_ready = all(checks.values())
    return jsonify(ready=is_ready, checks=checks), 200 if is_ready else 503


def ready_when(app: Flask, name: str, check: Check) -> None:
    """Let /ready ask this as well."""
    _checks(app)[name] = check


def _checks(app: Flask) -> dict[str, Check]:
    checks: dict[str, Check] = app.extensions.setdefault(
        "ready_checks", {"database": _database_answers, "migrations": is_newest}
    )
    return checks


def _database_answers() -> bool:
    revision()
    return True


def _holds(check: Check) -> bool:
    try:
        return check()
    except Exception:
        db.session.rollback()
        return False
