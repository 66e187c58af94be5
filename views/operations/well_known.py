"""Files that programs look for at a fixed place: what they may read, whom the finder of a hole writes to."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, Response, abort, current_app
from flask.typing import ResponseReturnValue

from views.web.clock import now

well_known = Blueprint("well_known", __name__)

# Open are pages that every phone finds the same; each of them says that it wants to be in no index.
ROBOTS = """\
User-agent: *
Allow: /$
Allow: /rules
Allow: /static/
Disallow: /rules/search
Disallow: /rules/*/referee
Disallow: /
"""
GOOD_FOR = timedelta(days=180)


@well_known.get("/robots.txt")
def robots() -> ResponseReturnValue:
    return Response(ROBOTS, mimetype="text/plain")


@well_known.get("/.well-known/security.txt")
def security() -> ResponseReturnValue:
    """RFC 9116; there is none where nobody was named."""
    contact = current_app.config["SECURITY_CONTACT"]
    if contact is None:
        abort(404)
    expires = (now() + GOOD_FOR).strftime("%Y-%m-%dT00:00:00Z")
    lines = (f"Contact: {contact}", f"Expires: {expires}", "Preferred-Languages: en, sv", "")
    return Response("\n".join(lines), mimetype="text/plain")
