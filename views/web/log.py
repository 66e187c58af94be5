"""What goes wrong, written down so that whoever was told finds it, and nobody learns anything else from it.

A request has an id: told on the page that failed, in a header of every answer, and in the log.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator
from traceback import TracebackException
from typing import Any

from flask import Flask, Response, current_app, g, request
from sqlalchemy.exc import DBAPIError

from views.web.security import told_of

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U, which somebody would misread
FROM_PROXY = re.compile(r"[A-Za-z0-9._-]{4,64}")
SHORTEST = 3  # what a request brought and is shorter tells nobody anything
OF_OUR_CODE = '  File "'


def register(app: Flask) -> None:
    app.log_exception = _write_down  # type: ignore[assignment,method-assign]
    app.after_request(_tell_id)


def request_id() -> str:
    """This request's id: its own, or the one that a proxy of ours gave it."""
    if "request_id" not in g:
        given = request.headers.get("X-Request-ID", "") if current_app.config["TRUSTED_PROXIES"] else ""
        g.request_id = given if FROM_PROXY.fullmatch(given) else _new_id()
    found: str = g.request_id
    return found


def tell_of(error: DBAPIError) -> None:
    """What whoever runs the server must see to; the page has told the phone."""
    what = getattr(error.orig, "sqlite_errorname", None) or type(error.orig).__name__
    current_app.logger.error("%s %s: database: %s", request_id(), told_of(request.environ), what)


def _new_id() -> str:
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _half in range(2))


def _tell_id(response: Response) -> Response:
    response.headers["X-Request-ID"] = request_id()
    return response


def _write_down(raised: tuple[Any, BaseException, Any]) -> None:
    """In the place of Flask's own words, in which the address stands."""
    told = told_of(request.environ)
    current_app.logger.error(
        "%s %s: %s\n%s", request_id(), told, type(raised[1]).__name__, _traceback(raised[1])
    )


def _traceback(error: BaseException) -> str:
    """Where it went wrong; what the error itself says is told without anything that the request brought."""
    brought = sorted(set(_brought()), key=len, reverse=True)
    pieces = TracebackException.from_exception(error).format()
    return "".join(p if p.startswith(OF_OUR_CODE) else _without(p, brought) for p in pieces).rstrip()


def _without(text: str, brought: Iterable[str]) -> str:
    for value in brought:
        text = text.replace(value, "…")
    return text


def _brought() -> Iterator[str]:
    """Every value of the path, the query, the cookies, and of the form where somebody has read it."""
    form = vars(request).get("form")
    values = [request.path, request.query_string.decode("latin-1"), *(request.view_args or {}).values()]
    values += [value for _name, value in request.args.items(multi=True)]
    values += [value for _name, value in form.items(multi=True)] if form else []
    values += request.cookies.values()
    yield from (str(value) for value in values if len(str(value)) >= SHORTEST)
