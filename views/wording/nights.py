"""The nights of a group in a list: who played, how each session ended."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _

from models import Session
from views.wording.phrases import listed


def ending(session: Session) -> str:
    """ "won by Anna and Cara"."""
    if not session.is_finished:
        return _("waits to be played on")
    won = [seat.name for seat in session.seats if seat.final_won]
    return _("won by %(names)s", names=listed(won)) if won else _("nothing was played")


def who_played(sessions: Sequence[Session]) -> str:
    """Everybody who sat at a table of these, once each."""
    names = {seat.player_id: seat.name for session in sessions for seat in session.seats}
    return ", ".join(names.values())
