"""Other phones at a table: the code by which they join, and whose phone each is.

Whose phone it is gives no permissions: those come from the link.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from models import Player, Role, Seat, Session, db
from models.names import isolated
from views.live import bp
from views.live.counting import has_phone
from views.live.guests import guests_link, invite
from views.web.access import counter, owner, session_of
from views.web.addresses import external_url, session_url
from views.web.clock import now
from views.web.gate import changes_session
from views.web.phone import (
    has_chosen_players,
    name_phone,
    needs_name,
    own_player_ids,
    phone_name,
    set_players,
)
from views.web.qr import qr_code
from views.words.deals import progress_in_words
from views.words.hands import the_word
from views.words.phrases import listed


@bp.get("/phones")
def phones(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The code, as long as this device has a living link to show; else the button that makes one."""
    owner(group_id)
    session = session_of(group_id, session_id)
    shown = guests_link(group_id)
    address = external_url("home.join", secret=shown[1], game=session_id) if shown else ""
    return render_template(
        "live/phones.html",
        session=session,
        address=address,
        code=qr_code(address) if shown else "",
        here=[seat.player for seat in session.seats if has_phone(seat.player)],
        progress=progress_in_words(session, session.upcoming_deal(), session.rules_in_force),
    )


@bp.post("/phones")
@changes_session(on_repeat=None, role=Role.OWNER)
def show_code(session: Session) -> ResponseReturnValue:
    """Make the guest link, once for this device."""
    group = owner(session.group_id).group
    if guests_link(group.id) is None:
        invite(group)
    return redirect(url_for(".phones", group_id=group.id, session_id=session.id), 303)


@bp.get("/identity")
def choose_identity(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    counter(group_id)
    return _page(session_of(group_id, session_id))


@bp.post("/identity")
@changes_session(on_repeat=None, role=Role.PLAYER)
def save_identity(session: Session) -> ResponseReturnValue:
    """`player` once for each of its people; none: it only watches."""
    if not ChangeForm().validate_on_submit():
        return _page(session), 422
    is_first = not has_chosen_players(session.group_id)
    here = {str(seat.player_id): seat.player for seat in session.seats}
    chosen = [here[sent] for sent in dict.fromkeys(request.form.getlist("player")) if sent in here]
    _take_seats(session, chosen)
    db.session.commit()
    if chosen and is_first:
        return redirect(url_for(".show_identity", group_id=session.group_id, session_id=session.id), 303)
    names = listed([isolated(player.name) for player in chosen])
    flash(_("This phone counts for %(name)s.", name=names) if chosen else _("This phone only watches."))
    return redirect(session_url(session), 303)


@bp.get("/identity/confirmation")
def show_identity(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The page to confirm that this phone is a player's."""
    counter(group_id)
    session = session_of(group_id, session_id)
    here = [seat for seat in session.seats if not seat.has_left]
    own_seats = [seat for seat in here if seat.player_id in own_player_ids(group_id)]
    if not own_seats:
        return redirect(session_url(session), 303)
    checks = _checks(session, own_seats, here)
    return render_template(
        "live/identity.html", session=session, own_seats=own_seats, checks=checks, duty=_duty(session)
    )


def _duty(session: Session) -> str:
    """What the phone of a player is for."""
    rules = session.rules
    if rules.classes:
        return _("When somebody is out, the phone asks what you hold.")
    if not rules.is_typed:
        return _("When you have won, you say so here.")
    if rules.has_round_winner:
        return _("When somebody has won, the phone asks for your points.")
    if rules.tally == "places":
        return _("After each %(round)s you enter your place here.", round=the_word(session, "round"))
    return _("After each %(round)s you enter your points here.", round=the_word(session, "round"))


def _checks(session: Session, own_seats: Sequence[Seat], here: Sequence[Seat]) -> tuple[str, str] | None:
    """Whose cards this phone's one player checks, and who checks theirs (SP28); None where no one does."""
    if not session.rules.left_neighbour_checks or len(own_seats) != 1:
        return None
    place = here.index(own_seats[0])
    return here[place - 1].name, here[(place + 1) % len(here)].name


def _take_seats(session: Session, chosen: Sequence[Player]) -> None:
    if chosen and needs_name():
        name_phone(chosen[0].name)
    for player in chosen:
        player.phone, player.phone_at = phone_name(), now()
    left = [seat.player for seat in session.seats if seat.player_id in own_player_ids(session.group_id)]
    for player in left:
        if player not in chosen:
            player.phone, player.phone_at = None, None
    set_players(session.group_id, [player.id for player in chosen])
    session.version += 1


def _page(session: Session) -> str:
    return render_template(
        "live/choose_identity.html",
        session=session,
        here=[seat for seat in session.seats if not seat.has_left],
        own_players=own_player_ids(session.group_id),
        elsewhere=[seat.player_id for seat in session.seats if has_phone(seat.player)],
        subtitle=progress_in_words(session, session.upcoming_deal(), session.rules_in_force),
        back=request.args.get("back")
        or url_for("table.show", group_id=session.group_id, session_id=session.id),
    )
