"""Whatever arrives, the answer is a page that says what is wrong."""

from __future__ import annotations

from typing import Any

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm.exc import ObjectDeletedError, StaleDataError
from werkzeug.exceptions import Conflict, HTTPException

from models import db

DEADLOCK, BUSY = "40P01", "SQLITE_BUSY"  # as PostgreSQL and SQLite call them
LOST = (IntegrityError, ObjectDeletedError, StaleDataError)


def register(app: Flask) -> None:
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, _told)
    for lost in LOST:
        app.register_error_handler(lost, _once_more)
    app.register_error_handler(OperationalError, _knotted)
    app.register_error_handler(Exception, _broken)


def _texts(code: int) -> tuple[str, str]:
    """A heading and what to do, for an HTTP status."""
    return {
        403: (
            _("This phone may not do that"),
            _("Ask whoever keeps the score for a link that may write."),
        ),
        404: (
            _("Nothing here"),
            _("The page is gone, or this phone has not opened the link of its group. Ask for a new link."),
        ),
        405: (_("That cannot be done here"), _("Go back and use the buttons of the page.")),
        413: (_("That is too much at once"), _("The page or the file is larger than this app takes.")),
        429: (_("Too many tries"), _("Wait a minute, then try again.")),
    }.get(code, (_("That did not work"), _("Go back and try again. What was saved before is safe.")))


def _told(error: HTTPException) -> ResponseReturnValue:
    code = error.code or 500
    if error.response is not None and code < 400:  # noqa: PLR2004 - a redirect
        return error.response
    heading, advice = _texts(code)
    page = render_template("web/errors/show.html", heading=heading, advice=advice, code=code)
    headers = [h for h in error.get_headers() if h[0] in ("Allow", "Retry-After")]
    return page, code, headers


def _stale_form(error: CSRFError) -> ResponseReturnValue:
    """The form is older than this phone's cookie: show what was typed and let it be sent again.

    Only for a form of our own page; what another site sent is refused and never offered again.
    """
    if not _from_our_own_page():
        return _told(error)
    return _to_send_again(_("That page was old")), 400


def _to_send_again(heading: str) -> str:
    """What was typed, in a form of this moment."""
    fields = [
        (name, value) for name, values in request.form.lists() if name != "csrf_token" for value in values
    ]
    action = request.full_path.rstrip("?")
    return render_template("web/errors/send_again.html", heading=heading, fields=fields, action=action)


def _from_our_own_page() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    return (request.origin or "").rstrip("/") == request.host_url.rstrip("/")


def _once_more(_error: Exception) -> ResponseReturnValue:
    """The same form at the same moment, from two taps: the slower one looks again and finds what is saved."""
    db.session.rollback()
    view: Any = current_app.view_functions[request.endpoint or ""]
    try:
        answer: ResponseReturnValue = view(**(request.view_args or {}))
    except HTTPException as refused:
        return _told(refused)
    except LOST:  # no second tap: a form with an id that something else has
        db.session.rollback()
        return _told(Conflict())
    return answer


def _knotted(error: OperationalError) -> ResponseReturnValue:
    """Two writers that waited for each other: PostgreSQL ended one of them, which may try again."""
    if getattr(error.orig, "sqlstate", None) == DEADLOCK:
        return _once_more(error)
    if getattr(error.orig, "sqlite_errorname", "").startswith(BUSY):
        return _busy()
    return _broken(error)


def _busy() -> ResponseReturnValue:
    """SQLite lets one write at a time, and somebody has been at it for longer than others wait: as with a
    file of many years.
    """
    db.session.rollback()
    heading, later = _("Somebody else is saving much at once"), {"Retry-After": "10"}
    if request.method == "POST" and not request.files:
        return _to_send_again(heading), 503, later
    advice = _("Wait a moment, then try again. Nothing was changed.")
    return render_template("web/errors/show.html", heading=heading, advice=advice, code=503), 503, later


def _broken(error: Exception) -> ResponseReturnValue:
    if current_app.testing or current_app.config["PROPAGATE_EXCEPTIONS"]:
        raise error
    db.session.rollback()
    current_app.logger.exception("a page failed")
    page = render_template(
        "web/errors/show.html",
        heading=_("Something broke here"),
        advice=_(
            "What was saved before is safe. Go back and try again; your entries are still on your phone."
        ),
        code=500,
    )
    return page, 500
