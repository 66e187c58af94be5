"""Error handlers: every error is answered by a page that says what to do."""

from __future__ import annotations

import math
from typing import Any

from flask import Flask, current_app, g, redirect, render_template, request, url_for
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from flask_babel import format_date, lazy_gettext, ngettext
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm.exc import ObjectDeletedError, StaleDataError
from werkzeug.exceptions import (
    Conflict,
    HTTPException,
    InternalServerError,
    SecurityError,
    ServiceUnavailable,
    TooManyRequests,
)

from forms.base import ChangeForm
from models import db
from models.database import new_id
from models.failures import Failure, failure_of
from views.web.access import InRecycleBin, LinkRevoked, membership
from views.web.language import local_date
from views.web.limits import seconds_to_wait
from views.web.log import log_error, request_id

MINUTE = 60  # seconds
CONFLICTS = (IntegrityError, ObjectDeletedError, StaleDataError)
FAILURES = {  # a heading, what to do, and in how many seconds
    Failure.BUSY: (
        lazy_gettext("Somebody else is saving a lot at once"),
        lazy_gettext("Wait a moment, then try again. Nothing was changed."),
        10,
    ),
    Failure.FULL: (
        lazy_gettext("The server has no room to save"),
        lazy_gettext("Its disk is full, or broken. Tell the person who runs this server."),
        60,
    ),
    Failure.READ_ONLY: (
        lazy_gettext("Nothing can be saved just now"),
        lazy_gettext("The server’s database can only be read. Tell the person who runs this server."),
        60,
    ),
    Failure.UNREACHABLE: (
        lazy_gettext("The database does not answer"),
        lazy_gettext("Wait a moment, then try again."),
        10,
    ),
}


def register(app: Flask) -> None:
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(SecurityError, _unknown_host)
    app.register_error_handler(HTTPException, _error_page)
    app.register_error_handler(LinkRevoked, _link_revoked)
    app.register_error_handler(TooManyRequests, _too_many_requests)
    app.register_error_handler(InRecycleBin, _in_recycle_bin)
    for conflict in CONFLICTS:
        app.register_error_handler(conflict, _retry_view)
    app.register_error_handler(DBAPIError, _on_database_error)
    app.register_error_handler(InternalServerError, _internal_error)


def _texts(code: int) -> tuple[str, str]:
    """A heading and what to do, for an HTTP status."""
    return {
        403: (
            _("This phone may not do that"),
            _("Ask the scorer for a link that may do it."),
        ),
        404: (
            _("Nothing here"),
            _("The page is gone, or this phone has not opened the link of its group. Ask for a new link."),
        ),
        405: (_("That cannot be done here"), _("Go back and use the buttons of the page.")),
        408: (
            _("That took too long to arrive"),
            _("Your connection is slow. What you typed is still on the phone: go back and try again."),
        ),
        413: (_("That is too much at once"), _("The page or the file is larger than this app accepts.")),
        503: (
            _("Too much at once just now"),
            _("Wait a moment, then go back and try again. What you typed is still on the phone."),
        ),
    }.get(code, (_("That did not work"), _("Go back and try again. What was saved before is safe.")))


def _error_page(error: HTTPException) -> ResponseReturnValue:
    code = error.code or 500
    if error.response is not None and code < 400:  # noqa: PLR2004 - a redirect
        return error.response
    headers = [h for h in error.get_headers() if h[0] in ("Allow", "Retry-After")]
    heading, advice = _texts(code)
    if isinstance(error, ServiceUnavailable) and _can_be_sent_again():
        return resend_page(heading), code, headers
    return _page(heading, advice), code, headers


def _can_be_sent_again() -> bool:
    """Whether the request is a form of our own page, without files."""
    return request.method == "POST" and bool(request.form) and not request.files and _is_same_origin()


def _link_revoked(_error: LinkRevoked) -> ResponseReturnValue:
    advice = _(
        "The link that this phone used has been revoked. What was saved with it stays; "
        "to go on, ask for a new one. What you typed here is still on this phone: go back to see it."
    )
    return _page(_("This phone’s link was revoked"), advice), 404


def _too_many_requests(error: TooManyRequests) -> ResponseReturnValue:
    """States the waiting time; the limiter adds Retry-After. A form can be sent again."""
    heading, advice = _("Too many tries"), _wait_in_words(seconds_to_wait())
    if request.method == "POST" and not request.files and _is_same_origin():
        return resend_page(heading, advice), error.code
    return _page(heading, advice), error.code


def _wait_in_words(seconds: int) -> str:
    if seconds <= 2 * MINUTE:
        return ngettext(
            "Wait %(num)d second, then try again.", "Wait %(num)d seconds, then try again.", seconds
        )
    minutes = math.ceil(seconds / MINUTE)
    return ngettext("Wait %(num)d minute, then try again.", "Wait %(num)d minutes, then try again.", minutes)


