"""Trusted hosts, security headers, and a log filter for the secrets of links."""

from __future__ import annotations

import logging
import re
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import SecurityError
from werkzeug.sansio.utils import host_is_trusted

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
SECRET = re.compile(r"(/(?:join|feeds)/)[^\s\"'?/]{16,}")  # shorter is a folder of that name in a traceback
# Requested by programs by IP address.
ANY_HOST = ("operations.health", "operations.ready", "operations.metrics")
LOGGERS = ("werkzeug", "granian", "_granian", "granian.access", "flask-limiter")


class SecretsFilter(logging.Filter):
    """Takes the secret out of a link wherever one would be written down."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        without = SECRET.sub(r"\1…", message)
        if without != message:
            record.msg, record.args = without, ()
        return True


WITHOUT_SECRETS = SecretsFilter()  # one, however many applications are made


def redacted_request(environ: dict[str, Any]) -> str:
    """A request for the log: its method and its route, not its address."""
    rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
    route = rule.rule if rule is not None else "no page of ours"
    return f"{environ['REQUEST_METHOD']} {route}"


def secure(app: Flask) -> None:
    """Put the check before every view, the headers on every answer and the filter on every log."""
    app.before_request(_check_host)
    app.after_request(_headers)
    app.logger.addFilter(WITHOUT_SECRETS)
    for name in LOGGERS:
        logging.getLogger(name).addFilter(WITHOUT_SECRETS)


def _check_host() -> None:
    """400 unless the host is one of HOST_NAMES: links, codes and feeds repeat it."""
    names = current_app.config["HOST_NAMES"]
    if names and request.endpoint not in ANY_HOST and not host_is_trusted(request.host.lower(), names):
        raise SecurityError


def _headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    # An error page may have the address of a link: its requests must not send that to a proxy's log.
    policy = "strict-origin" if SECRET.match(request.path) else "same-origin"
    response.headers.setdefault("Referrer-Policy", policy)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
    if request.is_secure:  # over plain http browsers ignore both, and say so in every phone's console
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        if current_app.config["TRUSTED_PROXIES"]:  # at home, HSTS would lock users out after TLS=1 is removed
            response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if request.endpoint == "static":
        if "v" in request.args and response.status_code < 400:  # noqa: PLR2004 - the address names this very content
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.add("Cookie")
        response.vary.add("Accept-Language")
    return response
