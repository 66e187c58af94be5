"""What is to be taken out: the group's whole history, a night or a session, and whether this phone may."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from flask_babel import gettext as _

from models import Night, Session
from models.scope import Scope
from views.web.access import Membership, night_of, reader, scorer, session_of
from views.web.clock import now
from views.web.language import local_date
from views.wording.phrases import words


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
        return _session(reader(group_id), session_of(group_id, session_id))
    if night_id is not None:
        return _night(reader(group_id), night_of(group_id, night_id))
    member = scorer(group_id)
    everything = _("all nights")
    return Taken(member, Scope(group_id), f"{member.group.name} {local_date(now())} {everything}")


def _session(member: Membership, session: Session) -> Taken:
    scope = Scope(member.group.id, session_id=session.id)
    called = f"{member.group.name} {session.night.date} {words(session.wording.name)}"
    return Taken(member, scope, called, session.night, session)


def _night(member: Membership, night: Night) -> Taken:
    scope = Scope(member.group.id, night_id=night.id)
    return Taken(member, scope, f"{member.group.name} {night.date}", night)
