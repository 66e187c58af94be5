"""Headers that keep every page to itself, and a log that never learns a link's secret."""

from __future__ import annotations

import logging
import re

from flask import Flask, Response, request

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
SECRET = re.compile(r"(/(?:join|feeds)/)[^\s\"'?/]+")
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


def secure(app: Flask) -> None:
    """Put the headers on every answer and the filter on every log."""
    app.after_request(_headers)
    app.logger.addFilter(WITHOUT_SECRETS)
    for name in LOGGERS:
        logging.getLogger(name).addFilter(WITHOUT_SECRETS)


def _headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
    if request.is_secure:  # over plain http browsers ignore both, and say so in every phone's console
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if request.endpoint == "static":
        if "v" in request.args and response.status_code < 400:  # noqa: PLR2004 - the address names this very content
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.add("Cookie")
        response.vary.add("Accept-Language")
    return response
