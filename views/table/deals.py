"""The next deal: the winner of the cut, another dealer, a misdeal."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.seats import seat_named
from models import Seat, Session, db
from models.table.dealing import choose_dealer, cut, misdeal
from views.table import bp
from views.web.access import scorer, session_of
from views.web.addresses import session_url
from views.web.clock import chance
from views.web.gate import change_stamp, changes_session


@bp.get("/deal")
def show_deal(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Choose another dealer, or record a misdeal."""
    scorer(group_id)
    return _page(session_of(group_id, session_id))


@bp.get("/deal/cut")
def choose_cut_winner(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    return _page(session_of(group_id, session_id))


@bp.post("/deal/cut")
@changes_session()
def save_cut_winner(session: Session) -> ResponseReturnValue:
    """Save who won the cut for the next block of rounds, or draw at random."""
    if not session.upcoming_deal().needs_cut:
        return redirect(session_url(session), 303)
    dealer = chosen_dealer(session.playing(len(session.rounds) + 1))
    if dealer is None:
        return _page(session, _("Who won the cut? Choose one.")), 422
    cut(session, dealer, change_stamp())
    db.session.commit()
    flash(_("%(name)s deals.", name=dealer.name))
    return redirect(session_url(session), 303)


def announce_dealer(session: Session) -> ResponseReturnValue:
    flash(_("%(name)s deals.", name=_next_dealer(session).name))
    return redirect(session_url(session), 303)


@bp.post("/deal/dealer")
@changes_session(on_repeat=announce_dealer)
def change_dealer(session: Session) -> ResponseReturnValue:
    dealer = chosen_dealer(session.playing(len(session.rounds) + 1))
    if dealer is None:
        return _page(session, _("Who deals? Choose one.")), 422
    if dealer.id != session.upcoming_deal().dealer:
        choose_dealer(session, dealer, change_stamp())
        db.session.commit()
    return announce_dealer(session)


def announce_misdeal(session: Session) -> ResponseReturnValue:
    flash(_("Misdeal. %(name)s deals again.", name=_next_dealer(session).name))
    return redirect(session_url(session), 303)


@bp.post("/deal/misdeal")
@changes_session(on_repeat=announce_misdeal)
def record_misdeal(session: Session) -> ResponseReturnValue:
    _next_dealer(session)
    if session.is_finished:
        abort(404)
    misdeal(session, change_stamp())
    db.session.commit()
    return announce_misdeal(session)


def _next_dealer(session: Session) -> Seat:
    """404 where a cut decides first."""
    return session.seat(session.upcoming_deal().dealer) or abort(404)


def chosen_dealer(seats: Sequence[Seat]) -> Seat | None:
    """The one of these seats that the form names, or a random one if requested."""
    if request.form.get("dealer") == "random":
        return chance().choice(seats)
    return seat_named(seats, request.form.get("dealer"))


def _page(session: Session, error: str | None = None) -> str:
    deal = session.upcoming_deal()
    endpoint = ".save_cut_winner" if deal.needs_cut else ".change_dealer"
    return render_template(
        "table/deals/show.html",
        deal=deal,
        playing=session.playing(deal.number),
        form=ChangeForm(formdata=None),
        error=error,
        address=url_for(endpoint, group_id=session.group_id, session_id=session.id),
    )
