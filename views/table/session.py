"""A session's page: the table while it is played, the result when it is over; its history and its end."""

from __future__ import annotations

import uuid

from flask import abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from models import Session, db
from models.change import Change
from models.database import new_id
from models.recycle_bin import CannotDelete, delete_session, tournament_of_session
from models.table.ending import may_reopen, reopen, stop
from models.table.undo import CannotUndo, undo_change
from views.live.fragments import LivePart, SessionAccess, live_page, render_live, session_access
from views.offline.outbox import refuse
from views.table import bp
from views.table.board import Board
from views.table.result import Result, closed_in_words
from views.web.access import Membership, owner, reader, scorer, session_of
from views.web.addresses import safe_next_url, session_url
from views.web.gate import change_stamp, changes_session, earlier_change
from views.web.phone import is_from_outbox
from views.words.changes import change_in_words, words_for_refusal


@bp.get("")
def show(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Return the page, or with X-Fragment only its live part; one query if the version is unchanged."""
    return live_page(session_access(group_id, session_id), "table/session/show.html", _rendered)


@bp.get("/end")
def confirm_end(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The page to end or delete a session, with the effect of each."""
    scorer(group_id)
    return _end_page(session_of(group_id, session_id))


@bp.post("/result")
@changes_session(on_repeat=None)
def end_session(session: Session) -> ResponseReturnValue:
    """The table stops early."""
    if not session.is_finished:
        stop(session, change_stamp())
        db.session.commit()
        flash(_("The game is over. What was played counts."))
    return redirect(session_url(session), 303)


@bp.post("/reopening")
@changes_session(on_repeat=None)
def reopen_session(session: Session) -> ResponseReturnValue:
    """Reopen a finished session, unless it would end again at once."""
    if session.is_finished and not may_reopen(session):
        flash(closed_in_words(session))
    elif session.is_finished:
        reopen(session, change_stamp())
        db.session.commit()
        flash(_("The game is open again."))
    return redirect(session_url(session), 303)


@bp.post("/deletion")
@changes_session(on_repeat=None)
def remove_session(session: Session) -> ResponseReturnValue:
    group_id = session.group_id
    if not _may_delete(g.member, len(session.rounds)):
        owner(group_id)
    try:
        delete_session(session, change_stamp())
    except CannotDelete:
        return _end_page(session), 422
    db.session.commit()
    flash(_("The game is in the recycle bin; an owner can restore it for seven days."))
    return redirect(url_for("home.show_group", group_id=group_id), 303)


@bp.get("/history")
def history(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Changes to this session, newest first, each with its way back."""
    reader(group_id)
    session = session_of(group_id, session_id)
    changes = Change.history_of(session)
    return render_template(
        "table/session/history.html",
        changes=[(change, change_in_words(change, session)) for change in changes],
        form=ChangeForm(),
        new_id=new_id,
    )


@bp.post("/changes/<uuid:change_id>/undo")
@changes_session(on_repeat=None)
def undo(session: Session, change_id: uuid.UUID) -> ResponseReturnValue:
    """Take back this change; sent twice it is taken back once."""
    change = Change.of(session.group_id, change_id)
    if change is None or change.session_id != session.id:
        abort(409 if is_from_outbox() else 404)  # of an outbox: the change to be undone was never saved
    back = request.form.get("back")
    address = safe_next_url(back) if back else session_url(session)
    before = earlier_change()
    if before and before.undoes_id == change_id:
        return redirect(address, 303)
    try:
        undo = undo_change(session, change, change_stamp())
    except CannotUndo as refused:
        db.session.rollback()
        flash(words_for_refusal(refused))
        refuse()
        return redirect(address, 303)
    words = change_in_words(undo, session)
    db.session.commit()
    flash(words)
    return redirect(address, 303)


def _rendered(session: Session, access: SessionAccess) -> LivePart:
    if session.is_finished:
        result = Result(session, may_score=access.may_score)
        return render_live(session, result, "table/session/_result.html", "table/session/_bar.html")
    board = Board(session, may_score=access.may_score, access=access)
    return render_live(session, board, "table/session/_board.html", "table/session/_bar.html")


def _end_page(session: Session) -> str:
    return render_template(
        "table/session/end.html",
        board=Board(session, may_score=True),
        form=ChangeForm(),
        tournament=tournament_of_session(session),
        may_delete=_may_delete(g.member, len(session.rounds)),
    )


def _may_delete(member: Membership, rounds: int) -> bool:
    """An owner may delete any session, a scorer one without rounds."""
    return member.may_manage or (member.may_score and rounds == 0)
