"""Who sits at the table: joining, leaving, coming back, changing places."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.seats import ComeBackForm, JoinForm, SwapForm, seat_named, words_for_seating
from models import Seat, Session, db
from models.change import Change
from models.table.seating import SeatingProblem, come_back, join, leave, swap
from models.table.starting import player_named, remembered_players
from scoring.standings import start_points
from views.web.access import Membership, scorer, session_of
from views.web.addresses import table_of
from views.web.clock import author, now

seats = Blueprint("seats", __name__, url_prefix="/seats")


@seats.get("")
def index(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    member = scorer(group_id)
    return _page(member, session_of(group_id, session_id), JoinForm())


@seats.post("")
def sit_down(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    member = scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    form = JoinForm()
    if _is_known(session, form):
        return redirect(table_of(session), 303)
    if not form.validate_on_submit():
        return _page(member, session, form), 422
    player = player_named(member.group, form.name.data, now())
    db.session.flush()
    problem = _try(
        lambda: join(
            session,
            player,
            author(form.id_of_change),
            after=seat_named(session, form.after.data),
            start=form.start.data,
            team=(form.team.data or "")[:40] or None,
        )
    )
    if problem:
        form.name.errors = [problem]
        return _page(member, _again(session), form), 422
    db.session.commit()
    flash(_("%(name)s sits down and plays from the next deal on.", name=player.name))
    return redirect(table_of(session), 303)


@seats.post("/<uuid:seat_id>/leaving")
def get_up(group_id: uuid.UUID, session_id: uuid.UUID, seat_id: uuid.UUID) -> ResponseReturnValue:
    member = scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    seat, form = _seat(session, seat_id), ChangeForm()
    if _is_known(session, form):
        return redirect(table_of(session), 303)
    problem = _try(lambda: leave(session, seat, author(form.id_of_change)))
    if problem:
        return _page(member, _again(session), JoinForm(formdata=None), problem), 422
    db.session.commit()
    flash(_("%(name)s has left. The points stay.", name=seat.name))
    return redirect(table_of(session), 303)


@seats.post("/<uuid:seat_id>/return")
def come_again(group_id: uuid.UUID, session_id: uuid.UUID, seat_id: uuid.UUID) -> ResponseReturnValue:
    member = scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    seat, form = _seat(session, seat_id), ComeBackForm()
    if _is_known(session, form):
        return redirect(table_of(session), 303)
    if not form.validate_on_submit():
        return _page(member, session, JoinForm(formdata=None)), 422
    problem = _try(lambda: come_back(session, seat, author(form.id_of_change), start=form.start.data))
    if problem:
        return _page(member, _again(session), JoinForm(formdata=None), problem), 422
    db.session.commit()
    flash(_("%(name)s is back.", name=seat.name))
    return redirect(table_of(session), 303)


@seats.post("/swap")
def change_places(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    member = scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    form = SwapForm()
    if _is_known(session, form):
        return redirect(table_of(session), 303)
    one, other = (seat_named(session, field.data) for field in (form.one, form.other))
    if one is None or other is None:
        return _page(member, session, JoinForm(formdata=None), words_for_seating("same")), 422
    problem = _try(lambda: swap(session, one, other, author(form.id_of_change)))
    if problem:
        return _page(member, _again(session), JoinForm(formdata=None), problem), 422
    db.session.commit()
    flash(_("%(one)s and %(other)s have changed places.", one=one.name, other=other.name))
    return redirect(url_for(".index", group_id=group_id, session_id=session_id), 303)


def _is_known(session: Session, form: ChangeForm) -> bool:
    """Whether this very form has been carried out already."""
    return Change.of(session.group_id, form.id_of_change) is not None


def _try(move: Callable[[], object]) -> str | None:
    """Make a move; what is wrong with it in words, None where it was made."""
    try:
        move()
    except SeatingProblem as problem:
        db.session.rollback()
        return words_for_seating(problem.reason)
    return None


def _again(session: Session) -> Session:
    """The session as it stands, after a move that was not made."""
    return session_of(session.group_id, session.id)


def _seat(session: Session, seat_id: uuid.UUID) -> Seat:
    seat = session.seat(seat_id)
    if seat is None:
        abort(404)
    return seat


def _page(member: Membership, session: Session, form: JoinForm, problem: str | None = None) -> str:
    sitting = {seat.player_id for seat in session.seats}
    table, rules = session.standings(), session.scoring_rules
    return render_template(
        "table/seats/index.html",
        member=member,
        group=member.group,
        session=session,
        form=form,
        problem=problem,
        plain=ChangeForm(formdata=None),
        remembered=[p for p in remembered_players(member.group) if p.id not in sitting][:30],
        starts={choice: start_points(rules, table, choice) for choice in ("zero", "average", "worst")},
    )
