"""Files for programs: robots.txt, the web app manifest and security.txt."""

from __future__ import annotations

import json
from datetime import timedelta

from flask import Response, abort, current_app, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from views.operations import bp
from views.web.clock import now
from views.web.language import current_language
from views.web.pages import static

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
SECURITY_TXT_VALIDITY = timedelta(days=180)
PAPER_COLOUR = "#faf7ef"  # as --paper of static/css/tokens.css


@bp.get("/robots.txt")
def robots() -> ResponseReturnValue:
    return Response(ROBOTS, mimetype="text/plain")


@bp.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """W3C Web Application Manifest."""
    pictures = [("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any")]
    pictures.append(("maskable-512.png", "512x512", "maskable"))
    start = url_for("home.index")
    return Response(
        json.dumps(
            {
                "id": start,
                "name": "Turn Eight",
                "short_name": "Turn Eight",
                "description": _("A score keeper for people who play with real cards."),
                "lang": current_language(),
                "start_url": start,
                "scope": start,
                "display": "standalone",
                "background_color": PAPER_COLOUR,
                "theme_color": PAPER_COLOUR,
                "icons": [
                    {"src": static(f"icons/{file}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
                    for file, sizes, purpose in pictures
                ],
            }
        ),
        mimetype="application/manifest+json",
    )


@bp.get("/.well-known/security.txt")
def security() -> ResponseReturnValue:
    """RFC 9116; 404 without a configured contact."""
    contact = current_app.config["SECURITY_CONTACT"]
    if contact is None:
        abort(404)
    expires = (now() + SECURITY_TXT_VALIDITY).strftime("%Y-%m-%dT00:00:00Z")
    lines = (f"Contact: {contact}", f"Expires: {expires}", "Preferred-Languages: en, sv", "")
    return Response("\n".join(lines), mimetype="text/plain")
