"""What a table's page tells a phone that may have to add up by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.scoring.deal import Deal
from models import Change, Session
from views.offline.sheet import sheet_of
from views.wording.deals import decks_in_words, progress_in_words, prompts_of

DEALER, LEADER = "{dealer}", "{leader}"


def told_to_phone(session: Session, ahead: Sequence[Deal], last: Change | None) -> dict[str, Any]:
    """The sheet (static/js/offline/score-sheet.js), and the words for every deal ahead."""
    told = {deal.number: tuple(prompts_of(session, "deal", deal, DEALER, LEADER)) for deal in ahead}
    hints = list(dict.fromkeys(told.values()))  # most deals have the same
    return sheet_of(session) | {
        "names": {str(seat.id): seat.name for seat in session.seats},
        "hints": hints,
        "ahead": {d.number: _in_words(session, d, hint=hints.index(told[d.number])) for d in ahead},
        "last": _last_round(session, last),
    }


def _in_words(session: Session, deal: Deal, *, hint: int) -> dict[str, Any]:
    """hint: its place among the hints. Who deals may change until then: the phone puts the names in."""
    rules = session.rules_in_force
    return {
        "dealer": str(deal.dealer) if deal.dealer else None,
        "progress": progress_in_words(session, deal, rules),
        "decks": decks_in_words(rules, deal.hand_size),
        "hint": hint,
    }


def _last_round(session: Session, last: Change | None) -> dict[str, Any] | None:
    """What "take back" would undo, where that is the last round as it was saved."""
    if last is None or last.kind != "record" or last.about["number"] != len(session.rounds):
        return None
    return {"change": str(last.id), "number": last.about["number"]}
