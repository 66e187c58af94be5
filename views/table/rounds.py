"""The score sheet; scoring the next round, correcting a played one, putting one in, taking one out."""

from __future__ import annotations

import json
import uuid
from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.rounds import RoundForm
from models import Change, Session, db
from models.round import Round
from models.table.rounds import RoundTaken, correct, fingerprint, insert, record, remove
from models.table.undo import is_unchanged
from views.offline.board_json import board_json
from views.offline.precache import upcoming_deal
from views.table import bp
from views.table.pad import back_to_table, draft_key, pad_page
from views.web.access import reader, scorer, session_of
from views.web.addresses import session_url
from views.web.gate import author, changes_session, earlier_change
from views.web.phone import is_from_outbox, is_prefetch
from views.wording.deals import progress_in_words
from views.wording.figures import day
from views.wording.hands import cards_in_figures, round_in_words
from views.wording.score_sheet import ScoreSheet


@bp.get("/rounds")
def rounds(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The score sheet: every round with its way to be corrected, and what waits on this phone counted in."""
    adds_up = reader(group_id).may_score
    session = session_of(group_id, session_id)
    changes = Change.newest_and_corrections(session)
    last = next((change for change in changes[:1] if change.is_undone_at_table), None)
    return render_template(
        "table/rounds/index.html",
        sheet=ScoreSheet(session, changes),
        progress=_progress(session),
        on_phone=json.dumps(board_json(session, [], last)) if adds_up else "",
        form=ChangeForm(),
    )


def _progress(session: Session) -> str:
    """Progress of the session, or its day once it has ended."""
    if session.is_finished:
        return day(session.night.date)
    return progress_in_words(session, session.upcoming_deal(), session.rules_in_force)


@bp.get("/rounds/<int:number>")
def edit_round(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    """The pad: empty for a later round, filled for a played one."""
    scorer(group_id)
    session = session_of(group_id, session_id)
    if number == len(session.rounds) + 1 and session.is_finished:
        flash(_("The game is over. Open it again to play on."))
        return redirect(session_url(session), 303)
    if number == len(session.rounds) + 1 and session.upcoming_deal().needs_cut and not is_prefetch():
        return redirect(url_for("table.choose_cut_winner", group_id=group_id, session_id=session_id), 303)
    return pad_page(session, _form(session, number))


@bp.post("/rounds/<int:number>")
@changes_session(again=None)
def save_round(session: Session, number: int) -> ResponseReturnValue:
    """Record the next round or correct a played one (`seen`: the version that was shown)."""
    if is_from_outbox() and earlier_change():
        return redirect(session_url(session), 303)  # whatever has become of it since
    next_number = len(session.rounds) + 1
    form = _form(session, min(number, next_number))
    if number > next_number:
        form.form_errors.append(_too_far(next_number))
        return pad_page(session, form), 409
    if not form.valid() or form.played is None:
        return pad_page(session, form), 422
    version, again = session.version, earlier_change()
    try:
        if not _written(session, form):
            return pad_page(session, form, over=True), 409
    except RoundTaken as taken:
        return _conflict_page(session, form, taken), 409
    db.session.commit()
    if session.version == version and form.seen.data and not again:
        flash(_("Nothing was changed."))
        return redirect(session_url(session), 303)
    return back_to_table(session, number, form)


@bp.get("/rounds/<int:number>/insertion")
def new_round_before(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    """The pad for a round that was forgotten, before the one that has this number now."""
    scorer(group_id)
    session = session_of(group_id, session_id)
    return pad_page(session, _form_before(session, number), inserting=True)


def to_table_with(session: Session, number: int) -> ResponseReturnValue:
    """Redirect to the table with a message about the inserted round."""
    return back_to_table(session, number, _form_before(session, number), inserting=True)


@bp.post("/rounds/<int:number>/insertion")
@changes_session(again=to_table_with)
def insert_round(session: Session, number: int) -> ResponseReturnValue:
    form = _form_before(session, number)
    if not form.valid() or form.played is None:
        return pad_page(session, form, inserting=True), 422
    insert(session, form.played, author())
    db.session.commit()
    return back_to_table(session, number, form, inserting=True)


@bp.get("/rounds/<int:number>/removal")
def confirm_round_removal(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    scorer(group_id)
    session = session_of(group_id, session_id)
    unwanted = session.round_number(number)
    if unwanted is None:
        abort(404)
    return render_template(
        "table/rounds/remove.html",
        number=number,
        words=round_in_words(unwanted.facts(), session),
        seen=fingerprint(unwanted.facts()),
        form=ChangeForm(),
    )


def to_score_sheet(session: Session, **_arguments: Any) -> ResponseReturnValue:
    return redirect(url_for("table.rounds", group_id=session.group_id, session_id=session.id), 303)


@bp.post("/rounds/<int:number>/removal")
@changes_session(again=to_score_sheet)
def remove_round(session: Session, number: int) -> ResponseReturnValue:
    unwanted = session.round_number(number)
    if unwanted is None:
        abort(404)
    if request.form.get("seen") != fingerprint(unwanted.facts()):
        flash(_("This has been changed in the meantime. Look again before it goes."))
        return redirect(
            url_for(
                ".confirm_round_removal", group_id=session.group_id, session_id=session.id, number=number
            ),
            303,
        )
    words = round_in_words(unwanted.facts(), session)
    remove(session, unwanted, author())
    db.session.commit()
    flash(_("Removed: %(round)s", round=words))
    return to_score_sheet(session)


def _written(session: Session, form: RoundForm) -> bool:
    """Save the round; False where the session was ended in the meantime.

    The same form again changes nothing; after an undo, or with other input, it is a new change.
    """
    assert form.played is not None  # noqa: S101 - a valid form has one
    saved = session.round_number(form.played.number)
    if saved is not None and form.seen.data:
        correct(session, saved, form.played, author(), seen=_shown_version(session, saved, form.seen.data))
        return True
    if saved is None and session.is_finished:
        return False
    record(session, form.played, author(), misdeals=session.misdeals())
    return True


def _shown_version(session: Session, saved: Round, shown: str) -> str:
    """What the form was shown; a phone that corrects what it saved without a network names that change."""
    try:
        change = Change.of(session.group_id, uuid.UUID(shown))
    except ValueError:
        return shown
    is_last_change = change and f"round:{saved.id}" in change.diff and is_unchanged(session, change)
    return fingerprint(saved.facts()) if is_last_change else shown


def _too_far(next_number: int) -> str:
    return _(
        "Earlier rounds were taken back in the meantime. This would be number %(number)d now.",
        number=next_number,
    )


def _form(session: Session, number: int) -> RoundForm:
    """The form of a played or later round, or 404."""
    saved = session.round_number(number)
    if saved is not None and "anew" in request.args:  # it waits on this phone to be taken back
        return _form_before(session, number)
    if saved is not None:
        deal = session.plan()[number - 1]
        held = {hand.seat_id for hand in saved.hands}
        return RoundForm(session, deal, [s for s in session.seats if s.id in held], saved)
    is_next = number == len(session.rounds) + 1
    coming = session.upcoming_deal() if is_next else upcoming_deal(session, number)
    return RoundForm(session, coming or abort(404), session.playing(number))


def _form_before(session: Session, number: int) -> RoundForm:
    if session.round_number(number) is None:
        abort(404)
    return RoundForm(session, session.plan()[number - 1], session.playing(number))


def _conflict_page(session: Session, form: RoundForm, taken: RoundTaken) -> str:
    return render_template(
        "table/rounds/conflict.html",
        form=form,
        again=_typed(form),
        in_figures=cards_in_figures,
        theirs=taken.saved.facts(),
        change=Change.last_of_round(taken.saved),
        mine=form.played,
        seen=fingerprint(taken.saved.facts()),
        draft=draft_key(session, form),
    )


def _typed(form: RoundForm) -> list[tuple[str, str]]:
    """Everything that was typed, to be sent again with another decision."""
    decided = {"csrf_token", "change_id", "seen"}
    return [(name, value) for name, value in request.form.items() if name not in decided]
