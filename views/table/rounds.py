"""The score sheet; scoring the next round, correcting a played one, putting one in, taking one out."""

from __future__ import annotations

import json
import uuid
from typing import Any, cast

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm, parse_id
from forms.rounds import InsertionForm, RemovalForm, RoundForm
from game.scoring.deal import Deal
from game.scoring.facts import Hand, Round
from game.scoring.shown import CHANGE, Shown, shown_of, text_of
from game.scoring.snapshot import round_from
from models import Change, Session, db
from models.session import Seat
from models.table.rounds import RoundTaken, correct, fingerprint, insert, record, remove
from models.table.undo import is_unchanged, round_taken_back
from views.offline.board_json import board_json
from views.offline.precache import upcoming_deal, upcoming_deals
from views.table import bp
from views.table.pad import back_to_table, draft_key, later_deals_question, pad_page
from views.web.access import reader, scorer, session_of
from views.web.addresses import session_url
from views.web.gate import change_stamp, changes_session, earlier_change, is_same_form
from views.web.phone import is_from_outbox, is_prefetch
from views.words.deals import progress_in_words
from views.words.figures import day, with_minus
from views.words.hands import cards_in_figures, multipliers_in_words, round_in_words
from views.words.score_sheet import ScoreSheet


@bp.get("/rounds")
def rounds(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The score sheet; a script adds the rounds that wait on this phone."""
    may_score = reader(group_id).may_score
    session = session_of(group_id, session_id)
    changes = Change.last_and_corrections(session)
    on_phone = ""
    if may_score:
        plan = session.plan()
        ahead = upcoming_deals(session, plan)
        on_phone = json.dumps(board_json(session, plan, ahead, Change.last_step(changes)))
    return render_template(
        "table/rounds/index.html",
        sheet=ScoreSheet(session, changes),
        progress=_progress(session),
        on_phone=on_phone,
        form=ChangeForm(),
    )


def _progress(session: Session) -> str:
    """Progress of the session, or its day once it has ended."""
    if session.is_finished:
        return day(session.night.date)
    return progress_in_words(session, session.upcoming_deal(), session.rules_in_force)


@bp.get("/rounds/<int:number>")
def edit_round(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    """The pad: empty for the next round or a later one, filled for a played one."""
    scorer(group_id)
    session = session_of(group_id, session_id)
    if number == len(session.rounds) + 1 and session.is_finished:
        flash(_("The game is over. Open it again to play on."))
        return redirect(session_url(session), 303)
    if number == len(session.rounds) + 1 and session.upcoming_deal().needs_cut and not is_prefetch():
        return redirect(url_for("table.choose_cut_winner", group_id=group_id, session_id=session_id), 303)
    return pad_page(session, form_of_round(session, number))


@bp.post("/rounds/<int:number>")
@changes_session(on_repeat=None)
def save_round(session: Session, number: int) -> ResponseReturnValue:
    """Record the next round, or correct a played one if the form names the version that was shown."""
    if is_from_outbox() and earlier_change() and is_same_form():
        return redirect(session_url(session), 303)  # carried out before, perhaps undone since
    next_number = len(session.rounds) + 1
    form = form_of_round(session, min(number, next_number))
    if number > next_number:
        form.form_errors.append(
            _(
                "Earlier rounds were taken back in the meantime. This would be number %(number)d now.",
                number=next_number,
            )
        )
        return pad_page(session, form), 409
    if not form.valid() or form.round_facts is None:
        return pad_page(session, form), 422
    version, is_repeat = session.version, earlier_change() is not None
    try:
        if not _save(session, form, form.round_facts):
            return pad_page(session, form, has_ended=True), 409
    except RoundTaken as conflict:
        return _conflict_page(session, form, conflict), 409
    db.session.commit()
    if session.version == version and form.is_correction and not is_repeat:
        flash(_("Nothing was changed."))
        return redirect(session_url(session), 303)
    return back_to_table(session, number, form)


@bp.get("/rounds/<int:number>/insertion")
def new_round_before(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    """The pad for a round that was forgotten, before the one that has this number now."""
    scorer(group_id)
    session = session_of(group_id, session_id)
    return pad_page(session, form_to_insert_before(session, number), inserting=True)


def redirect_to_table(session: Session, number: int) -> ResponseReturnValue:
    """Redirect to the table with a message about the inserted round."""
    return back_to_table(session, number, form_to_insert_before(session, number), inserting=True)


@bp.post("/rounds/<int:number>/insertion")
@changes_session(on_repeat=redirect_to_table)
def insert_round(session: Session, number: int) -> ResponseReturnValue:
    form = form_to_insert_before(session, number)
    if not form.valid() or form.round_facts is None:
        return pad_page(session, form, inserting=True), 422
    insert(session, form.round_facts, change_stamp(), moves_deals=form.later_deals.moves)
    db.session.commit()
    return back_to_table(session, number, form, inserting=True)


@bp.get("/rounds/<int:number>/removal")
def confirm_round_removal(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    scorer(group_id)
    session = session_of(group_id, session_id)
    return _removal_page(RemovalForm(session, session.round_number(number) or abort(404)))


def _removal_page(form: RemovalForm) -> str:
    unwanted, session = form.unwanted, form.session
    first = unwanted.number + 1
    return render_template(
        "table/rounds/remove.html",
        number=unwanted.number,
        words=round_in_words(unwanted, session),
        seen=fingerprint(unwanted),
        later_deals=later_deals_question(session, first=first, by=-1) if form.later_deals else None,
        form=form,
    )


def redirect_to_score_sheet(session: Session, **_arguments: Any) -> ResponseReturnValue:
    return redirect(url_for("table.rounds", group_id=session.group_id, session_id=session.id), 303)


@bp.post("/rounds/<int:number>/removal")
@changes_session(on_repeat=redirect_to_score_sheet)
def remove_round(session: Session, number: int) -> ResponseReturnValue:
    unwanted = session.round_number(number) or abort(404)
    form = RemovalForm(session, unwanted)
    if form.shown_fingerprint.data != fingerprint(unwanted):
        flash(_("This has been changed in the meantime. Look again before it goes."))
        return redirect(
            url_for(
                ".confirm_round_removal", group_id=session.group_id, session_id=session.id, number=number
            ),
            303,
        )
    if not form.validate_on_submit():
        return _removal_page(form), 422
    words = round_in_words(unwanted, session)
    moves_deals = form.later_deals is not None and form.later_deals.moves
    remove(session, unwanted, change_stamp(), moves_deals=moves_deals)
    db.session.commit()
    flash(_("Removed: %(round)s", round=words))
    return redirect_to_score_sheet(session)


def _save(session: Session, form: RoundForm, entered: Round) -> bool:
    """Record or correct the round; False if the session was ended in the meantime.

    A form that is sent twice changes nothing the second time. If the round was undone in between, or the
    input differs, it is a new change.
    """
    saved = session.round_number(entered.number)
    if saved is not None and form.is_correction:
        correct(session, saved, entered, change_stamp(), shown=_shown(session, saved, form))
        return True
    if saved is None and session.is_finished:
        return False
    record(session, entered, change_stamp(), misdeals=session.sheet.misdeals)
    return True


def _shown(session: Session, saved: Round, form: RoundForm) -> Shown:
    """Return what the pad showed of a saved round.

    A phone without a network shows the round as it has saved it, and sends the id of its change.
    """
    marks = form.shown.marks
    if CHANGE not in marks:
        return marks
    change_id = parse_id(marks[CHANGE])
    change = Change.of(session.group_id, change_id) if change_id else None
    after = change.diff.get(f"round:{saved.id}", [None, None])[1] if change else None
    if after and "recorded_at" in after:  # the change has saved the whole round
        return shown_of(round_from(cast(uuid.UUID, saved.id), after))
    return shown_of(saved) if change and after and is_unchanged(session, change) else {}


def form_of_round(session: Session, number: int) -> RoundForm:
    """Return the form of a played or later round; 404 if the round cannot be played."""
    saved = session.round_number(number)
    if saved is not None and "anew" in request.args:  # board.js: this phone has undone it, not yet sent
        return RoundForm(session, *_deal_and_seats_of(session, number))
    if saved is not None:
        deal = session.plan()[number - 1]
        seat_ids = {hand.seat for hand in saved.hands}
        return RoundForm(session, deal, [seat for seat in session.seats if seat.id in seat_ids], saved)
    is_next = number == len(session.rounds) + 1
    deal = (session.upcoming_deal() if is_next else upcoming_deal(session, number)) or abort(404)
    taken_back = _round_to_offer(session, number, "record") if is_next else None
    playing = session.playing(number)
    return RoundForm(session, deal, playing, taken_back=taken_back, is_refilled="again" in request.args)


def form_to_insert_before(session: Session, number: int) -> InsertionForm:
    deal, playing = _deal_and_seats_of(session, number)
    taken_back = _round_to_offer(session, number, "insert")
    return InsertionForm(session, deal, playing, taken_back=taken_back, is_refilled="again" in request.args)


def _round_to_offer(session: Session, number: int, kind: str) -> Round | None:
    """The round whose hands an empty pad offers. A pad that a phone stores cannot follow a link."""
    if request.method != "GET" or is_prefetch():
        return None
    return round_taken_back(session, number, kind=kind)


def _deal_and_seats_of(session: Session, number: int) -> tuple[Deal, list[Seat]]:
    """Deal and seats of another round with the number of a saved one; 404 if there is none."""
    if session.round_number(number) is None:
        abort(404)
    return session.plan()[number - 1], session.playing(number)


def _conflict_page(session: Session, form: RoundForm, conflict: RoundTaken) -> str:
    """typed: the sent fields, to be sent again with what is shown of the round that is saved now."""
    replaced = {"csrf_token", "change_id", "shown"}
    return render_template(
        "table/rounds/conflict.html",
        form=form,
        typed=[(name, value) for name, value in request.form.items() if name not in replaced],
        hand_details=_hand_details,
        multipliers=multipliers_in_words,
        theirs=conflict.saved,
        change=Change.last_of_round(session, conflict.saved),
        mine=form.round_facts,
        shown=text_of(shown_of(conflict.saved)),
        draft=draft_key(session, form),
    )


def _hand_details(hand: Hand, session: Session) -> str:
    """What the points of a hand are made of: "8, 5 ×2", "12+11"; "" where they are all that is known."""
    counted = cards_in_figures(hand.cards, session) if hand.cards else with_minus(hand.typed or "")
    return " · ".join(filter(None, (counted, multipliers_in_words(hand.multipliers, session))))
