"""Joining, leaving, coming back and swapping, as they are submitted."""

from __future__ import annotations

import uuid

from flask_babel import gettext as _
from wtforms import SelectField, StringField

from forms.base import ChangeForm
from forms.names import PlayerNameForm
from models.names import tidy
from models.seat import Seat
from models.session import Session

STARTS = ["zero", "average", "worst"]


class JoinForm(PlayerNameForm):
    after = StringField()
    start = SelectField(choices=STARTS, default="zero", validate_choice=True)
    team = StringField(filters=[tidy])


class ComeBackForm(ChangeForm):
    start = SelectField(choices=STARTS, default="zero", validate_choice=True)


class SwapForm(ChangeForm):
    one = StringField()
    other = StringField()


def seat_named(session: Session, text: str | None) -> Seat | None:
    """The session's seat with this id as text."""
    try:
        return session.seat(uuid.UUID(text or ""))
    except ValueError:
        return None


def words_for_seating(reason: str) -> str:
    """What a player reads when a move at the table makes no sense."""
    return {
        "seated": _("This player already sits at the table."),
        "full": _("There is no room for one more: the cards would not suffice."),
        "few": _("Two must stay. End the session instead."),
        "away": _("This player has left already."),
        "here": _("This player is at the table."),
        "same": _("Choose two different players."),
    }.get(reason, reason)
