"""Request ids and logging of errors, without addresses: they hold secrets.

The id is on the error page, in a header of every response and in the log.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

from flask import Flask, Response, current_app, g, request
from sqlalchemy.exc import DBAPIError

from serving.stack import stack_of
from views.web.security import redacted_request

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U, which are easily misread
FROM_PROXY = re.compile(r"[A-Za-z0-9._-]{4,64}")


def register(app: Flask) -> None:
    app.log_exception = _log_exception  # type: ignore[assignment,method-assign]
    app.after_request(_add_id_header)


def request_id() -> str:
    """This request's id: its own, or the one that a proxy of ours gave it."""
    if "request_id" not in g:
        of_proxy = request.headers.get("X-Request-ID", "") if current_app.config["TRUSTED_PROXIES"] else ""
        halves = ("".join(secrets.choice(ALPHABET) for _ in range(4)) for _half in range(2))
        g.request_id = of_proxy if FROM_PROXY.fullmatch(of_proxy) else "-".join(halves)
    return str(g.request_id)


def log_error(error: DBAPIError) -> None:
    """Log a database error that the operator has to handle."""
    name = getattr(error.orig, "sqlite_errorname", None) or type(error.orig).__name__
    current_app.logger.error("%s %s: database: %s", request_id(), redacted_request(request.environ), name)


def _add_id_header(response: Response) -> Response:
    response.headers["X-Request-ID"] = request_id()
    return response


def _log_exception(raised: tuple[Any, BaseException, Any]) -> None:
    """Replaces Flask's own message, which contains the address."""
    _kind, error, _traceback = raised
    route = redacted_request(request.environ)
    current_app.logger.error("%s %s: %s\n%s", request_id(), route, type(error).__name__, stack_of(error))
