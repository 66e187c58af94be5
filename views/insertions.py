"""Putting in a round that was forgotten."""

from __future__ import annotations

import uuid

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from forms.rounds import RoundForm
from models import Session, db
from models.change import Change
from models.rounds import insert
from views.access import scorer, session_of
from views.moments import author
from views.pad import back_to_table, pad_page

insertions = Blueprint("insertions", __name__, url_prefix="/rounds/<int:number>/before")


@insertions.get("")
def ask(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    """The pad for a round that was forgotten, before the one that has this number now."""
    member = scorer(group_id)
    session = session_of(group_id, session_id)
    return pad_page(member, session, _form(session, number), inserting=True)


@insertions.post("")
def make(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    member = scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    form = _form(session, number)
    if Change.of(group_id, form.id_of_change) is not None:
        return back_to_table(session, number, form, inserting=True)
    if not form.valid() or form.played is None:
        return pad_page(member, session, form, inserting=True), 422
    insert(session, form.played, author(form.id_of_change))
    db.session.commit()
    return back_to_table(session, number, form, inserting=True)


def _form(session: Session, number: int) -> RoundForm:
    if session.round_number(number) is None:
        abort(404)
    return RoundForm().setup(session, session.plan()[number - 1], session.playing(number))
