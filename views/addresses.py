"""Addresses within this site."""

from __future__ import annotations

from typing import Any

from flask import url_for

from forms.asked_options import written
from models import Session
from variants import VARIANTS, Variant


def table_of(session: Session) -> str:
    return url_for("sessions.show", group_id=session.group_id, session_id=session.id)


def rules_of(session: Session, *, back: str, section: str | None = None) -> str | None:
    """The rules as this session plays them, and the way back; None where the variant is gone.

    Only what differs from the usual rules stands in the address, so it is the same for every phone.
    """
    variant = VARIANTS.get(session.variant)
    if variant is None:
        return None
    seated = sum(seat.joined_round == 1 for seat in session.seats)
    asked = _asked(variant, session, seated)
    return url_for("rules.show", key=variant.key, back=back, _anchor=section, **asked)


def _asked(variant: Variant, session: Session, seated: int) -> dict[str, Any]:
    """The options that are not as usual, and how many play where a default hangs on that."""
    usual, least = variant.defaults(seated), variant.defaults(variant.players[0])
    asked: dict[str, Any] = {
        option.key: written(value)
        for option in variant.options
        if (value := session.options.get(option.key, usual[option.key])) != usual[option.key]
        or (value != least[option.key] and not option.default_players)
    }
    within = variant.players[0] <= seated <= variant.players[1]
    if within and any(option.hangs_on_players for option in variant.options):
        asked["players"] = str(seated)
    return asked
