"""Another phone joins the table: the code of a player's link, shown by the owner's phone."""

from __future__ import annotations

import uuid

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from models import Role, Session
from views.live import bp
from views.live.counted import is_on_a_phone
from views.live.guests import guests_link, invite
from views.web.access import owner, session_of
from views.web.addresses import address_for_others
from views.web.gate import changes_session
from views.web.qr import qr_code
from views.wording.deals import progress_in_words


@bp.get("/phones")
def phones(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The code, as long as this device has a living link to show; else the button that makes one."""
    owner(group_id)
    session = session_of(group_id, session_id)
    shown = guests_link(group_id)
    address = address_for_others("home.join", secret=shown[1], game=session_id) if shown else ""
    return render_template(
        "live/phones.html",
        session=session,
        address=address,
        code=qr_code(address) if shown else "",
        here=[seat.player for seat in session.seats if is_on_a_phone(seat.player)],
        progress=progress_in_words(session, session.deal_to_come(), session.rules_in_force),
    )


@bp.post("/phones")
@changes_session(again=None, role=Role.OWNER)
def show_code(session: Session) -> ResponseReturnValue:
    """One link for all who scan it from this device: asked again, the same code is shown."""
    group = owner(session.group_id).group
    if guests_link(group.id) is None:
        invite(group)
    return redirect(url_for(".phones", group_id=group.id, session_id=session.id), 303)
