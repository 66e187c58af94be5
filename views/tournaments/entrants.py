"""Entrants: added by the umpire, or requested by a phone; the answers to requests."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from forms.base import ChangeForm
from forms.tournaments import EntryForm, RequestForm
from game.tournament.state import Phase
from models import Entrant, Group, Player, Role, Session, Tournament, db
from models.names import isolated
from models.table.starting import remembered_players
from models.tournament.deciding import NotDecided, play_on
from models.tournament.entering import (
    CannotEnter,
    admit,
    enter,
    reject,
    request_entry,
    turn_away,
    withdraw,
)
from models.tournament.reading import AtTable
from views.tournaments import bp
from views.tournaments.access import CurrentTournament
from views.tournaments.words import NOT_DECIDED, TOO_LATE, not_entered
from views.web.access import counter, umpire
from views.web.addresses import TOURNAMENT, tournament_url
from views.web.gate import change_stamp, changes_tournament, sent_id
from views.web.phone import own_player_ids, own_requests, phone_id, set_players, set_requests
from views.words.phrases import stage_name


@bp.get(f"{TOURNAMENT}/entrants")
def entrants(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    umpire(group_id, tournament_id)
    now = CurrentTournament.of(group_id, tournament_id)
    return _page(now, _form(now.tournament))


@bp.post(f"{TOURNAMENT}/entrants")
@changes_tournament()
def add_entrants(tournament: Tournament) -> ResponseReturnValue:
    now, form = CurrentTournament(tournament), _form(tournament)
    if not form.validate_on_submit():
        return _page(now, form), 422
    if not now.tournament_state.can_join:
        return _too_late(tournament)
    joins = now.tournament_state.next_round
    points = form.start_points.data or 0 if joins > 1 else 0
    try:
        enter(
            tournament,
            _group(tournament),
            form.people,
            change_stamp(),
            joined_round=joins,
            start_points=points,
        )
    except CannotEnter as refused:
        db.session.rollback()
        form.names.errors = [*form.names.errors, not_entered(refused)]
        return _page(CurrentTournament.of(tournament.group_id, tournament.id), form), 409
    db.session.commit()
    return _back(tournament)


@bp.get(f"{TOURNAMENT}/entrants/request")
def edit_request(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    """The form for a request to take part. another: parameter for a further entrant of this phone."""
    counter(group_id)
    now = CurrentTournament.of(group_id, tournament_id)
    if not now.tournament_state.can_join or (takes_part(now.tournament) and "another" not in request.args):
        return redirect(tournament_url(now.tournament), 303)
    return _request_page(now, RequestForm(data={"name": _default_name(now.tournament)}))


@bp.post(f"{TOURNAMENT}/entrants/request")
@changes_tournament(on_repeat=None, role=Role.PLAYER)
def save_request(tournament: Tournament) -> ResponseReturnValue:
    form = RequestForm()
    if not CurrentTournament(tournament).tournament_state.can_join:
        flash(str(TOO_LATE))
        return redirect(tournament_url(tournament), 303)
    if not form.validate_on_submit():
        return _request_page(CurrentTournament(tournament), form), 422
    try:
        request_entry(tournament, form.name.data or "", sent_id(), phone_id())
    except CannotEnter as refused:
        form.name.errors = [not_entered(refused)]
        return _request_page(CurrentTournament(tournament), form), 409
    db.session.commit()
    set_requests(tournament.id, list(dict.fromkeys([sent_id(), *own_requests(tournament.id)])))
    flash(_("The umpire sees your name now."))
    return redirect(tournament_url(tournament), 303)


@bp.post(f"{TOURNAMENT}/entrants/<uuid:entrant_id>/admission")
@changes_tournament()
def admit_entrant(tournament: Tournament, entrant_id: uuid.UUID) -> ResponseReturnValue:
    now, entrant = CurrentTournament(tournament), _entrant(tournament, entrant_id)
    if not ChangeForm().validate_on_submit() or entrant.player_id is not None:
        return _back(tournament)
    if not now.tournament_state.can_join:
        return _too_late(tournament)
    joins, points = now.tournament_state.next_round, _average(now)
    try:
        admit(
            tournament, _group(tournament), entrant, change_stamp(), joined_round=joins, start_points=points
        )
    except CannotEnter as refused:
        db.session.rollback()
        flash(not_entered(refused))
    else:
        db.session.commit()
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/entrants/requests/rejection")
@changes_tournament()
def reject_requests(tournament: Tournament) -> ResponseReturnValue:
    """Reject all open requests."""
    return _reject(tournament, tournament.asking)


@bp.post(f"{TOURNAMENT}/entrants/<uuid:entrant_id>/phone/rejection")
@changes_tournament()
def reject_phone(tournament: Tournament, entrant_id: uuid.UUID) -> ResponseReturnValue:
    """Reject all open requests of the phone that sent this one."""
    phone = _entrant(tournament, entrant_id).requested_by
    return _reject(tournament, tournament.requests_of(phone) if phone else [])


@bp.post(f"{TOURNAMENT}/entrants/<uuid:entrant_id>/withdrawal")
@changes_tournament(at_tables=True)
def withdraw_entrant(tournament: Tournament, entrant_id: uuid.UUID) -> ResponseReturnValue:
    """Remove an entrant without a seat; withdraw any other after the rounds played."""
    now, entrant = CurrentTournament(tournament), _entrant(tournament, entrant_id)
    tables = [at for at in now.tables if entrant.player_id in at.seats]
    if entrant.player_id is None or not tables:
        turn_away(tournament, entrant, change_stamp())
    else:
        flash(_withdraw(entrant, tournament, tables))
    db.session.commit()
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/entrants/<uuid:entrant_id>/return")
@changes_tournament()
def readmit_entrant(tournament: Tournament, entrant_id: uuid.UUID) -> ResponseReturnValue:
    """Readmit an entrant who left a table or withdrew."""
    now, entrant = CurrentTournament(tournament), _entrant(tournament, entrant_id)
    try:
        play_on(tournament, now.tournament_state, entrant, change_stamp())
    except NotDecided as refused:
        flash(str(NOT_DECIDED[refused.reason]))
    else:
        db.session.commit()
        flash(_("%(name)s plays on.", name=isolated(entrant.player.name) if entrant.player else ""))
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/entrants/guests/<uuid:player_id>/admission")
@changes_tournament()
def admit_guest(tournament: Tournament, player_id: uuid.UUID) -> ResponseReturnValue:
    """Make a player at a table an entrant, from its stage on."""
    now = CurrentTournament(tournament)
    if player_id in now.people:
        return _back(tournament)
    guest, at = next(((guest, at) for guest, at in now.guests if guest.id == player_id), None) or abort(404)
    joins = at.table.stage
    points = _points_of_guest(now, guest, at)
    try:
        enter(
            tournament, _group(tournament), [guest], change_stamp(), joined_round=joins, start_points=points
        )
    except CannotEnter as refused:
        db.session.rollback()
        flash(not_entered(refused))
    else:
        db.session.commit()
    return _back(tournament)


def waiting(tournament: Tournament) -> Sequence[Entrant]:
    """Return this phone's requests without an answer."""
    request_ids, phone = own_requests(tournament.id), phone_id()
    sent = tournament.requests_of(phone) if phone else []
    return [entrant for entrant in tournament.asking if entrant.id in request_ids or entrant in sent]


