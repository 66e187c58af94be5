"""Prometheus metrics; off unless METRICS_FROM names who may read them.

Each machine reports all its processes: they count into files of one folder, which `serve` creates and names
in PROMETHEUS_MULTIPROC_DIR. Requests are labelled by route, never by address.
"""

from __future__ import annotations

import time
from datetime import timedelta
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING

from flask import Flask, Response, abort, current_app, g, request, request_started
from flask.typing import ResponseReturnValue

from models import Change, Group, Session, db
from models.job import waiting_count
from views.operations import bp
from views.operations.health import changes_out_of_order
from views.web.clock import clock_jump, now

if TYPE_CHECKING:
    from views.operations.meters import Meters


RECENTLY = timedelta(hours=1)
METHODS = ("GET", "HEAD", "OPTIONS", "POST")


def register(app: Flask) -> None:
    if app.config["METRICS_FROM"]:
        from views.operations.meters import Meters  # noqa: PLC0415 - costs memory where metrics are off

        app.extensions["meters"] = meters = Meters()
        meters.gauges = {
            "turn_eight_sessions_playing": ("Sessions with a change in the last hour", _playing),
            "turn_eight_jobs_waiting": ("Jobs that wait for their turn", waiting_count),
            "turn_eight_clock_jump_seconds": ("By which the clock was set since the start", clock_jump),
            "turn_eight_changes_out_of_order": (
                "Changes of games of the last day with a time before the previous one",
                changes_out_of_order,
            ),
        }
        request_started.connect(_begin, app)
        app.after_request(_count)


@bp.get("/metrics")
def metrics() -> ResponseReturnValue:
    if not _may_ask():
        abort(404)
    meters: Meters = current_app.extensions["meters"]
    return Response(meters.text(), content_type=meters.content_type)


def _may_ask() -> bool:
    """Whether the client's address, behind our proxies, is in METRICS_FROM; an IPv4 address may be mapped to
    IPv6.
    """
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in network for network in current_app.config["METRICS_FROM"])


def _begin(_app: Flask, **_more: object) -> None:
    g.begun = time.perf_counter()


def _count(response: Response) -> Response:
    """Until the answer is begun; a long file is sent after that."""
    route = request.url_rule.rule if request.url_rule is not None else "none"
    method = request.method if request.method in METHODS else "other"
    meters: Meters = current_app.extensions["meters"]
    meters.requests.labels(route, method, response.status_code).inc()
    meters.seconds.labels(route).observe(time.perf_counter() - g.begun)
    return response


def _playing() -> float:
    has_recent_change = db.select(Change.id).where(
        Change.session_id == Session.id, Change.at > now() - RECENTLY
    )
    deleted = db.select(Group.id).where(Group.deleted_at.is_not(None))
    playing = db.select(db.func.count()).where(Session.finished_at.is_(None), has_recent_change.exists())
    playing = playing.where(Session.group_id.not_in(deleted), Session.visible())
    return float(db.session.scalar(playing.select_from(Session)) or 0)
