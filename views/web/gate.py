"""Decorators for views that change a session, a group or a tournament: role, lock, and each form only once.

    @seats.post("/<uuid:seat_id>/leaving")
    @changes_session()
    def leave_seat(session: Session, seat_id: uuid.UUID) -> ResponseReturnValue:
        leave(session, _seat(session, seat_id), change_stamp())

The view gets the session (or group, or tournament) instead of its ids, locked until the transaction ends. A
form whose id is in the history was carried out before: then `on_repeat` is called instead of the view. If it
had other values then, the user is asked. None: the view may run twice, or checks `earlier_change()` itself.
"""

from __future__ import annotations

import base64
import hmac
import json
import secrets
import uuid
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from flask import abort, current_app, g, redirect, request
from flask import session as cookie
from flask.typing import ResponseReturnValue

from forms.base import ChangeForm
from models import Change, ChangeStamp, Group, Night, Role, Session, Tournament, TournamentTable
from models.database import db, new_id
from models.link import SECRET_BYTES
from models.recycle_bin import lock_content
from views.web.access import (
    Membership,
    counter,
    lock_group,
    membership,
    night_of,
    owner,
    scorer,
    session_of,
    tournament_of,
    umpire,
)
from views.web.addresses import session_url, tournament_url
from views.web.clock import now
from views.web.errors import sent_before_page
from views.web.phone import phone_name

View = Callable[..., ResponseReturnValue]  # of the session or group, and the other parts of the address
FIELDS_OF_EVERY_FORM = ("csrf_token", "change_id")
CHECKS_BY_ROLE: dict[Role, Callable[[uuid.UUID], Membership]] = {
    Role.PLAYER: counter,
    Role.SCORER: scorer,
    Role.OWNER: owner,
}


def to_table(session: Session, **_arguments: Any) -> ResponseReturnValue:
    return redirect(session_url(session), 303)


def to_tournament(tournament: Tournament, **_arguments: Any) -> ResponseReturnValue:
    return redirect(tournament_url(tournament), 303)


def changes_session(on_repeat: View | None = to_table, *, role: Role = Role.SCORER) -> Callable[[View], View]:
    """For members of that role."""

    def enter(group_id: uuid.UUID, session_id: uuid.UUID) -> Session:
        Session.lock(group_id, session_id)  # before its group, which may just be joined into another
        db.session().expire_on_commit = False  # what the answer says of the session is not read again
        CHECKS_BY_ROLE[role](group_id)
        return session_of(group_id, session_id)

    return _gate("session", enter, on_repeat)


def changes_group(role: Role, on_repeat: View | None) -> Callable[[View], View]:
    """For members of that role."""
    return _gate("group", lambda group_id: _require_member(group_id, role), on_repeat)


def changes_tournament(
    on_repeat: View | None = to_tournament, *, role: Role = Role.UMPIRE, at_tables: bool = False
) -> Callable[[View], View]:
    """Requires the umpire, or `role`. Locks the group too, because people may be added to it.

    at_tables: lock the sessions of its tables as well.
    """

    def enter(group_id: uuid.UUID, tournament_id: uuid.UUID) -> Tournament:
        if at_tables:  # before the group, in the order of views that change a session
            TournamentTable.lock_sessions(group_id, tournament_id)
        lock_group(group_id)
        umpire(group_id, tournament_id) if role is Role.UMPIRE else CHECKS_BY_ROLE[role](group_id)
        return tournament_of(group_id, tournament_id, lock=True)

    return _gate("tournament", enter, on_repeat)


def changes_night(view: View) -> View:
    """For owners. Locks the sessions of the night, in the order of views that change a session."""

    def enter(group_id: uuid.UUID, night_id: uuid.UUID) -> Night:
        night = Night.of(group_id, night_id)
        if night is not None:
            lock_content(night)
        lock_group(group_id)
        owner(group_id)
        return night_of(group_id, night_id)

    return _gate("group", enter, None)(view)


def changes_deleted_group(view: View) -> View:
    """For owners of a group that is in the recycle bin, or was there until now."""

    def enter(group_id: uuid.UUID) -> Group:
        lock_group(group_id)
        member = membership(group_id) or abort(404)
        return member.group if member.may_manage else abort(403)

    return _gate("group", enter, None)(view)


def _gate(kind: str, enter: Callable[..., Any], on_repeat: View | None) -> Callable[[View], View]:
    """enter: locks and returns the object to change; gets the ids that are its parameters."""
    ids = signature(enter).parameters

    def gated(view: View) -> View:
        @wraps(view)
        def gated_view(**arguments: Any) -> ResponseReturnValue:
            group_id = arguments["group_id"]
            changed = enter(**{name: arguments.pop(name) for name in ids})
            g.earlier_change = Change.of(group_id, sent_id())
            if on_repeat is not None and g.earlier_change is not None:
                return on_repeat(changed, **arguments) if is_same_form() else (sent_before_page(), 409)
            return view(changed, **arguments)

        gated_view.gate = kind  # type: ignore[attr-defined]
        return gated_view

    return gated


def enter_group(group_id: uuid.UUID, role: Role) -> Group:
    """Check the role, lock the group row, return the group."""
    group = _require_member(group_id, role)
    g.earlier_change = Change.of(group_id, sent_id())
    return group


def _require_member(group_id: uuid.UUID, role: Role) -> Group:
    lock_group(group_id)
    return CHECKS_BY_ROLE[role](group_id).group


def sent_id() -> uuid.UUID:
    """The id in the sent form, the same on every submit; a new one where the form has none."""
    if "sent_id" not in g:
        g.sent_id = ChangeForm().id_of_change
    found: uuid.UUID = g.sent_id
    return found


def earlier_change() -> Change | None:
    """The change that this form made when it was sent before; None the first time."""
    found: Change | None = g.earlier_change
    return found


def is_same_form() -> bool:
    """Whether the form had these values when it made its earlier change, as far as that is known."""
    before = earlier_change()
    return before is None or before.form in (None, _digest_of_form())


def _digest_of_form() -> str:
    """Of the sent fields, without the token and the change id; of 32 characters."""
    fields = sorted(field for field in request.form.items(multi=True) if field[0] not in FIELDS_OF_EVERY_FORM)
    key: str = current_app.config["SECRET_KEY"]
    return hmac.digest(key.encode(), json.dumps(fields).encode(), "sha256").hex()[:32]


def change_stamp(*, afresh: bool = False) -> ChangeStamp:
    """The stamp of this request, with the change id of its form.

    The id is a new one if the form was carried out before, or if `afresh`: for a second change in one
    request.
    """
    change_id = new_id() if afresh or earlier_change() else sent_id()
    return ChangeStamp(change_id, phone_name(), now(), _digest_of_form())


def link_secret_for_form(role: str) -> tuple[uuid.UUID, str]:
    """Id and secret of the link that the sent form makes: the same for every submit of a form.

    A double tap loses the first answer and the secret in it, so the second has to return the same. Both are
    derived from this phone's cookie and cannot be computed from the database.
    """
    key = f"{sent_id()} {role}"
    token = cookie.get("csrf_token") or secrets.token_hex()
    digest = hmac.digest(token.encode(), key.encode(), "sha256")[:SECRET_BYTES]
    secret = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return uuid.uuid5(uuid.NAMESPACE_OID, key + token), secret