def flash_answers(tournament: Tournament) -> None:
    """Flash the umpire's answers; admitted entrants become players of this phone."""
    requested = own_requests(tournament.id)
    for entrant_id in requested:
        entrant = tournament.entrant(entrant_id)
        if entrant is None:
            flash(_("The umpire did not put you on the list. Ask at the umpire’s table."))
        elif entrant.player is not None:
            player_ids = [entrant.player.id, *own_player_ids(tournament.group_id)]
            set_players(tournament.group_id, list(dict.fromkeys(player_ids)))
            flash(_("You are in. You play as %(name)s.", name=isolated(entrant.player.name)))
    open_requests = [entrant.id for entrant in waiting(tournament)]
    if set(open_requests) != set(requested):
        set_requests(tournament.id, open_requests)


def takes_part(tournament: Tournament) -> bool:
    """Whether a player of this phone is an entrant or has an open request."""
    player_ids = own_player_ids(tournament.group_id)
    return any(entrant.player_id in player_ids for entrant in tournament.playing) or bool(waiting(tournament))


def _reject(tournament: Tournament, requests: Sequence[Entrant]) -> ResponseReturnValue:
    if requests:
        reject(tournament, requests, change_stamp())
        db.session.commit()
        flash(
            ngettext(
                "%(num)d name turned away. You can take it back under Changes.",
                "%(num)d names turned away. You can take it back under Changes.",
                len(requests),
            )
        )
    return _back(tournament)


