"""Decisions of the umpire: the cut, the order of a shared place, and free text."""

from __future__ import annotations

import uuid
from typing import Any

from flask import abort, flash, redirect, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.tournaments import DecisionForm
from models import Tournament, db
from models.names import isolated
from models.tournament.deciding import NotDecided, add_note, break_tie, choose, substitute
from views.tournaments import bp
from views.tournaments.board import TournamentBoard
from views.tournaments.words import NOT_DECIDED
from views.web.access import tournament_of, umpire
from views.web.addresses import TOURNAMENT, tournament_url
from views.web.gate import change_stamp, changes_tournament


@bp.get(f"{TOURNAMENT}/decisions/cut")
def edit_cut(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    umpire(group_id, tournament_id)
    board = TournamentBoard(tournament_of(group_id, tournament_id), is_umpire=True)
    if not board.tournament_state.is_cut_open:
        return _not_needed(board.tournament)
    return _cut_page(board, DecisionForm())


@bp.post(f"{TOURNAMENT}/decisions/cut")
@changes_tournament()
def save_cut(tournament: Tournament) -> ResponseReturnValue:
    board, form = TournamentBoard(tournament, is_umpire=True), DecisionForm()
    if not board.tournament_state.is_cut_open:
        return _not_needed(tournament)
    if not form.validate_on_submit():
        return _cut_page(board, form), 422
    try:
        choose(tournament, board.tournament_state, form.players, change_stamp(), form.note.data)
    except NotDecided as refused:
        return _cut_page(board, form, str(NOT_DECIDED[refused.reason])), 422
    db.session.commit()
    return redirect(tournament_url(tournament), 303)


@bp.get(f"{TOURNAMENT}/decisions/order")
def edit_order(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    umpire(group_id, tournament_id)
    board = TournamentBoard(tournament_of(group_id, tournament_id), is_umpire=True)
    if not board.level_at_the_end:
        return _not_needed(board.tournament)
    return _order_page(board, DecisionForm())


@bp.post(f"{TOURNAMENT}/decisions/order")
@changes_tournament()
def save_order(tournament: Tournament) -> ResponseReturnValue:
    """Save the order of the first group of people who share a place."""
    board, form = TournamentBoard(tournament, is_umpire=True), DecisionForm()
    if not board.level_at_the_end:
        return _not_needed(tournament)
    order = form.order_of(board.level_at_the_end[0])
    if not form.validate_on_submit():
        return _order_page(board, form), 422
    if order is None:
        return _order_page(board, form, _("Give each of them a place of their own.")), 422
    break_tie(tournament, board.tournament_state, order, change_stamp(), form.note.data)
    db.session.commit()
    return redirect(tournament_url(tournament), 303)


@bp.post(f"{TOURNAMENT}/decisions/substitutes/<uuid:player_id>/<uuid:other_id>")
@changes_tournament(at_tables=True)
def save_substitute(tournament: Tournament, player_id: uuid.UUID, other_id: uuid.UUID) -> ResponseReturnValue:
    """Give the seat of a player who went home before the play-off to another one."""
    board = TournamentBoard(tournament, is_umpire=True)
    player, out = board.people.get(other_id) or abort(404), board.people.get(player_id) or abort(404)
    try:
        substitute(tournament, board.tournament_state, player_id, player, change_stamp())
    except NotDecided as refused:
        flash(str(NOT_DECIDED[refused.reason]))
        return redirect(tournament_url(tournament), 303)
    db.session.commit()
    flash(_("%(name)s plays on for %(other)s.", name=isolated(player.name), other=isolated(out.name)))
    return redirect(tournament_url(tournament), 303)


@bp.post(f"{TOURNAMENT}/decisions/other")
@changes_tournament()
def save_decision(tournament: Tournament) -> ResponseReturnValue:
    """Save any other decision as free text."""
    form = DecisionForm()
    if form.validate_on_submit() and form.note.data:
        add_note(tournament, change_stamp(), form.note.data)
        db.session.commit()
    else:
        flash(" ".join(map(str, form.note.errors)) or _("Type what was decided."))
    return redirect(tournament_url(tournament), 303)


def _not_needed(tournament: Tournament) -> ResponseReturnValue:
    flash(str(NOT_DECIDED["moved"]))
    return redirect(tournament_url(tournament), 303)


def _cut_page(board: TournamentBoard, form: DecisionForm, problem: str = "") -> str:
    return _page("tournaments/cut.html", board, form, problem, cut=board.tournament_state.cut)


def _order_page(board: TournamentBoard, form: DecisionForm, problem: str = "") -> str:
    return _page("tournaments/order.html", board, form, problem, level=board.level_at_the_end[0])


def _page(template: str, board: TournamentBoard, form: DecisionForm, problem: str, **about: Any) -> str:
    return render_template(
        template, view=board, tournament=board.tournament, form=form, problem=problem, **about
    )
