"""A page as users and screen readers read it, and the checks that every page must pass."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map

from tests.html import Document, Element

UNNAMED_INPUTS = {"hidden", "submit", "button", "image", "reset"}
SPOKEN = ("title", "alt", "aria-label", "placeholder", "content")
NOT_PROSE = {"script", "style", "code", "textarea", "pre"}
BLOCKS = ("p", "div", "ul", "ol", "form", "section", "table", "h1", "h2", "h3", "nav", "fieldset", "details")
STRAIGHT = re.compile(r"['\"]")
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SOME_ID = "01890000-0000-7000-8000-000000000000"
# Ids, secrets and tokens. Lookbehind would take twice as long.
VARYING = re.compile(rf"{UUID.pattern}|/join/[\w-]+|name=\"csrf_token\" value=\"[^\"]+")
CHECKED: set[tuple[bytes, bool, bool]] = set()


class Page:
    """A page of the application. `check` raises AssertionError with all its defects."""

    def __init__(self, text: str, path: str) -> None:
        self.text, self.path = text, path

    @cached_property
    def soup(self) -> Document:
        return Document(self.text)

    @property
    def heading(self) -> str:
        return text_of(self.soup.h1)

    @cached_property
    def words(self) -> str:
        """All readable text, on one line."""
        return text_of(self.soup.body)

    @property
    def flashes(self) -> list[str]:
        return [text_of(paragraph) for paragraph in self.soup.select(".flashes p")]

    def select(self, selector: str) -> list[Element]:
        return list(self.soup.select(selector))

    def texts(self, selector: str) -> list[str]:
        return [text_of(tag) for tag in self.soup.select(selector)]

    @property
    def forms(self) -> list[Element]:
        return self.named("form")

    def named(self, *names: str) -> list[Element]:
        """All elements with these tags, those with the first one first."""
        return [element for name in names for element in self.soup.by_name.get(name, ())]

    def having(self, *attributes: str) -> list[Element]:
        """All elements with one of these attributes, those with the first one first."""
        return [element for name in attributes for element in self.soup.by_attribute.get(name, ())]

    def hrefs(self, which: str = "") -> list[str]:
        """The addresses of links within the site. which: a CSS selector for some of them."""
        links = self.select(which) if which else [a for a in self.named("a") if a.has_attr("href")]
        return [str(a["href"]) for a in links if not _goes_to_bg_stats(a)]

    def check(self, app: Flask, *, whole: bool = True, quotes: bool = True) -> None:
        """Check the page; `whole` is false for a fragment, `quotes` is false if users typed the text.

        A page that differs from a checked one only in ids and secrets is not checked again.
        """
        key = _numbered(f"{self.path}\n{self.text}"), whole, quotes
        if key in CHECKED:
            return
        wrong = [*self.soup.mistakes, *self._unique_ids(), *self._labels(), *self._no_inline()]
        wrong += self._quotes() if quotes else []
        wrong += [*self._forms(), *self._addresses(app), *self._names(), *self._nesting(), *self._sentences()]
        if whole:
            wrong += [*self._head(), *self._references(), *self._errors()]
        assert not wrong, f"{self.path}:\n  " + "\n  ".join(wrong)
        CHECKED.add(key)

    def _head(self) -> list[str]:
        wrong = []
        language = self.soup.html.get("lang") if self.soup.html else None
        if language not in ("en", "sv"):
            wrong.append(f"lang is {language}")
        headings = [h for h in self.named("h1") if not h.find_parent("template")]
        if len(headings) != 1:
            return [*wrong, f"{len(headings)} h1"]
        title = text_of(self.soup.title)
        if not self.heading or not title.startswith(self.heading):
            wrong.append(f"title “{title}” does not begin with “{self.heading}”")
        if len(self.named("main")) != 1:
            wrong.append("not one main")
        return wrong

    def _unique_ids(self) -> list[str]:
        counted = Counter(str(tag["id"]) for tag in self.having("id"))
        return [f"{count} × id {name}" for name, count in counted.items() if count > 1]

    def _labels(self) -> list[str]:
        labels = {
            str(label["for"]): label for label in reversed(self.named("label")) if label.has_attr("for")
        }
        fields = [*self.named("select", "textarea")]
        fields += [field for field in self.named("input") if field.get("type") not in UNNAMED_INPUTS]
        unlabelled = [
            field
            for field in fields
            if not field.get("aria-label")
            and not field.get("aria-labelledby")
            and not text_of(field.find_parent("label"))
            and not text_of(labels.get(str(field.get("id"))))
        ]
        return [f"no label: {opening(field)}" for field in unlabelled]

    def _no_inline(self) -> list[str]:
        wrong = [f"style: {opening(tag)}" for tag in [*self.named("style"), *self.having("style")]]
        wrong += [f"inline script: {opening(s)}" for s in self.named("script") if not s.get("src") or s.text]
        events = [name for name in self.soup.by_attribute if name.startswith("on")]
        handlers = self.having(*events)
        wrong += [f"handler: {opening(tag)}" for tag in handlers]
        addressed = self.having("href", "action", "formaction")
        wrong += [f"script address: {opening(t)}" for t in addressed if "javascript:" in str(t.attrs).lower()]
        return wrong

    def _quotes(self) -> list[str]:
        prose = self.soup.find_text(STRAIGHT, outside=NOT_PROSE)
        prose += [
            str(tag[name]) for name in SPOKEN for tag in self.having(name) if STRAIGHT.search(str(tag[name]))
        ]
        return [f"straight quotes: {text.strip()[:80]}" for text in prose]

    def _forms(self) -> list[str]:
        wrong = [f"a form in a form: {opening(f)}" for f in self.forms if f.find_parent("form")]
        for form in self.forms:
            if form.get("method", "get").lower() == "post":
                token = form.select_one("input[name=csrf_token]")
                if token is None or not token.get("value"):
                    wrong.append(f"no csrf token: {opening(form)}")
        for tag in self.having("form"):
            if self.soup.html and not self.form_of(tag):
                wrong.append(f"belongs to no form: {opening(tag)}")
        return wrong

    def _addresses(self, app: Flask) -> list[str]:
        found = [(str(t["href"]), "GET") for t in self.having("href") if not _goes_to_bg_stats(t)]
        found += [(str(t["src"]), "GET") for t in self.having("src")]
        for form in self.forms:
            if not self._buttons_say_where(form):
                found.append((str(form.get("action") or self.path), form.get("method", "get").upper()))
        for button in self.having("formaction"):
            owner = self.form_of(button)
            around = "post" if self.soup.html is None else "get"  # its form is on the surrounding page
            method = button.get("formmethod") or (owner.get("method") if owner else around) or "get"
            found.append((str(button["formaction"]), method.upper()))
        return [
            wrong for address, method in set(found) if (wrong := self._leads_nowhere(app, address, method))
        ]

    def form_of(self, field: Element) -> Element | None:
        """The form to which a field or a button belongs."""
        if field.get("form"):
            owner = self.soup.with_id(str(field["form"]))
            return owner if owner is not None and owner.name == "form" else None
        return field.find_parent("form")

    def _buttons_say_where(self, form: Element) -> bool:
        buttons = [b for b in self.named("button") if b.has_attr("form") and b["form"] == form.get("id")]
        buttons = buttons or form.select("button")
        return all(button.get("formaction") for button in buttons)

    def _leads_nowhere(self, app: Flask, address: str, method: str) -> str | None:
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            return f"leaves the site: {address}"
        if not parts.path:
            there = not parts.fragment or self.soup.with_id(parts.fragment)
            return None if there else f"no such place on the page: {address}"
        if method == "GET" and parts.path.startswith("/static/"):
            return None if _is_there(f"{app.static_folder}{parts.path[7:]}") else f"no such file: {address}"
        wrong = _no_endpoint(app.url_map, UUID.sub(SOME_ID, parts.path), method)
        return wrong and f"{wrong}: {method} {address}"

    def _names(self) -> list[str]:
        """Links and buttons need a name for screen readers."""
        silent = [
            tag
            for tag in self.named("a", "button", "summary")
            if not tag.find_parent("template")
            and not text_of(tag)
            and not tag.get("aria-label")
            and not tag.has_attr("hidden")  # its text is inserted later
        ]
        return [f"says nothing: {opening(tag)}" for tag in silent]

    def _sentences(self) -> list[str]:
        """Elements with a script contain the template of its texts (static/js/messages.js)."""
        speaking = self.having("data-pad", "data-seat-order", "data-grid", "data-share")
        silent = [tag for tag in speaking if not tag.select("template[data-says]")]
        return [f"no sentences for its script: {opening(tag)}" for tag in silent]

    def _errors(self) -> list[str]:
        """Errors of fields are also listed at the top of the page, for phones without JavaScript."""
        listed = " ".join(text_of(alert) for alert in self.having("role") if alert["role"] == "alert")
        fields = [tag for tag in self.named("p") if "wrong" in (tag.get("class") or ())]
        return [f"not on top of the page: {text_of(tag)}" for tag in fields if text_of(tag) not in listed]

    def _nesting(self) -> list[str]:
        """Nesting that a browser would silently change."""
        wrong = [f"{tag.name} in p: {opening(tag)}" for tag in self.named(*BLOCKS) if tag.find_parent("p")]
        inner = [tag for tag in self.named("a", "button", "input") if tag.find_parent("a", "button")]
        inner += [tag for tag in self.named("label") if tag.find_parent("label")]
        return wrong + [f"{tag.name} within another control: {opening(tag)}" for tag in inner]

    def _references(self) -> list[str]:
        ids = {str(tag["id"]) for tag in self.having("id")}
        wrong = []
        for attribute in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
            for tag in self.having(attribute):
                missing = set(str(tag[attribute]).split()) - ids
                wrong += [f"{attribute} names no {name}: {opening(tag)}" for name in sorted(missing)]
        return wrong


def _numbered(text: str) -> bytes:
    """A hash that does not depend on ids and secrets, except on which of them are equal."""
    replaced: dict[str, str] = {}
    alike = VARYING.sub(lambda found: replaced.setdefault(found[0], f"#{len(replaced)}"), text)
    return sha256(alike.encode()).digest()


@lru_cache(maxsize=10_000)
def _no_endpoint(urls: Map, path: str, method: str) -> str | None:
    """The status of an address that no endpoint answers."""
    try:
        urls.bind("localhost").match(path, method)
    except HTTPException as nothing:
        return str(nothing.code)
    return None


@cache
def _is_there(file: str) -> bool:
    return Path(file).is_file()


def _goes_to_bg_stats(link: Element) -> bool:
    """The only link that leaves the site; it must not send a referrer."""
    away = str(link["href"]).startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    return away and link.name == "a" and set(str(link.get("rel", "")).split()) == {"noreferrer", "noopener"}


def text_of(tag: Element | None) -> str:
    return " ".join(tag.get_text().split()) if tag else ""


def opening(tag: Element) -> str:
    """The opening tag, for messages."""
    return str(tag).partition(">")[0][:160] + ">"