def _in_recycle_bin(error: InRecycleBin) -> ResponseReturnValue:
    """Says until when it can be restored; with what was sent, to send it again afterwards."""
    if request.method == "POST" and ChangeForm().id_of_change == error.bin_id:  # the form that deleted it
        return redirect(url_for("home.show_group", group_id=error.group_id), 303)
    until = format_date(local_date(error.expires_at), "d MMMM")
    heading = _("This was deleted")
    advice = _(
        "It is in the recycle bin of the group until %(day)s. An owner can restore it there.", day=until
    )
    if request.method == "POST" and not request.files:
        return resend_page(heading, advice), 410
    typed = _("What you typed here is still on this phone: go back to see it.")
    member = membership(error.group_id)
    bin_url = url_for("home.recycle_bin", group_id=error.group_id) if member and member.may_manage else ""
    return _page(heading, f"{advice} {typed}", bin_url=bin_url), 410


def _page(heading: str, advice: str, request_id: str = "", bin_url: str = "") -> str:
    if request_ctx.url_adapter is None:  # asked of a host that can be none; the page has links nevertheless
        request_ctx.url_adapter = current_app.url_map.bind("localhost", script_name=request.root_path or "/")
    texts = {"heading": heading, "advice": advice}
    return render_template("web/errors/show.html", **texts, request_id=request_id, bin_url=bin_url)


def _unknown_host(_error: SecurityError) -> ResponseReturnValue:
    """The request names a host that is none of this server's."""
    return _page(
        _("Not at this address"), _("This server goes by another name. Ask the person who runs it.")
    ), 400


def _stale_form(error: CSRFError) -> ResponseReturnValue:
    """The form is older than this phone's cookie: show what was typed and let it be sent again.

    Only for a form of our own page; what another site sent is refused and never offered again.
    """
    if not _is_same_origin():
        return _error_page(error)
    return resend_page(_("That page was old")), 400


def resend_page(heading: str, advice: str = "", *, is_unsaved: bool = True) -> str:
    """A page with a form that sends the same fields again. is_unsaved: whether surely nothing was saved."""
    texts = {"heading": heading, "advice": advice, "is_unsaved": is_unsaved}
    return render_template("web/errors/send_again.html", **resend_values(), **texts)


def sent_before_page() -> str:
    """For a form that made a change before, with other values: it can be sent with a new change id."""
    values = resend_values()
    values["fields"] = [
        (name, str(new_id()) if name == "change_id" else value) for name, value in values["fields"]
    ]
    return render_template("web/errors/sent_before.html", **values)


def resend_values() -> dict[str, Any]:
    """Values of a template whose form sends the same fields again."""
    fields = [
        (name, value) for name, values in request.form.lists() if name != "csrf_token" for value in values
    ]
    return {"fields": fields, "action": request.full_path.rstrip("?")}


def _is_same_origin() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    return (request.origin or "").rstrip("/") == request.host_url.rstrip("/")


def _retry_view(_error: Exception) -> ResponseReturnValue:
    """Retry the view once after a unique-key or stale-row error (double submit)."""
    db.session.rollback()
    for name in ("member", "session"):
        g.pop(name, None)
    view: Any = current_app.view_functions[request.endpoint or ""]
    try:
        answer: ResponseReturnValue = view(**(request.view_args or {}))
    except HTTPException as refused:
        return current_app.handle_user_exception(refused)
    except CONFLICTS:  # no second tap: a form with an id that something else has
        db.session.rollback()
        return _error_page(Conflict())
    except DBAPIError as failed:
        return _db_error_page(failed)
    return answer


def _on_database_error(error: DBAPIError) -> ResponseReturnValue:
    """Retry after a deadlock or a lost connection. Not after an upload: its stream has been read.

    A change that was committed before the connection was lost is recognised by the id of its form.
    """
    failure = failure_of(error)
    if failure == Failure.DEADLOCK or (failure == Failure.UNREACHABLE and not request.files):
        return _retry_view(error)
    return _db_error_page(error)


def _db_error_page(error: DBAPIError) -> ResponseReturnValue:
    """An error page with the input as a form to send again."""
    failure = failure_of(error)
    if failure not in FAILURES:
        raise error
    db.session.rollback()
    if failure != Failure.BUSY:
        log_error(error)
    heading, advice, retry_seconds = FAILURES[failure]
    headers = {"Retry-After": str(retry_seconds)}
    if request.method == "POST" and not request.files:
        return resend_page(heading, advice, is_unsaved=failure != Failure.UNREACHABLE), 503, headers
    return _page(heading, advice), 503, headers


def _internal_error(_error: InternalServerError) -> ResponseReturnValue:
    db.session.rollback()
    advice = _("What was saved before is safe. Go back and try again; your entries are still on your phone.")
    return _page(_("Something broke here"), advice, request_id()), 500