def _withdraw(entrant: Entrant, tournament: Tournament, tables: Sequence[AtTable]) -> str:
    """Withdraw an entrant who has sat at these tables; return a sentence about it."""
    not_left = [at for at in tables if entrant.player_id not in at.left]
    last = max((at.table.stage for at in not_left if at.is_over), default=0)
    running = next((at.table for at in not_left if not at.is_over), None)
    session = Session.of(tournament.group_id, running.session_id, lock=True) if running else None
    plays_on = withdraw(entrant, tournament, change_stamp(), after=min(last, tournament.rounds), at=session)
    name = isolated(entrant.player.name) if entrant.player else ""
    if running is None:
        return _("%(name)s goes home.", name=name)
    if plays_on:
        return _(
            "%(name)s goes home. Table %(number)d plays on with the others.", name=name, number=running.number
        )
    return _(
        "%(name)s goes home. Nobody got up at table %(number)d: see there, under Seats, or end its game.",
        name=name,
        number=running.number,
    )


def _too_late(tournament: Tournament) -> ResponseReturnValue:
    flash(str(TOO_LATE))
    return _back(tournament)


def _back(tournament: Tournament) -> ResponseReturnValue:
    return redirect(url_for(".entrants", group_id=tournament.group_id, tournament_id=tournament.id), 303)


def _form(tournament: Tournament) -> EntryForm:
    entered = {entrant.player_id for entrant in tournament.playing}
    known = [player for player in remembered_players(_group(tournament)) if player.id not in entered]
    return EntryForm(known)


def _page(now: CurrentTournament, form: EntryForm) -> str:
    joins = now.tournament_state.next_round
    return render_template(
        "tournaments/entrants.html",
        now=now,
        tournament=now.tournament,
        form=form,
        is_late=joins > 1,
        joins=stage_name(now.tournament, joins),
        can_join=now.tournament_state.can_join,
        average=_average(now),
    )


def _request_page(now: CurrentTournament, form: RequestForm) -> str:
    return render_template("tournaments/request.html", now=now, tournament=now.tournament, form=form)


def _default_name(tournament: Tournament) -> str:
    """The name of this phone's player; "" without one."""
    player_ids = own_player_ids(tournament.group_id)
    player = Player.of(tournament.group_id, player_ids[0]) if player_ids else None
    return player.name if player and not player.anonymised_at else ""


def _points_of_guest(now: CurrentTournament, guest: Player, at: AtTable) -> int:
    """Return the points at other tables of the entrant whose seat the guest took over, or a newcomer's."""
    before = at.took_over.get(guest.id)
    totals = [place.total for place in now.tournament_state.combined if place.player == before]
    if totals:
        return totals[0] - at.totals[before]
    return _average(now) if at.table.stage > 1 else 0


def _average(now: CurrentTournament) -> int:
    """Return the start points of a newcomer: the mean total of all with a rank, rounded half up."""
    totals = [place.total for place in now.tournament_state.combined if place.rank is not None]
    if now.tournament_state.phase is Phase.DRAW and len(now.tournament_state.rounds) == 0:
        return 0
    return (2 * sum(totals) + len(totals)) // (2 * len(totals)) if totals else 0


def _entrant(tournament: Tournament, entrant_id: uuid.UUID) -> Entrant:
    return tournament.entrant(entrant_id) or abort(404)


def _group(tournament: Tournament) -> Group:
    return db.session.get_one(Group, tournament.group_id)
