"""A phone: a test client that stores cookies, follows redirects, checks each page, and sends its forms."""

from __future__ import annotations

import gzip
import itertools
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.html import Document, Element
from tests.page import Page

COOKIE = "turn8"
MOST_REDIRECTS = 5
Values = Mapping[str, Any]
NOTHING: Values = {}


class Phone:
    """`page` is the last HTML page; `answer` and `path` are those of the last request."""

    def __init__(self, app: Flask, *, language: str = "en", https: bool = False) -> None:
        self.app, self.client = app, app.test_client()
        self.base = f"http{'s' if https else ''}://localhost"
        self.headers = {"Accept-Language": language, "User-Agent": "Mozilla/5.0 (iPhone)"}
        self.path, self.statuses = "/", []
        self.checks_quotes = True
        self.answer: TestResponse
        self.page = Page("", "/")

    def twin(self) -> Phone:
        """Another tab of the phone: the same cookie, another connection."""
        other = Phone(self.app, language=self.headers["Accept-Language"])
        cookie = self.client.get_cookie(COOKIE)
        if cookie is not None:
            other.client.set_cookie(COOKIE, cookie.value)
        other.path, other.page = self.path, self.page
        return other

    def open_link(self, link: str) -> None:
        """Open a link to a group without showing its page."""
        self.answer = self.client.get(link, base_url=self.base, headers=self.headers)
        assert self.answer.status_code == 303, f"{self.answer.status_code} at {link}"
        self.path = urlsplit(self.answer.location).path

    def get(self, path: str, status: int = 200, **headers: str) -> Page:
        """Open a page, following redirects."""
        return self._show("GET", path, status, headers=headers)

    def post(self, path: str, data: Any = None, status: int = 200, **headers: str) -> Page:
        """Send data without using a form of the page."""
        return self._show("POST", path, status, data=data, headers=headers)

    def submit(
        self, form: str = "", values: Values = NOTHING, *, button: str = "", status: int = 200
    ) -> Page:
        """Fill and send a form of the page.

        form: a CSS selector, or a part of its action or of the formaction of a button ("" is the only form
        besides the language switch). values: a list fills fields of one name in order, None leaves one out.
        button: its text or its name=value; by default the first one that sends the form.
        """
        action, method, data = self.filled(form, values, button=button)
        if method == "GET":
            return self._show("GET", action, status, query_string=data)
        return self._show("POST", action, status, data=data, headers={"Sec-Fetch-Site": "same-origin"})

    def filled(
        self, form: str = "", values: Values = NOTHING, *, button: str = ""
    ) -> tuple[str, str, MultiDict]:
        """Address, method and fields of a form as `submit` would send it."""
        tag, pressed = self._form(form, button)
        fields = _fields(tag, self.page)
        _override(fields, values)
        sent = MultiDict((name, value) for name, value in fields if value is not None)
        if pressed is not None and pressed.get("name"):
            sent.add(str(pressed["name"]), str(pressed.get("value", "")))
        action = (pressed.get("formaction") if pressed else None) or tag.get("action") or self.path
        return str(action), str(tag.get("method", "get")).upper(), sent

    def value_of(self, name: str) -> str | None:
        """The value of a field of the page."""
        for form in self.page.forms:
            for found, value in _fields(form, self.page):
                if found == name:
                    return str(value)
        return None

    def token(self) -> str:
        """The CSRF token of this phone; `page` is unchanged."""
        answer = self.client.get("/phone", base_url=self.base, headers=self.headers)
        field = Document(_text(answer)).select_one("input[name=csrf_token]")
        assert field is not None
        return str(field["value"])

    def actions(self) -> list[str]:
        """Addresses to which forms of the page write, without language and settings of the phone."""
        posts = [f for f in self.page.forms if f.get("method", "get").lower() == "post"]
        found = [str(f.get("action")) for f in posts if f.get("action")]
        found += [str(b["formaction"]) for b in self.page.having("formaction")]
        return [action for action in found if not action.startswith(("/language", "/phone"))]

    def _show(self, method: str, path: str, status: int, **sending: Any) -> Page:
        headers = {**self.headers, **{k.replace("_", "-"): v for k, v in sending.pop("headers", {}).items()}}
        self.statuses = []
        for _ in range(MOST_REDIRECTS):
            self.answer = self.client.open(
                path, method=method, base_url=self.base, headers=headers, buffered=True, **sending
            )
            self.statuses.append(self.answer.status_code)
            self.path = path
            if self.answer.status_code not in (301, 302, 303, 307, 308):
                break
            to = urlsplit(self.answer.location)
            assert to.netloc in ("", "localhost"), f"a redirect leaves the site: {self.answer.location}"
            path, method, sending = to.path + (f"?{to.query}" if to.query else ""), "GET", {}
        assert self.answer.status_code == status, (
            f"{self.statuses} instead of {status} at {path}: {self.answer.get_data(as_text=True)[:3000]}"
        )
        if self.answer.mimetype == "text/html":
            self.page = Page(_text(self.answer), self.path)
            whole = headers.get("X-Fragment") != "1"
            self.page.check(self.app, whole=whole, quotes=self.checks_quotes)
        return self.page

    def _form(self, wanted: str, button: str) -> tuple[Element, Element | None]:
        pressed = next(
            (b for b in self.page.having("formaction") if wanted and wanted in str(b["formaction"])), None
        )
        if pressed is not None:
            owner = self.page.form_of(pressed)
            assert owner is not None
            return owner, pressed
        form = self._form_called(wanted)
        return form, _button(form, self.page, button)

    def _form_called(self, wanted: str) -> Element:
        forms = [f for f in self.page.forms if not str(f.get("action")).startswith("/language")]
        if wanted.startswith(("#", "form[")):
            forms = [f for f in self.page.select(wanted) if f.name == "form"]
        elif wanted:
            exact = [f for f in forms if str(f.get("action")).endswith(wanted)]
            forms = exact or [f for f in forms if wanted in str(f.get("action"))]
        assert len(forms) == 1, f"{len(forms)} forms “{wanted}” on {self.path}: " + ", ".join(
            str(f.get("action")) for f in self.page.forms
        )
        return forms[0]


