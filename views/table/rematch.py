"""Rematch: a new session with the same variant, options and seats."""

from __future__ import annotations

import uuid

from flask import flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from game.scoring.deal import next_deal
from models import Seat, Session, db
from models.database import new_id
from models.night_lists import running_with
from models.table.starting import rematch as setup_of_rematch
from models.table.starting import start_session
from views.table import bp
from views.table.deals import chosen_dealer
from views.web.access import lock_group, scorer, session_of
from views.web.addresses import session_tournament_url, session_url
from views.web.clock import now
from views.web.gate import changes_session, sent_id
from views.web.language import local_date
from views.words.hands import first_words


@bp.get("/rematch")
def choose_rematch_dealer(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Who deals first, where the pack is cut before a first deal."""
    scorer(group_id)
    session = session_of(group_id, session_id)
    if session.at_table:
        return redirect(session_tournament_url(session), 303)
    return _page(session) if _is_cut_for(session) else redirect(session_url(session), 303)


@bp.post("/rematch")
@changes_session(on_repeat=None)
def start_rematch(session: Session) -> ResponseReturnValue:
    """Start the rematch with the form's id. The deal moves on, or a new cut decides."""
    if session.at_table:  # who meets next is drawn
        return redirect(session_tournament_url(session), 303)
    again = db.session.get(Session, sent_id())
    if again is not None and again.group_id == session.group_id:
        return redirect(session_url(again), 303)
    dealer = chosen_dealer(_present_seats(session)) if _is_cut_for(session) else None
    setup = setup_of_rematch(session, dealer)
    if setup is None:
        address = url_for("home.new_game", key=session.variant, group=session.group_id, seats_of=session.id)
        return redirect(address, 303)
    running = _running(session)
    if running is not None:
        flash(_("The next game has been started already."))
        return redirect(session_url(running), 303)
    if _is_cut_for(session) and dealer is None:
        if "dealer" not in request.form:  # the page has not asked yet
            return redirect(
                url_for(".choose_rematch_dealer", group_id=session.group_id, session_id=session.id), 303
            )
        return _page(session, _("Who won the cut? Choose one.")), 422
    moment = now()
    game_id = sent_id() if again is None else new_id()
    again = start_session(g.member.group, setup, game_id, at=moment, today=local_date(moment))
    db.session.commit()
    flash(first_words(again))
    return redirect(session_url(again), 303)


def _running(session: Session) -> Session | None:
    """A session that another phone has started with the same people. Locks the group, so that no other is
    started before the transaction ends.
    """
    lock_group(session.group_id)
    names = [seat.player.name for seat in _present_seats(session)]
    return running_with([session.group_id], session.variant, names, now(), besides=session)


def _is_cut_for(session: Session) -> bool:
    """SP1, GS21: with blocks of rounds, the pack is cut before the first deal of each."""
    return session.rules.block is not None


def _present_seats(session: Session) -> list[Seat]:
    return [seat for seat in session.seats if not seat.has_left]


def _page(session: Session, error: str | None = None) -> str:
    return render_template(
        "table/deals/show.html",
        deal=next_deal(session.rules, session.scored.seats, [], []),
        playing=_present_seats(session),
        form=ChangeForm(formdata=None),
        error=error,
        address=url_for(".start_rematch", group_id=session.group_id, session_id=session.id),
    )
