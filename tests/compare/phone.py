"""A phone: opens pages, fills in their forms as a browser would, and records what it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode, urlsplit

from bs4 import BeautifulSoup, Tag

from tests.compare.server import Answer, Server

MAX_REDIRECTS = 6
REDIRECTS = (301, 302, 303, 307, 308)
Fields = list[tuple[str, str]]


class StepFailed(Exception):
    """The page does not contain what the step needs."""


@dataclass
class Record:
    """One step of a scenario and its last response. chain: statuses and addresses of its redirects."""

    step: str
    address: str
    answer: Answer
    chain: tuple[str, ...] = ()
    costs: dict[str, float] = field(default_factory=dict)
    is_save: bool = False

    @property
    def step_key(self) -> str:
        """The step without its address, which has ids."""
        return self.step.replace(self.address, "")


class Page:
    """A page as a tree, and its forms."""

    def __init__(self, text: str, address: str) -> None:
        self.text, self.address = text, address

    @cached_property
    def soup(self) -> BeautifulSoup:
        return BeautifulSoup(self.text, "html.parser")

    @property
    def forms(self) -> list[Tag]:
        """The forms, without that of the language."""
        forms = [form for form in self.soup.find_all("form") if isinstance(form, Tag)]
        return [form for form in forms if not form.select_one("[name=language]")]

    def links(self) -> list[str]:
        """The addresses of links within the site, without anchors, in order."""
        hrefs = [str(link["href"]).partition("#")[0] for link in self.soup.find_all("a", href=True)]
        return [href for href in dict.fromkeys(hrefs) if href.startswith("/")]

    def controls(self, form: Tag) -> list[Tag]:
        """The fields and buttons that belong to a form, in order."""
        tags = self.soup.find_all(["input", "select", "textarea", "button"])
        return [tag for tag in tags if isinstance(tag, Tag) and _belongs(tag, form)]

    def label_of(self, control: Tag) -> str:
        """The text that names a field or button, for people."""
        if control.name == "button":
            return visible(control)
        if control.get("aria-label"):
            return str(control["aria-label"])
        label = around(control, "label")
        if label is not None:
            return visible(label)
        name = str(control.get("id") or "")
        return visible(self.soup.find("label", attrs={"for": name}) if name else None)


class Phone:
    """`answer` is the last response, `page` its page."""

    def __init__(self, server: Server, records: list[Record], *, name: str, language: str = "en") -> None:
        self.server, self.records, self.name = server, records, name
        self.headers: dict[str, str] = {"Accept-Language": language, "User-Agent": "Mozilla/5.0 (iPhone)"}
        self.cookies: dict[str, str] = {}
        self.answer = Answer(0, {}, b"")
        self.address = "/"
        self.page = Page("", "/")

    def unrecorded(self) -> Phone:
        """The same phone; what it is shown is not compared."""
        other = Phone(self.server, [], name=self.name, language=self.headers["Accept-Language"])
        other.cookies, other.page, other.address = self.cookies, self.page, self.address
        return other

    def get(self, address: str, step: str = "", **sending: Any) -> Page:
        return self.send("GET", address, step or f"{self.name} opens {address}", **sending)

    def submit(
        self, form: Tag, fields: Fields, *, button: Tag | None = None, step: str, **sending: Any
    ) -> Page:
        """Send a form of the page with these fields, with a button of it if one is named."""
        action = (button.get("formaction") if button else None) or form.get("action") or self.address
        method = str((button.get("formmethod") if button else None) or form.get("method", "get")).upper()
        if button is not None and button.get("name"):
            fields = [*fields, (str(button["name"]), str(button.get("value", "")))]
        if method == "GET":
            return self.send("GET", self.address_of(form, fields), step)
        data: dict[str, list[str]] = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        return self.send("POST", str(action), step, data=data, **sending)

    def address_of(self, form: Tag, fields: Fields) -> str:
        """The address to which a form leads that only looks something up."""
        action = str(form.get("action") or self.address).partition("?")[0]
        return f"{action}?{urlencode(fields)}"

    def send(self, method: str, address: str, step: str, *, trace: str = "", **content: Any) -> Page:
        """Send a request, follow redirects and record the step. Costs are those of all its requests."""
        chain: list[str] = []
        costs: dict[str, float] = {}
        is_save, asked = method == "POST", address
        for _hop in range(MAX_REDIRECTS):
            self.answer = self._request(method, address, trace, content)
            if not chain or not is_save:
                costs = self.answer.costs
            if self.answer.status not in REDIRECTS:
                break
            to = urlsplit(self.answer.headers["location"])
            chain.append(f"{self.answer.status} {self.answer.headers['location']}")
            method, address, content = "GET", to.path + (f"?{to.query}" if to.query else ""), {}
        self.address = address
        self.records.append(Record(step, asked, self.answer, tuple(chain), costs, is_save))
        if self.answer.media_type == "text/html":
            self.page = Page(self.answer.text, address)
        return self.page

    def _request(self, method: str, address: str, trace: str, content: Mapping[str, Any]) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**self.headers, **content.get("headers", {}), **({"Cookie": cookie} if cookie else {})}
        if method == "POST":
            headers["Sec-Fetch-Site"] = "same-origin"
        sent = {name: value for name, value in content.items() if name != "headers"}
        answer = self.server.request(method, address, headers, trace=trace, **sent)
        for line in filter(None, answer.headers.get("set-cookie", "").split("\n")):
            name, _equals, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer


def text_of(tag: Tag | None) -> str:
    return " ".join(tag.get_text(" ").split()) if tag else ""


def visible(tag: Tag | None) -> str:
    """The text of a tag without the parts that screen readers skip."""
    return " ".join(" ".join(_spoken(tag)).split()) if tag else ""


def _spoken(tag: Tag) -> Iterator[str]:
    for child in tag.children:
        if isinstance(child, Tag):
            if child.get("aria-hidden") != "true":
                yield from _spoken(child)
        else:
            yield str(child)


def around(tag: Tag, name: str) -> Tag | None:
    """The nearest element of this name around a tag."""
    return next((parent for parent in tag.parents if parent.name == name), None)


def legend_of(control: Tag) -> str:
    """The legend of the field set around a field."""
    fieldset = around(control, "fieldset")
    legend = fieldset.find("legend") if fieldset is not None else None
    return visible(legend) if isinstance(legend, Tag) else ""


def _belongs(tag: Tag, form: Tag) -> bool:
    if tag.has_attr("disabled") or around(tag, "template"):
        return False
    return tag["form"] == form.get("id") if tag.get("form") else around(tag, "form") is form


def initial_values(tag: Tag) -> Fields:
    """What a browser would send for a field that nobody has touched."""
    name = tag.get("name")
    if not name or tag.name == "button" or tag.get("type") in ("submit", "button", "file", "image", "reset"):
        return []
    if tag.name == "select":
        chosen = tag.select_one("option[selected]") or tag.select_one("option")
        return [(str(name), str(chosen.get("value", text_of(chosen))))] if chosen else []
    if tag.name == "textarea":
        return [(str(name), tag.get_text())]
    if tag.get("type") in ("radio", "checkbox"):
        return [(str(name), str(tag.get("value", "on")))] if tag.has_attr("checked") else []
    return [(str(name), str(tag.get("value", "")))]