def _text(answer: TestResponse) -> str:
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(answer.data) if packed else answer.data).decode()


def _fields(form: Element, page: Page) -> list[tuple[str, Any]]:
    """Names and values that a browser would send, without buttons."""
    found: list[tuple[str, Any]] = []
    for tag in page.select("input, select, textarea"):
        name = tag.get("name")
        if not name or tag.has_attr("disabled") or page.form_of(tag) != form or tag.find_parent("template"):
            continue
        if tag.name == "select":
            chosen = tag.select_one("option[selected]") or tag.select_one("option")
            if chosen is not None:
                found.append((str(name), chosen.get("value", chosen.get_text())))
        elif tag.name == "textarea":
            found.append((str(name), tag.get_text()))
        elif tag.get("type") in ("radio", "checkbox"):
            if tag.has_attr("checked"):
                found.append((str(name), tag.get("value", "on")))
        elif tag.get("type") not in ("submit", "button", "reset", "file", "image"):
            found.append((str(name), tag.get("value", "")))
    return found


def _override(fields: list[tuple[str, Any]], values: Values) -> None:
    for name, value in values.items():
        places = [place for place, (found, _value) in enumerate(fields) if found == name]
        many = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        for place, one in itertools.zip_longest(places, many, fillvalue=None):
            if place is None:
                fields.append((name, one))
            elif isinstance(value, str) or value is None or one is not None:
                fields[place] = (name, one)


def _button(form: Element, page: Page, wanted: str) -> Element | None:
    buttons = [
        b for b in page.named("button") if page.form_of(b) == form and b.get("type", "submit") == "submit"
    ]
    buttons = [b for b in buttons if not b.has_attr("disabled")]
    if not wanted:
        return next((b for b in buttons if not b.get("formaction")), None)
    for button in buttons:
        words = " ".join(button.get_text().split())
        if words == wanted or f"{button.get('name')}={button.get('value')}" == wanted:
            return button
    raise AssertionError(f"no button “{wanted}” on {page.path}")
