"""Seating to print or show: each table with its people and the code that scores it.

A table's secret is derived from the server's key and a stored random salt: the umpire can show and print it
again, and neither the database nor a weak key is enough to compute it. After a change of the key a printed
code still opens its table, but it cannot be shown again.
"""

from __future__ import annotations

import base64
import hmac
import secrets
import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence

from flask import abort, current_app, flash, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from models import Group, Link, Role, Tournament, TournamentTable, db
from models.link import SECRET_BYTES
from views.live.guests import guests_link
from views.tournaments import bp
from views.tournaments.board import TournamentBoard
from views.web.access import owner, tournament_of, umpire
from views.web.addresses import TOURNAMENT, external_url
from views.web.clock import now
from views.web.gate import changes_tournament, link_secret_for_form
from views.web.qr import qr_code
from views.words.phrases import listed


@bp.get(f"{TOURNAMENT}/seating")
def seating(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    """The tables with their codes, for the umpire only: each code lets a phone score its table."""
    umpire(group_id, tournament_id)
    board = TournamentBoard(tournament_of(group_id, tournament_id), is_umpire=True)
    addresses = table_addresses(board.tournament)
    codes = {session_id: qr_code(address, error="l") for session_id, address in addresses.items() if address}
    lost = [at.table for at in board.at_stage if addresses.get(at.table.session_id, "") is None]
    return render_template(
        "tournaments/seating.html",
        view=board,
        tournament=board.tournament,
        codes=codes,
        lost=lost,
        lost_tables=listed([_("Table %(number)d", number=table.number) for table in lost]),
    )


@bp.post(f"{TOURNAMENT}/seating/codes")
@changes_tournament(on_repeat=None)
def renew_codes(tournament: Tournament) -> ResponseReturnValue:
    """Give every table a new code and revoke the old ones."""
    _renew(tournament, tournament.tables)
    flash(_("Every table has a new code; the old ones open nothing any more."))
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/seating/codes/lost")
@changes_tournament(on_repeat=None)
def renew_lost_codes(tournament: Tournament) -> ResponseReturnValue:
    """Give new codes to the tables whose code was made with another key."""
    addresses = table_addresses(tournament)
    lost = [table for table in tournament.tables if addresses.get(table.session_id, "") is None]
    _renew(tournament, lost)
    flash(_("These tables have new codes; the old ones open nothing any more."))
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/seating/<uuid:table_id>/code")
@changes_tournament(on_repeat=None)
def renew_code(tournament: Tournament, table_id: uuid.UUID) -> ResponseReturnValue:
    table = _table(tournament, table_id)
    _renew(tournament, [table])
    flash(_("Table %(number)d has a new code; the old one opens nothing any more.", number=table.number))
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/seating/<uuid:table_id>/code/removal")
@changes_tournament(on_repeat=None)
def close_table(tournament: Tournament, table_id: uuid.UUID) -> ResponseReturnValue:
    """Revoke the table's code: only the umpire scores it until it has another."""
    table = _table(tournament, table_id)
    revoke_table_links(tournament, [table])
    db.session.commit()
    flash(_("The code of table %(number)d opens nothing any more.", number=table.number))
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/seating/link/<role>")
@changes_tournament(on_repeat=None)
def make_link(tournament: Tournament, role: str) -> ResponseReturnValue:
    """Make a link to this tournament: for another umpire, for players who join, for a screen on the wall."""
    link_role = {"umpire": Role.UMPIRE, "player": Role.PLAYER, "watcher": Role.WATCHER}.get(role)
    if link_role is None:
        return _back(tournament)
    if link_role is Role.UMPIRE:
        owner(tournament.group_id)
    link_id, secret = link_secret_for_form(link_role.value)
    if db.session.get(Link, link_id) is None:
        group = db.session.get_one(Group, tournament.group_id)
        Link.make(group, link_role, now(), link_id=link_id, secret=secret, tournament_id=tournament.id)
        db.session.commit()
    session["new_link"] = [link_id.hex, secret]
    return redirect(url_for("home.show_link", group_id=tournament.group_id, link_id=link_id), 303)


def make_table_links(tournament: Tournament, tables: Iterable[TournamentTable]) -> None:
    """Make a link for each of these tables that has no valid one."""
    group = db.session.get_one(Group, tournament.group_id)
    links = _links_by_session(tournament)
    for table in tables:
        if all(link.revoked_at for link in links[table.session_id]):
            salt = secrets.token_urlsafe(SECRET_BYTES)
            secret = _secret(table.session_id, salt)
            about = {"session_id": table.session_id, "tournament_id": tournament.id}
            Link.make(group, Role.TABLE, now(), secret=secret, salt=salt, **about)


def revoke_table_links(tournament: Tournament, tables: Iterable[TournamentTable]) -> None:
    """Revoke all links of these tables."""
    links = _links_by_session(tournament)
    for table in tables:
        for link in links[table.session_id]:
            link.revoked_at = link.revoked_at or now()
    db.session.flush()


def table_addresses(tournament: Tournament) -> dict[uuid.UUID, str | None]:
    """Return the address of each table's code, by session; None if it was made with another server key.

    Tables whose link was revoked are left out. One query.
    """
    addresses: dict[uuid.UUID, str | None] = {}
    for session_id, links in _links_by_session(tournament).items():
        link = links[-1]
        if link.revoked_at is None:
            # An older link has no salt: its secret depends on how many the table had.
            secret = _secret(session_id, link.salt or str(len(links) - 1))
            is_known = link.has_secret(secret)
            addresses[session_id] = external_url("home.join", secret=secret) if is_known else None
    return addresses


def guests_address(tournament: Tournament) -> str | None:
    """Return the address of the join code on this screen, None if it shows none."""
    shown = guests_link(tournament.group_id)
    if shown is None or shown[0].tournament_id != tournament.id:
        return None
    return external_url("home.join", secret=shown[1])


def _renew(tournament: Tournament, tables: Sequence[TournamentTable]) -> None:
    revoke_table_links(tournament, tables)
    make_table_links(tournament, tables)
    db.session.commit()


def _table(tournament: Tournament, table_id: uuid.UUID) -> TournamentTable:
    return next((table for table in tournament.tables if table.id == table_id), None) or abort(404)


def _back(tournament: Tournament) -> ResponseReturnValue:
    return redirect(url_for(".seating", group_id=tournament.group_id, tournament_id=tournament.id), 303)


def _links_by_session(tournament: Tournament) -> defaultdict[uuid.UUID, list[Link]]:
    """Return the links of the tournament's tables by session, oldest first."""
    query = db.select(Link).where(Link.tournament_id == tournament.id, Link.role == Role.TABLE.value)
    links: defaultdict[uuid.UUID, list[Link]] = defaultdict(list)
    for link in db.session.scalars(query.order_by(Link.created_at, Link.id)):
        if link.session_id is not None:
            links[link.session_id].append(link)
    return links


def _secret(session_id: uuid.UUID, salt: str) -> str:
    key = str(current_app.secret_key).encode()
    digest = hmac.digest(key, f"table {session_id} {salt}".encode(), "sha256")[:SECRET_BYTES]
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
