"""The way back to where a page was opened from; it never leads to another site."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import request, url_for

LONGEST = 500
BLANK = 32  # the space, and what is below it: browsers leave some of those out and read on


def way_back() -> str:
    """The path that the address names with `back`, "" where it names none or one of another site."""
    return _path_here(request.args.get("back"))


def safe_way_back(address: str | None) -> str:
    """The path given, if it is one of this site; the start page otherwise."""
    return _path_here(address) or url_for("start.index")


def _path_here(address: str | None) -> str:
    if not address or len(address) > LONGEST:
        return ""
    if not address.startswith("/") or address.startswith("//") or "\\" in address:
        return ""  # a browser reads a backslash as a slash
    parts = urlsplit(address)
    is_here = not parts.scheme and not parts.netloc and all(ord(character) > BLANK for character in address)
    return address if is_here else ""
