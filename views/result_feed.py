"""The results as a feed tells them, in the page's language."""

from __future__ import annotations

from datetime import datetime

from flask import url_for

from exchange.feed import Entry, Feed, atom_feed
from models import Group, Session
from models.latest import latest_results
from views.language import current_language
from views.pages import words
from views.result import headline_of, message_of

MOST_ENTRIES = 15  # some five evenings


def feed_of(group: Group) -> bytes:
    feed = Feed(
        id=group.id,
        title=group.name,
        address=url_for("groups.show", group_id=group.id, _external=True),
        language=current_language(),
        updated=group.created_at,
    )
    return atom_feed(feed, [_entry(*told) for told in latest_results(group.id, MOST_ENTRIES)])


def _entry(session: Session, changed: datetime) -> Entry:
    return Entry(
        id=session.id,
        title=f"{words(session.rules['name'])}: {headline_of(session)}",
        text=message_of(session),
        address=url_for("sessions.show", group_id=session.group_id, session_id=session.id, _external=True),
        published=session.finished_at or changed,
        updated=changed,
    )
