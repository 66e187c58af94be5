"""Counts of the next round: who is out, the pad for a hand, and the neighbour's check."""

from __future__ import annotations

import uuid
from typing import Any

from flask import Response, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.rounds import CountForm, OutForm
from models import Role, Seat, Session, db
from models.table import counting
from models.table.counting import CountRejected, check_count, send_count, who_is_out
from views.live import bp
from views.live.counting import CountingState, refusal_in_words
from views.live.fragments import (
    LivePart,
    SessionAccess,
    is_fragment,
    is_not_modified,
    live_page,
    not_modified,
    render_live,
    session_access,
)
from views.web.access import session_of
from views.web.addresses import ask_url, session_url
from views.web.gate import change_stamp, changes_session
from views.words.deals import prompts_of
from views.words.hands import (
    class_labels,
    name_of,
    nobody_went_out,
    own_hands_in_words,
    the_word,
    usual_figures,
)


@bp.get("/rounds/<int:number>/hands")
def hands(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    """This phone's next step, and the state of the others.

    A phone that missed the end of its round comes here, too: its hand may belong to the next round.
    """
    access = session_access(group_id, session_id)
    if is_not_modified(access):
        return not_modified(access)
    session = session_of(group_id, session_id)
    if number > len(session.rounds) + 1:
        abort(404)
    if session.is_finished:
        return redirect(session_url(session), 303)
    counted = CountingState(session, access)
    if counted.own_to_enter and not is_fragment():
        seat = counted.own_to_enter[0]
        return redirect(url_for(".show_hand", seat_id=seat.id, **_ids(session, counted.number)), 303)
    if number < counted.number:
        return redirect(session_url(session), 303)
    if counted.deal.needs_cut:
        ask_for_cut = url_for("table.choose_cut_winner", group_id=group_id, session_id=session_id)
        return redirect(ask_for_cut if access.may_score else session_url(session), 303)
    return _page(session, access, OutForm(session, list(counted.playing), _may_be_out(counted)))


@bp.post("/rounds/<int:number>/hands/out")
@changes_session(on_repeat=None, role=Role.PLAYER)
def declare_out(session: Session, number: int) -> ResponseReturnValue:
    """Record who is out. A player may do so for its own seat, a scorer for any."""
    access = session_access(session.group_id, session.id)
    counted = CountingState(session, access)
    if not counted.rules.has_round_winner:
        abort(404)
    form = OutForm(session, list(counted.playing), _may_be_out(counted))
    if not form.validate_on_submit():
        return _page(session, access, form), 422
    overrules = None if access.may_score else form.shown_out.data
    try:
        counting.declare_out(
            session, number, form.out.seat, change_stamp(), chain=form.chain, shown=overrules
        )
    except CountRejected as refused:
        return _refused(session, access, refused)
    db.session.commit()
    return redirect(url_for(".hands", **_ids(session, number)), 303)


@bp.post("/rounds/<int:number>/hands/out/withdrawal")
@changes_session(on_repeat=None, role=Role.PLAYER)
def retract_out(session: Session, number: int) -> ResponseReturnValue:
    """Withdraw a declaration: by the player who is out, or a scorer."""
    access = session_access(session.group_id, session.id)
    counted = CountingState(session, access)
    if not (access.may_score or counted.out in counted.own_seats):
        abort(403)
    try:
        counting.retract_out(session, number)
    except CountRejected as refused:
        return _refused(session, access, refused)
    db.session.commit()
    return redirect(url_for(".hands", **_ids(session, number)), 303)


@bp.post("/rounds/<int:number>/hands/<uuid:seat_id>/check")
@changes_session(on_repeat=None, role=Role.PLAYER)
def check_hand(session: Session, number: int, seat_id: uuid.UUID) -> ResponseReturnValue:
    """SP28: the left neighbour has looked. `right` is "yes" or "no", and the mark of the count it saw."""
    access = session_access(session.group_id, session.id)
    seat = session.seat(seat_id) or abort(404)
    if CountingState(session, access).neighbour(seat) not in access.seats_in(session):
        abort(403)
    answer, _blank, mark = request.form.get("right", "").partition(" ")
    try:
        check_count(session, number, seat, change_stamp(), is_right=answer == "yes", shown=mark)
    except CountRejected as refused:
        return _refused(session, access, refused, seat)
    db.session.commit()
    return redirect(url_for(".hands", **_ids(session, number)), 303)


@bp.get("/rounds/<int:number>/hands/<uuid:seat_id>")
def show_hand(
    group_id: uuid.UUID, session_id: uuid.UUID, number: int, seat_id: uuid.UUID
) -> ResponseReturnValue:
    """The pad with the hand sent before; while it is open only the others' states are updated."""
    access = session_access(group_id, session_id)
    if is_not_modified(access):
        return not_modified(access)
    session = session_of(group_id, session_id)
    seat = _own_seat(session, access, seat_id)
    counted = CountingState(session, access)
    if number > counted.number:
        abort(404)
    is_of_now = number == counted.number and not session.is_finished
    is_due = is_of_now and seat in counted.to_count and counted.counts_hands
    if not is_due and not is_fragment():
        return redirect(url_for(".hands", **_ids(session, number)), 303)
    return _page_of_hand(session, access, CountForm(session, seat, counted.count_of(seat)))


@bp.post("/rounds/<int:number>/hands/<uuid:seat_id>")
@changes_session(on_repeat=None, role=Role.PLAYER)
def send_hand(session: Session, number: int, seat_id: uuid.UUID) -> ResponseReturnValue:
    access = session_access(session.group_id, session.id)
    seat = _own_seat(session, access, seat_id)
    counted = CountingState(session, access)
    form = CountForm(session, seat, counted.count_of(seat))
    if not form.validate_on_submit() or form.entry.hand is None:
        return _page_of_hand(session, access, form), 422
    try:
        send_count(session, number, seat, form.entry.hand, change_stamp(), shown=form.shown_token.data)
    except CountRejected as refused:
        return _page_of_hand(session, access, form, refused), 409
    if seat.player_id in access.people:  # else the scorer counted for a player without a phone
        seat.player.phone, seat.player.phone_at = change_stamp().by, change_stamp().at
    db.session.commit()
    flash(_("Sent."), f"round:{_draft_key(session, number, seat)}")
    return redirect(url_for(".hands", **_ids(session, number)), 303)


def _page(session: Session, access: SessionAccess, form: OutForm) -> Response:
    counted = CountingState(session, access)
    form.shown_out.data = who_is_out(counted.counting)
    deal = counted.deal
    dealer, leader = (name_of(seat, session) if seat else None for seat in (deal.dealer, deal.leader))
    parts = [f"{the_word(session, 'Round')} {counted.number}", counted.cards_dealt]
    come_in = counted.rules.classes and counted.counting.out_is_declared
    return live_page(
        access,
        "live/show.html",
        _rendered,
        session,
        counted=counted,
        form=form,
        title=_("The hands come in") if come_in else own_hands_in_words(counted.rules),
        subtitle=" · ".join(filter(None, parts)),
        question=the_word(session, "who_out"),
        nobody=nobody_went_out(session),
        prompts=prompts_of(session, "count", deal, dealer, leader),
    )


def _rendered(session: Session, access: SessionAccess) -> LivePart:
    return render_live(session, CountingState(session, access), "live/_hands.html", "live/_bar.html")


def _may_be_out(counted: CountingState) -> list[Seat]:
    """The seats that this phone may declare out."""
    return list(counted.playing if counted.access.may_score else counted.own_seats)


def _refused(
    session: Session, access: SessionAccess, refused: CountRejected, seat: Seat | None = None
) -> ResponseReturnValue:
    flash(refusal_in_words(refused, session, seat))
    counted = CountingState(session, access)
    back = session_url(session) if session.is_finished else url_for(".hands", **_ids(session, counted.number))
    return redirect(back, 303)


def _ids(session: Session, number: int) -> dict[str, Any]:
    return {"group_id": session.group_id, "session_id": session.id, "number": number}


def _own_seat(session: Session, access: SessionAccess, seat_id: uuid.UUID) -> Seat:
    """The seat; 403 unless it is this phone's or the phone keeps the score."""
    seat = session.seat(seat_id) or abort(404)
    if not (access.may_score or (access.may_count and seat.player_id in access.people)):
        abort(403)
    return seat


def _page_of_hand(
    session: Session, access: SessionAccess, form: CountForm, refused: CountRejected | None = None
) -> Response:
    """The pad of a hand. refused: the error, if the count was rejected; the input stays on the page."""
    counted, seat = CountingState(session, access), form.entry.seat
    number = int(request.view_args["number"]) if request.view_args else counted.number
    action = url_for(".send_hand", seat_id=seat.id, **_ids(session, number))
    if refused is not None and refused.count is not None:
        form.shown_token.data = refused.count.token
    word = the_word(session, "Round")
    known = counted.headline or counted.cards_dealt if number == counted.number else ""
    return live_page(
        access,
        "live/count.html",
        _connection_part,
        session,
        counted=counted,
        number=number,
        seat=seat,
        form=form,
        action=action,
        title=_title_of_hand(counted, seat),
        subtitle=" · ".join(filter(None, [f"{word} {number}", known])),
        labels=class_labels(session),
        figures=usual_figures(session),
        hint=counted.draws if counted.chain and counted.chain.drawer == seat.id else "",
        reason=refused.reason if refused else "",
        refusal=refusal_in_words(refused, session, seat) if refused else "",
        draft=_draft_key(session, number, seat),
        ask_page=ask_url(session, back=action),
    )


def _title_of_hand(counted: CountingState, seat: Seat) -> str:
    if not counted.rules.is_typed:
        is_own = seat in counted.own_seats
        return _("%(name)s, your hand", name=seat.name) if is_own else _("Count for %(name)s", name=seat.name)
    if counted.rules.tally == "places":
        return _("%(name)s’s place", name=seat.name)
    return _("%(name)s’s points", name=seat.name)


def _connection_part(session: Session, access: SessionAccess) -> LivePart:
    return render_live(session, CountingState(session, access), "live/_connection.html")


def _draft_key(session: Session, number: int, seat: Seat) -> str:
    """The key of a draft in the phone's storage."""
    return f"{session.id}/{number}/hand-{seat.id}"
