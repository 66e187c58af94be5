"""Taking a round out of the score sheet."""

from __future__ import annotations

import uuid

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from models import db
from models.change import Change
from models.rounds import fingerprint, remove
from views.access import scorer, session_of
from views.moments import author
from views.wording import round_in_words

removals = Blueprint("removals", __name__, url_prefix="/rounds/<int:number>/removal")


@removals.get("")
def ask(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    member = scorer(group_id)
    session = session_of(group_id, session_id)
    unwanted = session.round_number(number)
    if unwanted is None:
        abort(404)
    return render_template(
        "rounds/remove.html",
        member=member,
        group=member.group,
        session=session,
        number=number,
        words=round_in_words(unwanted.facts(), session),
        seen=fingerprint(unwanted.facts()),
        form=ChangeForm(),
    )


@removals.post("")
def make(group_id: uuid.UUID, session_id: uuid.UUID, number: int) -> ResponseReturnValue:
    scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    form = ChangeForm()
    unwanted = session.round_number(number)
    sheet = url_for("rounds.index", group_id=group_id, session_id=session_id)
    if not form.validate_on_submit() or Change.of(group_id, form.id_of_change) is not None:
        return redirect(sheet, 303)
    if unwanted is None:
        abort(404)
    if request.form.get("seen") != fingerprint(unwanted.facts()):
        flash(_("This has been changed in the meantime. Look again before it goes."))
        return redirect(url_for(".ask", group_id=group_id, session_id=session_id, number=number), 303)
    words = round_in_words(unwanted.facts(), session)
    remove(session, unwanted, author(form.id_of_change))
    db.session.commit()
    flash(_("Removed: %(round)s", round=words))
    return redirect(sheet, 303)
