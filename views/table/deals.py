"""The deal to come: who won the cut, another dealer, a misdeal."""

from __future__ import annotations

import uuid

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.seats import seat_named
from models import Seat, Session, db
from models.change import Change
from models.table.dealing import choose_dealer, cut, misdeal
from views.web.access import Membership, scorer, session_of
from views.web.addresses import table_of
from views.web.clock import author, chance

deals = Blueprint("deals", __name__, url_prefix="/deal")


@deals.get("")
def show(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Another dealer, or the same one again after a misdeal."""
    member = scorer(group_id)
    return _page(member, session_of(group_id, session_id))


@deals.get("/cut")
def ask_for_cut(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    member = scorer(group_id)
    return _page(member, session_of(group_id, session_id))


@deals.post("/cut")
def win_cut(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Somebody won the cut for the block of rounds to come, or is drawn at random."""
    member = scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    form = ChangeForm()
    if not session.deal_to_come().needs_cut or _is_known(session, form):
        return redirect(table_of(session), 303)
    dealer = _dealer(session)
    if dealer is None:
        return _page(member, session, _("Who won the cut? Choose one.")), 422
    cut(session, dealer, author(form.id_of_change))
    db.session.commit()
    flash(_("%(name)s deals.", name=dealer.name))
    return redirect(table_of(session), 303)


@deals.post("/dealer")
def change_dealer(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    member = scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    form = ChangeForm()
    dealer = _dealer(session)
    if dealer is None:
        return _page(member, session, _("Who deals? Choose one.")), 422
    if not _is_known(session, form) and dealer.id != session.deal_to_come().dealer:
        choose_dealer(session, dealer, author(form.id_of_change))
        db.session.commit()
    flash(_("%(name)s deals.", name=dealer.name))
    return redirect(table_of(session), 303)


@deals.post("/misdeal")
def deal_again(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    form = ChangeForm()
    deal = session.deal_to_come()
    dealer = session.seat(deal.dealer)
    if dealer is None or session.is_finished:
        abort(404)
    if not _is_known(session, form):
        misdeal(session, author(form.id_of_change))
        db.session.commit()
    flash(_("Misdeal. %(name)s deals again.", name=dealer.name))
    return redirect(table_of(session), 303)


def _dealer(session: Session) -> Seat | None:
    """The seat that was chosen, or drawn where the table asked for that."""
    number = len(session.rounds) + 1
    playing = session.playing(number)
    if request.form.get("dealer") == "random":
        return chance().choice(playing)
    found = seat_named(session, request.form.get("dealer"))
    return found if found in playing else None


def _is_known(session: Session, form: ChangeForm) -> bool:
    return Change.of(session.group_id, form.id_of_change) is not None


def _page(member: Membership, session: Session, error: str | None = None) -> str:
    deal = session.deal_to_come()
    does = ".win_cut" if deal.needs_cut else ".change_dealer"
    return render_template(
        "table/deals/show.html",
        member=member,
        group=member.group,
        session=session,
        deal=deal,
        playing=session.playing(deal.number),
        form=ChangeForm(formdata=None),
        error=error,
        address=url_for(does, group_id=session.group_id, session_id=session.id),
    )
