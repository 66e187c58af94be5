"""One hand on its own phone: the pad for it, and what it sends to the table."""

from __future__ import annotations

import uuid

from flask import Response, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.counts import CountForm
from models import Role, Seat, Session, db
from models.table.counting import NotCounted, send_count
from views.live import bp
from views.live.counted import CountedRound
from views.live.fragments import (
    Live,
    Seen,
    is_fragment,
    live_of,
    live_page,
    not_modified,
    nothing_new,
    seen_by_reader,
)
from views.live.words import refusal_in_words
from views.web.access import session_of
from views.web.addresses import rules_of
from views.web.gate import author, changes_session
from views.wording.hands import the_word


@bp.get("/rounds/<int:number>/hands/<uuid:seat_id>")
def show_hand(
    group_id: uuid.UUID, session_id: uuid.UUID, number: int, seat_id: uuid.UUID
) -> ResponseReturnValue:
    """The pad of this hand, as it was sent before; while somebody counts, only the others' states change."""
    seen = seen_by_reader(group_id, session_id)
    if nothing_new(seen):
        return not_modified(seen)
    session = session_of(group_id, session_id)
    seat = _own_seat(session, seen, seat_id)
    counted = CountedRound(session, seen)
    is_due = number == counted.number and not session.is_finished and seat in counted.to_count
    if number > counted.number:
        abort(404)
    if not is_due and not is_fragment():
        return redirect(url_for("live.hands", group_id=group_id, session_id=session_id, number=number), 303)
    return _page(session, seen, CountForm(session, seat, counted.count_of(seat)))


@bp.post("/rounds/<int:number>/hands/<uuid:seat_id>")
@changes_session(again=None, role=Role.PLAYER)
def send_hand(session: Session, number: int, seat_id: uuid.UUID) -> ResponseReturnValue:
    seen = seen_by_reader(session.group_id, session.id)
    seat = _own_seat(session, seen, seat_id)
    counted = CountedRound(session, seen)
    form = CountForm(session, seat, counted.count_of(seat))
    if not form.validate_on_submit() or form.entry.hand is None:
        return _page(session, seen, form), 422
    try:
        send_count(session, number, seat, form.entry.hand, author(), seen=form.seen.data)
    except NotCounted as refused:
        return _page(session, seen, form, refused), 409
    if seat.player_id in seen.people:  # else somebody without a phone was counted for
        seat.player.phone, seat.player.phone_at = author().by, author().at
    db.session.commit()
    flash(_("Sent."), f"round:{_draft_key(session, number, seat)}")
    return redirect(
        url_for("live.hands", group_id=session.group_id, session_id=session.id, number=number), 303
    )


def _own_seat(session: Session, seen: Seen, seat_id: uuid.UUID) -> Seat:
    """A seat that this phone may count for: its own, or anybody's where it keeps the score."""
    seat = session.seat(seat_id) or abort(404)
    if not (seen.may_score or (seen.may_count and seat.player_id in seen.people)):
        abort(403)
    return seat


def _page(session: Session, seen: Seen, form: CountForm, refused: NotCounted | None = None) -> Response:
    """The pad; `refused`: why the table cannot take what was sent, which stays on the page."""
    counted, seat = CountedRound(session, seen), form.entry.seat
    number = int(request.view_args["number"]) if request.view_args else counted.number
    action = url_for(
        ".send_hand", group_id=session.group_id, session_id=session.id, number=number, seat_id=seat.id
    )
    if refused is not None and refused.count is not None:
        form.seen.data = refused.count.mark
    word, mine = the_word(session, "Round"), seat in counted.mine
    known = [counted.headline or counted.dealt] if number == counted.number else []
    return live_page(
        seen,
        "live/count.html",
        _rendered,
        session,
        counted=counted,
        number=number,
        seat=seat,
        form=form,
        action=action,
        title=_("%(name)s, your hand", name=seat.name) if mine else _("Count for %(name)s", name=seat.name),
        subtitle=" · ".join([f"{word} {number}", *known]),
        hint=counted.draws if counted.chain and counted.chain.drawer == seat.id else "",
        reason=refused.reason if refused else "",
        refusal=refusal_in_words(refused, session, seat) if refused else "",
        draft=_draft_key(session, number, seat),
        rules_page=rules_of(session, back=action, section="scoring"),
    )


def _rendered(session: Session, seen: Seen) -> Live:
    return live_of(session, CountedRound(session, seen), "live/_strip.html")


def _draft_key(session: Session, number: int, seat: Seat) -> str:
    """Where the phone keeps a half-counted hand."""
    return f"{session.id}/{number}/hand-{seat.id}"
