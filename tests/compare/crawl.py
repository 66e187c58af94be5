"""Opens every page that a phone can reach by links."""

from __future__ import annotations

import re
from collections import Counter, deque
from dataclasses import dataclass
from html import unescape

from tests.compare.contents import kind_of_address
from tests.compare.fields import Entry
from tests.compare.phone import Phone

LINK = re.compile(r"<a\b[^>]*?\shref=\"([^\"]+)\"")
GET_FORM = re.compile(r"<form\b(?![^>]*\bmethod=\"post\")")
ELSEWHERE = re.compile(r"/static/|/(calendar|feed)/")
MAX_QUERIES = 4  # addresses with the same path and other names in the query
FOLLOWED = "data-follow"  # the attribute of a part of a page that is fetched by itself
FRAGMENT = {"X-Fragment": "1"}


@dataclass(frozen=True)
class Limits:
    """How many pages of each kind are opened: the first ones, after that each n-th up to a number."""

    first: int
    every: int = 0
    most: int = 0
    skipped: str = ""  # the beginning of addresses that are not opened

    def skips(self, address: str) -> bool:
        return bool(self.skipped) and address.startswith(self.skipped)

    def allows(self, place: int) -> bool:
        """place: 1 for the first link of its kind."""
        return place <= self.first or bool(self.every and place % self.every == 0 and place <= self.most)


EVERY_PAGE = Limits(10_000)
SOME_PAGES = Limits(2)
ONE_PAGE = Limits(1)
WITHOUT_RULES = Limits(1, skipped="/rules/")
SAMPLE = Limits(2, every=40, most=240)


def crawl(phone: Phone, starts: list[str], limits: Limits) -> None:
    """Follow the links from these addresses, breadth first.

    Forms that only look something up are sent too, where more than one page of each kind is opened.
    """
    waiting, seen, kinds, paths = deque(starts), set(map(_page, starts)), Counter[str](), Counter[str]()
    while waiting:
        address = waiting.popleft()
        kind, path = kind_of_address(address), address.partition("?")[0]
        kinds[kind] += 1
        if not limits.allows(kinds[kind]) or paths[path] == MAX_QUERIES or limits.skips(address):
            continue
        paths[path] += 1
        phone.get(address)
        if phone.answer.media_type != "text/html":
            continue
        links = [unescape(link).partition("#")[0] for link in LINK.findall(phone.answer.text)]
        if kinds[kind] == 1:
            links += _looked_up(phone) if limits.first > 1 else []
            if FOLLOWED in phone.answer.text:
                phone.get(address, f"{phone.name} fetches a part of {address}", headers=FRAGMENT)
        for link in links:
            if link.startswith("/") and _page(link) not in seen and not ELSEWHERE.match(link):
                seen.add(_page(link))
                waiting.append(link)


def _page(address: str) -> str:
    """What makes an address another page: its path, and the names in its query without their values."""
    path, mark, _query = address.partition("?")
    return f"{path}?{kind_of_address(address).partition('?')[2]}" if mark else path


def _looked_up(phone: Phone) -> list[str]:
    """The addresses to which untouched forms of the page lead that only look something up."""
    if not GET_FORM.search(phone.answer.text):
        return []
    page = phone.page
    forms = [form for form in page.forms if str(form.get("method", "get")).lower() == "get"]
    return [phone.address_of(form, Entry(page, form).fields) for form in forms]
