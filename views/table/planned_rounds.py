"""Another number of rounds after players join or leave, in a game with a round for each player."""

from __future__ import annotations

import uuid

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from forms.base import ChangeForm, parse_count
from models import Session, db
from models.table.planning import other_plan, plan_rounds
from views.table import bp
from views.web.access import scorer, session_of
from views.web.addresses import session_url
from views.web.gate import change_stamp, changes_session

MAX_ROUNDS = 99  # an option takes no more


@bp.get("/planned-rounds")
def edit_planned_rounds(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    session = session_of(group_id, session_id)
    rounds = other_plan(session)
    if rounds is None:
        return redirect(session_url(session), 303)
    return render_template(
        "table/seats/planned_rounds.html",
        session=session,
        rounds=rounds,
        ends=rounds == len(session.rounds),
        form=ChangeForm(formdata=None),
    )


@bp.post("/planned-rounds")
@changes_session()
def save_planned_rounds(session: Session) -> ResponseReturnValue:
    """Change the number of rounds to the one that the page has offered."""
    rounds = parse_count(request.form.get("rounds", ""), least=1, most=MAX_ROUNDS)
    if not ChangeForm().validate_on_submit() or rounds is None or rounds != other_plan(session):
        flash(_("Somebody has joined or left since, or more has been played. Nothing was changed."))
        return redirect(session_url(session), 303)
    plan_rounds(session, rounds, change_stamp())
    db.session.commit()
    flash(ngettext("The game has %(num)d round now.", "The game has %(num)d rounds now.", rounds))
    return redirect(session_url(session), 303)


def page_after_seating(session: Session, players_before: int) -> str:
    """The address to go to after somebody has joined or left: the question if there is one, or the game."""
    if other_plan(session, players_before) is None:
        return session_url(session)
    return url_for(".edit_planned_rounds", group_id=session.group_id, session_id=session.id)
