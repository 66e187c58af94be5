"""A calendar of the nights and a feed of the results: downloaded, or fetched by a program.

Such a program has no cookie, so the address contains the secret of a link that reads these two files only.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping

from flask import Response, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import force_locale, ngettext
from flask_babel import gettext as _

from files.export.calendar_file import CalendarFile
from files.export.feed import AtomFeed
from game.variants import VARIANTS
from models import Group, Link
from models.custom_games import games_of
from models.feeds import (
    MAX_NIGHTS,
    CalendarGame,
    CalendarNight,
    calendar_nights,
    latest_results,
    nights_left_out,
)
from views.files import bp
from views.web.access import reader
from views.web.downloads import as_attachment
from views.web.language import current_language
from views.web.limits import EXPORTING, in_group, limiter, refuse_secret
from views.words.phrases import listed, words
from views.words.results import headline_of, message_of

IN_GROUP = "/groups/<uuid:group_id>/export"
CALENDAR, FEED = "text/calendar", "application/atom+xml"
Content = Callable[[Group], str | bytes]


@bp.get(f"{IN_GROUP}/nights.ics")
def download_calendar(group_id: uuid.UUID) -> ResponseReturnValue:
    """The calendar as a download."""
    return _download(reader(group_id).group, calendar_of, CALENDAR, "ics")


@bp.get(f"{IN_GROUP}/results.atom")
def download_feed(group_id: uuid.UUID) -> ResponseReturnValue:
    """The feed as a download."""
    return _download(reader(group_id).group, feed_of, FEED, "atom")


@bp.get("/feeds/<secret>/nights.ics")
def calendar_by_secret(secret: str) -> ResponseReturnValue:
    """The calendar for a program; `lang` chooses the language."""
    return _read(secret, calendar_of, CALENDAR)


@bp.get("/feeds/<secret>/results.atom")
def feed_by_secret(secret: str) -> ResponseReturnValue:
    """The feed for a program; `lang` chooses the language."""
    return _read(secret, feed_of, FEED)


@limiter.limit(EXPORTING, scope=in_group)
def _download(group: Group, made: Content, mimetype: str, extension: str) -> ResponseReturnValue:
    return as_attachment(Response(made(group), mimetype=mimetype), group.name, extension)


def _read(secret: str, made: Content, mimetype: str) -> ResponseReturnValue:
    """304 while unchanged; 404 without an active link, and while the group is in the recycle bin."""
    link = Link.read_by(secret[:100]) or refuse_secret()
    if link.group.deleted_at:
        abort(404)
    language = request.args.get("lang", "")
    is_known = language in current_app.config["LANGUAGES"]
    with force_locale(language if is_known else current_language()):
        response = Response(made(link.group), mimetype=mimetype)
    response.add_etag(weak=True)
    return response.make_conditional(request)


def calendar_of(group: Group) -> str:
    """Every night of the group, up to a thousand: 0.1 ms each."""
    names = {key: words(variant.name) for key, variant in VARIANTS.items()}
    names |= {game.key: game.name for game in games_of(group.id)}
    calendar = CalendarFile(group.name, calendar_summary(group))
    for found in calendar_nights(group.id):
        _add_night(calendar, group, found, names)
    return str(calendar)


def calendar_summary(group: Group) -> str:
    left_out = nights_left_out(group.id)
    if not left_out:
        return _("All nights of the group are in it.")
    return ngettext(
        "The newest %(most)d nights are in it. %(num)d older night is left out.",
        "The newest %(most)d nights are in it. %(num)d older nights are left out.",
        left_out,
        most=MAX_NIGHTS,
    )


def _add_night(calendar: CalendarFile, group: Group, found: CalendarNight, names: Mapping[str, str]) -> None:
    """names: of the variants and of the group's games today; an unknown one has its key."""
    night = found.night
    called = [names.get(game.variant, game.variant) for game in found.games]
    games = listed(list(dict.fromkeys(called)))
    results = [_in_words(name, game) for name, game in zip(called, found.games, strict=True)]
    calendar.add(
        night.id,
        night.date,
        (found.began, found.ended),
        f"{group.name}: {games}" if games else group.name,
        changed=found.changed,
        description="\n".join(filter(None, (*results, night.note))),
        location=night.place or "",
        address=url_for("nights.show", group_id=group.id, night_id=night.id, _external=True),
    )


def _in_words(name: str, game: CalendarGame) -> str:
    if not game.winners:
        return name
    won = _("won by %(names)s", names=listed(list(game.winners)))
    return f"{name}: {won}"


MOST_ENTRIES = 15  # some five evenings


def feed_of(group: Group) -> bytes:
    address = url_for("home.show_group", group_id=group.id, _external=True)
    feed = AtomFeed(group.id, group.name, address, language=current_language(), founded=group.created_at)
    for session, changed in latest_results(group.id, MOST_ENTRIES):
        feed.add(
            session.id,
            f"{words(session.rules.name)}: {headline_of(session)}",
            message_of(session),
            url_for("table.show", group_id=group.id, session_id=session.id, _external=True),
            published=session.finished_at or changed,
            updated=changed,
        )
    return bytes(feed)
