"""Limits for request bodies, and form parsing that removes what a database rejects."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any, TypeVar

from flask import Flask, Request, abort, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.formparser import FormDataParser

from serving.asgi import REFUSED

NUL = "\x00"  # PostgreSQL rejects texts that contain it

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])


def takes(most_bytes: int) -> Callable[[View], View]:
    """A view that takes more than the others do."""

    def marked(view: View) -> View:
        view.most_bytes = most_bytes  # type: ignore[attr-defined]
        return view

    return marked


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


def most_bytes(app: Flask) -> Callable[[dict[str, Any]], int]:
    """A function that returns the limit for a request, for the server to check before it reads the body."""
    usual: int = app.config["MAX_CONTENT_LENGTH"]

    def of(environ: dict[str, Any]) -> int:
        if 0 <= int(environ.get("CONTENT_LENGTH", -1)) <= usual:
            return usual
        try:
            endpoint, _values = app.create_url_adapter(Request(environ)).match()  # type: ignore[union-attr]
        except HTTPException:
            return usual
        return _most_of(app, endpoint) or usual

    return of


def _allow(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    if REFUSED in request.environ:
        abort(request.environ[REFUSED])
    most = _most_of(current_app, endpoint)
    if most is not None:
        request.max_content_length = most


def _most_of(app: Flask, endpoint: str | None) -> int | None:
    most: int | None = getattr(app.view_functions.get(endpoint or ""), "most_bytes", None)
    return most


def _plain(text: str) -> str:
    return text.replace(NUL, "")
