"""The codes of an evening: one for each table, which scores that table alone, and one on the wall to join.

A table’s secret follows from the server's own key and is stored nowhere: the umpire can show and print it
again, and whoever reads the database cannot. With another key than the one it was made with it opens nothing.
"""

from __future__ import annotations

import base64
import hmac
import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from flask import current_app

from models import Group, Link, Role, Tournament, TournamentTable, db
from models.link import SECRET_BYTES
from views.live.guests import guests_link
from views.web.addresses import address_for_others
from views.web.clock import now
from views.web.qr import qr_code


@dataclass(frozen=True)
class Code:
    """The way into an evening, to scan or to type."""

    address: str

    @property
    def picture(self) -> str | None:
        return qr_code(self.address, error="l")


def make_table_links(tournament: Tournament, tables: Iterable[TournamentTable]) -> None:
    """A link for each of these tables that has none which lives."""
    group = db.session.get_one(Group, tournament.group_id)
    made = _links_of(tournament)
    for table in tables:
        links = made[table.session_id]
        if all(link.revoked_at for link in links):
            secret = _secret(table.session_id, len(links))
            about = {"session_id": table.session_id, "tournament_id": tournament.id}
            Link.make(group, Role.TABLE, now(), secret=secret, **about)


def revoke_table_links(tournament: Tournament, tables: Iterable[TournamentTable]) -> None:
    """Whatever has opened one of these tables opens it no more."""
    made = _links_of(tournament)
    for link in [link for table in tables for link in made[table.session_id]]:
        link.revoked_at = link.revoked_at or now()
    db.session.flush()


def table_codes(tournament: Tournament) -> dict[uuid.UUID, Code]:
    """By session, in one query; none for a table whose link was revoked."""
    return {
        session_id: Code(address_for_others("home.join", secret=_secret(session_id, len(links) - 1)))
        for session_id, links in _links_of(tournament).items()
        if links[-1].revoked_at is None
    }


def guests_code(tournament: Tournament) -> Code | None:
    """The code that this screen shows to whoever comes in; none before its umpire has wanted one there."""
    shown = guests_link(tournament.group_id)
    if shown is None or shown[0].tournament_id != tournament.id:
        return None
    return Code(address_for_others("home.join", secret=shown[1]))


def _links_of(tournament: Tournament) -> defaultdict[uuid.UUID, list[Link]]:
    """Those of its tables by session, the first made first."""
    own = db.select(Link).where(Link.tournament_id == tournament.id, Link.role == Role.TABLE.value)
    found: defaultdict[uuid.UUID, list[Link]] = defaultdict(list)
    for link in db.session.scalars(own.order_by(Link.created_at, Link.id)):
        if link.session_id is not None:
            found[link.session_id].append(link)
    return found


def _secret(session_id: uuid.UUID, number: int) -> str:
    """number: how many links this table had before."""
    key = str(current_app.secret_key).encode()
    digest = hmac.digest(key, f"table {session_id} {number}".encode(), "sha256")[:SECRET_BYTES]
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
