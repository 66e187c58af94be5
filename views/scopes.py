"""What is to be taken out: the group's whole history, a night or a session, and whether this phone may."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from flask import abort
from flask_babel import gettext as _

from models import Night, Session, db
from models.scope import Scope
from views.access import Membership, reader, scorer
from views.language import local_date
from views.moments import now
from views.pages import words


@dataclass(frozen=True)
class Taken:
    """session and night are None where more than one is meant. called: how its files begin."""

    member: Membership
    scope: Scope
    called: str
    night: Night | None = None
    session: Session | None = None


def taken(
    group_id: uuid.UUID, night_id: uuid.UUID | None = None, session_id: uuid.UUID | None = None
) -> Taken:
    """404 for what is not the group's. A watcher may have a night or a session, not the whole history."""
    if session_id is not None:
        return _session(reader(group_id), session_id)
    if night_id is not None:
        return _night(reader(group_id), night_id)
    member = scorer(group_id)
    everything = _("all nights")
    return Taken(member, Scope(group_id), f"{member.group.name} {local_date(now())} {everything}")


def _session(member: Membership, session_id: uuid.UUID) -> Taken:
    session = db.session.get(Session, session_id)
    if session is None or session.group_id != member.group.id:
        abort(404)
    scope = Scope(member.group.id, session_id=session_id)
    called = f"{member.group.name} {session.night.date} {words(session.rules['name'])}"
    return Taken(member, scope, called, session.night, session)


def _night(member: Membership, night_id: uuid.UUID) -> Taken:
    night = db.session.get(Night, night_id)
    if night is None or night.group_id != member.group.id:
        abort(404)
    return Taken(
        member, Scope(member.group.id, night_id=night_id), f"{member.group.name} {night.date}", night
    )
