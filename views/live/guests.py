"""Link and code by which more phones join a table."""

from __future__ import annotations

import uuid
from functools import cached_property

from flask import session as cookie

from models import Group, Link, Role, db
from views.live.fragments import SessionAccess
from views.web.addresses import external_url
from views.web.clock import now
from views.web.gate import link_secret_for_form
from views.web.qr import qr_code


def invite(group: Group, tournament_id: uuid.UUID | None = None) -> None:
    """Create a player link; keep its secret in this device's cookie.

    Only this device can show it. With the code on the screen a phone may follow, count a hand and ask to take
    part.
    """
    link_id, secret = link_secret_for_form(Role.PLAYER.value)
    if db.session.get(Link, link_id) is None:
        Link.make(group, Role.PLAYER, now(), link_id=link_id, secret=secret, tournament_id=tournament_id)
        db.session.commit()
    cookie["guests"] = [group.id.hex, link_id.hex, secret]


def hide_guests_code() -> None:
    """Remove the link from this device; phones that have joined by it stay members."""
    cookie.pop("guests", None)


def guests_link(group_id: uuid.UUID) -> tuple[Link, str] | None:
    """The link that this device shows to guests of a group, while it lives, and its secret."""
    group, link_id, secret = cookie.get("guests") or (None, None, None)
    if group != group_id.hex or link_id is None:
        return None
    link = db.session.get(Link, uuid.UUID(link_id))
    if link is None or link.revoked_at is not None or link.role != Role.PLAYER:
        return None
    return link, str(secret)


class GuestCode:
    """The code in the corner: the guest link's where this device has one, else the table's own address, which
    needs the group's link.
    """

    def __init__(self, access: SessionAccess) -> None:
        self.access = access

    @cached_property
    def secret(self) -> str | None:
        """The secret of the guest link; None unless this device has one that is not revoked."""
        shown = guests_link(self.access.group.id)
        return shown[1] if shown else None

    @property
    def address(self) -> str:
        if self.secret:
            return external_url("home.join", secret=self.secret, game=self.access.session_id)
        return external_url("table.show", group_id=self.access.group.id, session_id=self.access.session_id)

    @property
    def code(self) -> str | None:
        return qr_code(self.address, error="l")
