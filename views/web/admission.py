"""What a request may send and what it needs, and form parsing that removes what a database rejects."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any, TypeVar

from flask import Flask, Request, abort, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.formparser import FormDataParser

from models.database import SAFE_METHODS
from serving.asgi import REFUSED
from serving.pools import Needs, Pool

NUL = "\x00"  # PostgreSQL rejects texts that contain it
HEALTH = "/health"
CHANGED = ("session_id", "tournament_id", "group_id")  # parts of addresses; the first of them is locked

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])


def takes(most_bytes: int) -> Callable[[View], View]:
    """A view that takes more than the others do."""

    def marked(view: View) -> View:
        view.most_bytes = most_bytes  # type: ignore[attr-defined]
        return view

    return marked


def reads_files(view: View) -> View:
    """A view that waits while another process reads a file."""
    view.reads_files = True  # type: ignore[attr-defined]
    return view


class PlainFormParser(FormDataParser):
    """Drops form parts without a name and removes NUL characters."""

    def parse(self, *sent: Any, **named: Any) -> tuple[IO[bytes], MultiDict[str, str], MultiDict[str, Any]]:
        stream, form, files = super().parse(*sent, **named)
        plain = [(_plain(name), _plain(text)) for name, text in form.items(multi=True) if name]
        return stream, self.cls(plain), files


class PlainRequest(Request):
    form_data_parser_class = PlainFormParser


def register(app: Flask) -> None:
    app.request_class = PlainRequest
    # Earlier than before_request, where the token is looked for in the form.
    app.url_value_preprocessor(_allow)


def needs_of(app: Flask) -> Callable[[dict[str, Any]], Needs]:
    """A function that returns what a request needs, for the server to know before it reads the body."""
    usual: int = app.config["MAX_CONTENT_LENGTH"]

    def of(environ: dict[str, Any]) -> Needs:
        if environ["PATH_INFO"] == HEALTH:
            return Needs(usual, Pool.NOTHING)
        if environ["REQUEST_METHOD"] in SAFE_METHODS:
            return Needs(usual, Pool.READS)
        try:
            endpoint, ids = app.create_url_adapter(Request(environ)).match()  # type: ignore[union-attr]
        except HTTPException:
            return Needs(usual, Pool.READS)
        most = _max_bytes_of(app, endpoint) or usual
        if getattr(app.view_functions[endpoint], "reads_files", False):
            return Needs(most, Pool.FILES)
        changed = next((str(ids[name]) for name in CHANGED if name in ids), None)
        return Needs(most, Pool.WRITES, changed)

    return of


def _allow(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    if REFUSED in request.environ:
        abort(request.environ[REFUSED])
    most = _max_bytes_of(current_app, endpoint)
    if most is not None:
        request.max_content_length = most


def _max_bytes_of(app: Flask, endpoint: str | None) -> int | None:
    most: int | None = getattr(app.view_functions.get(endpoint or ""), "most_bytes", None)
    return most


def _plain(text: str) -> str:
    return text.replace(NUL, "")
