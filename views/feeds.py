"""A calendar of the nights and a feed of the results: kept by a phone, or asked for by a program.

Such a program has no cookie, so its address holds the secret of a link that reads these two files and
opens nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable

from flask import Blueprint, Response, abort, current_app, request
from flask.typing import ResponseReturnValue
from flask_babel import force_locale

from models import Group, Link
from views.access import reader
from views.attachments import attached
from views.calendar_page import calendar_of
from views.language import current_language
from views.limits import READING_FEEDS, TAKING_OUT, limiter
from views.result_feed import feed_of

feeds = Blueprint("feeds", __name__)

IN_GROUP = "/groups/<uuid:group_id>/out"
CALENDAR, FEED = "text/calendar", "application/atom+xml"


@feeds.get(f"{IN_GROUP}/nights.ics")
@limiter.limit(TAKING_OUT)
def nights(group_id: uuid.UUID) -> ResponseReturnValue:
    """The calendar as a file to keep."""
    group = reader(group_id).group
    return attached(Response(calendar_of(group), mimetype=CALENDAR), group.name, "ics")


@feeds.get(f"{IN_GROUP}/results.atom")
@limiter.limit(TAKING_OUT)
def results(group_id: uuid.UUID) -> ResponseReturnValue:
    """The feed as a file to keep."""
    group = reader(group_id).group
    return attached(Response(feed_of(group), mimetype=FEED), group.name, "atom")


@feeds.get("/feeds/<secret>/nights.ics")
@limiter.limit(READING_FEEDS)
def read_nights(secret: str) -> ResponseReturnValue:
    """The calendar for a program; `lang` says in which language."""
    return _read(secret, calendar_of, CALENDAR)


@feeds.get("/feeds/<secret>/results.atom")
@limiter.limit(READING_FEEDS)
def read_results(secret: str) -> ResponseReturnValue:
    """The feed for a program; `lang` says in which language."""
    return _read(secret, feed_of, FEED)


def _read(secret: str, made: Callable[[Group], str | bytes], mimetype: str) -> ResponseReturnValue:
    """304 while it is what the program has; anybody without a living secret gets 404."""
    link = Link.read_by(secret[:100])
    if link is None:
        abort(404)
    asked = request.args.get("lang", "")
    known = asked in current_app.config["LANGUAGES"]
    with force_locale(asked if known else current_language()):
        response = Response(made(link.group), mimetype=mimetype)
    response.add_etag(weak=True)
    return response.make_conditional(request)
