"""Who sits where, to print or to show: each table with its people and the code that scores it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from flask import abort, flash, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from models import Group, Link, Role, Tournament, TournamentTable, db
from views.tournaments import bp
from views.tournaments.board import EveningBoard
from views.tournaments.codes import make_table_links, revoke_table_links, table_codes
from views.web.access import owner, tournament_of, umpire
from views.web.addresses import TOURNAMENT
from views.web.clock import now
from views.web.gate import changes_evening, made_by_form


@bp.get(f"{TOURNAMENT}/seating")
def seating(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    """With its codes it is for the umpire alone: whoever reads one scores that table."""
    umpire(group_id, tournament_id)
    board = EveningBoard(tournament_of(group_id, tournament_id), is_umpire=True)
    return render_template(
        "tournaments/seating.html",
        view=board,
        tournament=board.tournament,
        codes=table_codes(board.tournament),
    )


@bp.post(f"{TOURNAMENT}/seating/codes")
@changes_evening(again=None)
def renew_codes(tournament: Tournament) -> ResponseReturnValue:
    """Every table gets another code, and the old ones open nothing any more."""
    _renew(tournament, tournament.tables)
    flash(_("Every table has a new code; the old ones open nothing any more."))
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/seating/<uuid:table_id>/code")
@changes_evening(again=None)
def renew_code(tournament: Tournament, table_id: uuid.UUID) -> ResponseReturnValue:
    table = _table(tournament, table_id)
    _renew(tournament, [table])
    flash(_("Table %(number)d has a new code; the old one opens nothing any more.", number=table.number))
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/seating/<uuid:table_id>/code/removal")
@changes_evening(again=None)
def close_table(tournament: Tournament, table_id: uuid.UUID) -> ResponseReturnValue:
    """Nobody but the umpire scores that table, until it has another code."""
    table = _table(tournament, table_id)
    revoke_table_links(tournament, [table])
    db.session.commit()
    flash(_("The code of table %(number)d opens nothing any more.", number=table.number))
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/seating/link/<role>")
@changes_evening(again=None)
def make_link(tournament: Tournament, role: str) -> ResponseReturnValue:
    """A link that leads here: for another umpire, for players who join, for a screen on the wall."""
    chosen = {"umpire": Role.UMPIRE, "player": Role.PLAYER, "watcher": Role.WATCHER}.get(role)
    if chosen is None:
        return _back(tournament)
    if chosen is Role.UMPIRE:
        owner(tournament.group_id)
    link_id, secret = made_by_form(chosen.value)
    if db.session.get(Link, link_id) is None:
        group = db.session.get_one(Group, tournament.group_id)
        Link.make(group, chosen, now(), link_id=link_id, secret=secret, tournament_id=tournament.id)
        db.session.commit()
    session["new_link"] = [link_id.hex, secret]
    return redirect(url_for("home.show_link", group_id=tournament.group_id, link_id=link_id), 303)


def _renew(tournament: Tournament, tables: Sequence[TournamentTable]) -> None:
    revoke_table_links(tournament, tables)
    make_table_links(tournament, tables)
    db.session.commit()


def _table(tournament: Tournament, table_id: uuid.UUID) -> TournamentTable:
    return next((table for table in tournament.tables if table.id == table_id), None) or abort(404)


def _back(tournament: Tournament) -> ResponseReturnValue:
    return redirect(url_for(".seating", group_id=tournament.group_id, tournament_id=tournament.id), 303)
