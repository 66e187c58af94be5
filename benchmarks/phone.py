"""A phone that asks the application for pages, straight over WSGI: no network, no client's own work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

COOKIE = "turn8"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


class Phone:
    """One phone; with a secret it has opened that link."""

    def __init__(self, app: Flask, secret: str | None = None) -> None:
        self.app, self.cookie = app, ""
        if secret:
            client = app.test_client()
            client.get(f"/join/{secret}")
            cookie = client.get_cookie(COOKIE)
            assert cookie is not None, "the link does not open"
            self.cookie = f"{COOKIE}={cookie.value}"

    def request(self, path: str, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
        """A WSGI environment, to be asked any number of times."""
        return create_environ(path, headers={"Cookie": self.cookie, **(headers or {})})

    def ask(self, request: dict[str, Any]) -> Answer:
        body, status, headers = run_wsgi_app(self.app, request, buffered=True)
        return Answer(int(status[:3]), dict(headers), b"".join(body))

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask(self.request(path, {key.replace("_", "-"): value for key, value in headers.items()}))
