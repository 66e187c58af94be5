"""Responses to changes sent from a phone's outbox, which needs a status and no page.

204: carried out, now or before. Any other status is the view's own, and the phone keeps the change until a
player has looked at it (static/js/offline/outbox.js). Flashed messages stay in the cookie.
"""

from __future__ import annotations

from flask import Flask, Response, g

from views.web.phone import is_from_outbox


def register(app: Flask) -> None:
    app.after_request(_answer)


def refuse() -> None:
    """The redirect that follows is no sign that something was carried out."""
    g.refused = True


def _answer(response: Response) -> Response:
    if not is_from_outbox() or response.status_code != 303:  # noqa: PLR2004
        return response
    return Response(status=409 if g.get("refused") else 204)
