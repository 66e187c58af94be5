"""The style sheets and scripts that a first visit loads, followed as a browser follows them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urljoin

from benchmarks.pages import Page
from benchmarks.phone import Phone

TAG = re.compile(r"<(?:link|script)\b[^>]*>")
ADDRESS = re.compile(r"""(?:href|src)=["']([^"']+)""")
KIND = re.compile(r"""rel=["']?(?:stylesheet|modulepreload)|<script\b[^>]*\bsrc=""")
IMPORT = re.compile(
    r"""(?:@import\s+(?:url\()?|\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+\.(?:js|css)[^"']*)["']"""
)


def files_of(phone: Phone, pages: Iterable[Page]) -> list[str]:
    """The addresses of everything these pages load together."""
    waiting = [address for page in pages for address in _named_in(phone, page)]
    found: list[str] = []
    while waiting:
        address = waiting.pop()
        if address not in found:
            found.append(address)
            text = phone.get(address).body.decode()
            waiting += [urljoin(address, imported) for imported in IMPORT.findall(text)]
    return found


def weight_of(phone: Phone, files: Iterable[str], encoding: str) -> int:
    """Bytes on the wire, to a browser that takes this encoding."""
    return sum(len(phone.get(address, Accept_Encoding=encoding).body) for address in files)


def _named_in(phone: Phone, page: Page) -> list[str]:
    html = phone.get(page.path).body.decode()
    tags = [tag for tag in TAG.findall(html) if KIND.search(tag)]
    return [address for tag in tags for address in ADDRESS.findall(tag) if address.startswith("/")]
