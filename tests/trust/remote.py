"""Phones of a running server, over a network that can be cut."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from csv import DictReader
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPMessage
from typing import Any, cast

from flask import Flask
from werkzeug import Response
from werkzeug.test import Client, TestResponse

from tests.page import Page
from tests.phone import COOKIE, Phone, Values
from tests.table import Table
from tests.waiting import PATIENCE, wait_until

OURS = {"Sec-Fetch-Site": "same-origin"}
OF_A_CONNECTION = {"connection", "transfer-encoding", "keep-alive"}


class Disconnected(Exception):
    """There was no response."""


@dataclass
class Network:
    """A WSGI application that forwards to a port of this machine. is_cut: close before the response."""

    port: int
    is_cut: bool = False

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            try:
                connection.request(environ["REQUEST_METHOD"], *_request_parts(environ))
                if self.is_cut:
                    raise Disconnected
                answer = connection.getresponse()
                body = answer.read()
            except (OSError, HTTPException) as error:
                raise Disconnected from error
        start_response(f"{answer.status} {answer.reason}", _headers(answer.headers))
        return [body]


def _request_parts(environ: dict[str, Any]) -> tuple[str, bytes, dict[str, str]]:
    """Address, body and headers."""
    query = environ.get("QUERY_STRING")
    address = environ["REQUEST_URI"].partition("?")[0] + (f"?{query}" if query else "")
    with environ["wsgi.input"] as sent:
        body = sent.read()
    headers = {k[5:].replace("_", "-").title(): v for k, v in environ.items() if k.startswith("HTTP_")}
    if environ.get("CONTENT_TYPE"):
        headers["Content-Type"] = environ["CONTENT_TYPE"]
    return address, body, headers


def _headers(message: HTTPMessage) -> list[tuple[str, str]]:
    return [(name, value) for name, value in message.items() if name.lower() not in OF_A_CONNECTION]


@dataclass(frozen=True)
class FilledForm:
    """A filled form: sent again, it is identical to the last byte."""

    action: str
    fields: Any


class RemotePhone(Phone):
    """A phone of a server on `port`; `app` is the same application here, to check pages."""

    def __init__(self, app: Flask, port: int, cookie: str = "") -> None:
        super().__init__(app)
        self.network = Network(port)
        self.client = Client(self.network, Response)  # type: ignore[assignment]
        if cookie:
            self.client.set_cookie(COOKIE, cookie)

    def other(self, port: int | None = None) -> RemotePhone:
        """Another phone that has opened the same links, optionally on another server."""
        cookie = self.client.get_cookie(COOKIE)
        assert cookie is not None
        return RemotePhone(self.app, port or self.network.port, cookie.value)

    def form(self, path: str, form: str, values: Values, *, button: str = "") -> FilledForm:
        """Open a page, repeatedly if necessary, and fill a form on it."""
        self.show(path)
        action, _method, fields = self.filled(form, values, button=button)
        return FilledForm(action, fields)

    def round(self, session: str, number: int, **points: int) -> FilledForm:
        """A typed round at the address of a session: Cara went out, the points of the others."""
        self.show(f"{session}/rounds/{number}")
        seats = {str(step["data-name"]): str(step["data-step"]) for step in self.page.select("[data-name]")}
        values = {"out": seats["Cara"]} | {f"points-{seats[name]}": str(n) for name, n in points.items()}
        action, _method, fields = self.filled("#round", values)
        return FilledForm(action, fields)

    def export_form(self, table: Table, kind: str) -> FilledForm:
        """The form that requests an export of the whole history."""
        return self.form(f"{table.group_path}/export", "/jobs", {}, button=f"kind={kind}")

    def start_export(self, table: Table, kind: str) -> str:
        """Start such an export; the address of its job."""
        return self.send(self.export_form(table, kind)).headers["Location"]

    def points_of(self, session: str, name: str) -> list[int]:
        """The points of a player in each round, from the session's file."""
        file = self._until_answered("GET", f"{session}/export/rounds.csv").text.removeprefix("\ufeff")
        return [int(row["points"]) for row in DictReader(file.splitlines()) if row["player"] == name]

    def show(self, path: str) -> Page:
        """Open a page, with as many attempts as necessary."""
        self.path = path
        answer = self._until_answered("GET", path)
        assert answer.status_code == 200, answer.status_code
        self.page = Page(answer.text, path)
        return self.page

    def read(self, answer: TestResponse) -> Page:
        """Check the page in a response, and open it."""
        self.page = Page(answer.text, answer.request.path)
        self.page.check(self.app)
        return self.page

    def send(self, sent: FilledForm) -> TestResponse:
        """The response; raises Disconnected if there is none."""
        return self._request("POST", sent.action, data=sent.fields)

    def send_until_answered(self, sent: FilledForm) -> TestResponse:
        """Send the same form until there is a response, like the page's script."""
        return self._until_answered("POST", sent.action, data=sent.fields)

    def send_and_disconnect(self, sent: FilledForm) -> None:
        self.network.is_cut = True
        try:
            self.send(sent)
        except Disconnected:
            pass
        finally:
            self.network.is_cut = False

    def _until_answered(self, method: str, path: str, **sending: Any) -> TestResponse:
        def answer() -> TestResponse | None:
            with suppress(Disconnected):
                return self._request(method, path, **sending)
            return None

        return cast(TestResponse, wait_until(answer, f"No answer to {method} {path}"))

    def _request(self, method: str, path: str, **sending: Any) -> TestResponse:
        headers = self.headers | (OURS if method == "POST" else {})
        return self.client.open(
            path, method=method, base_url=self.base, headers=headers, buffered=True, **sending
        )


def at_once(phones: Sequence[RemotePhone], forms: Sequence[FilledForm]) -> list[TestResponse]:
    """The responses to several phones that each send a form, all at one signal."""
    signal = threading.Barrier(len(phones))

    def send(phone: RemotePhone, sent: FilledForm) -> TestResponse:
        signal.wait(PATIENCE)
        return phone.send(sent)

    with ThreadPoolExecutor(len(phones)) as threads:
        return list(threads.map(send, phones, forms))
