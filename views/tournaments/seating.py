"""Who sits where, to print or to show: each table with its people and the code that scores it."""

from __future__ import annotations

import uuid

from flask import Blueprint, flash, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from models import Group, Link, Role, Tournament, db
from views.tournaments.board import EveningBoard
from views.tournaments.codes import make_table_links, table_codes
from views.web.access import owner, tournament_of, umpire
from views.web.clock import now
from views.web.gate import changes_evening, made_by_form

seating = Blueprint("seating", __name__, url_prefix="/seating")


@seating.get("")
def show(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    """With its codes it is for the umpire alone: whoever reads one scores that table."""
    umpire(group_id, tournament_id)
    board = EveningBoard(tournament_of(group_id, tournament_id), is_umpire=True)
    return render_template(
        "tournaments/seating.html",
        view=board,
        tournament=board.tournament,
        codes=table_codes(board.tournament),
    )


@seating.post("/codes")
@changes_evening(again=None)
def renew(tournament: Tournament) -> ResponseReturnValue:
    """Every table gets another code, and the old ones open nothing any more."""
    links = db.select(Link).where(Link.tournament_id == tournament.id, Link.role == Role.TABLE.value)
    for link in db.session.scalars(links.where(Link.revoked_at.is_(None))):
        link.revoked_at = now()
    db.session.flush()
    for stage in {table.stage for table in tournament.tables}:
        make_table_links(tournament, stage)
    db.session.commit()
    flash(_("Every table has a new code; the old ones open nothing any more."))
    return redirect(url_for(".show", group_id=tournament.group_id, tournament_id=tournament.id), 303)


@seating.post("/link/<role>")
@changes_evening(again=None)
def make_link(tournament: Tournament, role: str) -> ResponseReturnValue:
    """A link that leads here: for another umpire, for players who join, for a screen on the wall."""
    chosen = {"umpire": Role.UMPIRE, "player": Role.PLAYER, "watcher": Role.WATCHER}.get(role)
    if chosen is None:
        return redirect(url_for(".show", group_id=tournament.group_id, tournament_id=tournament.id), 303)
    if chosen is Role.UMPIRE:
        owner(tournament.group_id)
    link_id, secret = made_by_form(chosen.value)
    if db.session.get(Link, link_id) is None:
        group = db.session.get_one(Group, tournament.group_id)
        Link.make(group, chosen, now(), link_id=link_id, secret=secret, tournament_id=tournament.id)
        db.session.commit()
    session["new_link"] = [link_id.hex, secret]
    return redirect(url_for("links.show", group_id=tournament.group_id, link_id=link_id), 303)
