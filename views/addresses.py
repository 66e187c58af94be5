"""Addresses within this site."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import url_for

from models import Session

LONGEST = 500


def table_of(session: Session) -> str:
    return url_for("sessions.show", group_id=session.group_id, session_id=session.id)


def safe_way_back(address: str | None) -> str:
    """The path given, if it is one of this site; the start page otherwise."""
    if not address or len(address) > LONGEST:
        return url_for("start.index")
    if not address.startswith("/") or address.startswith(("//", "/\\")):
        return url_for("start.index")
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or any(ord(c) < 32 for c in address):  # noqa: PLR2004 - control characters
        return url_for("start.index")
    return address
