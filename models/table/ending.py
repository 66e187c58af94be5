"""Stopping a session before its plan, and opening a finished one again."""

from __future__ import annotations

from game.scoring.standings import is_over
from models.change import Author, changing
from models.session import Session


def stop(session: Session, author: Author) -> None:
    """The table ends the session here; what is played counts."""
    with changing(session, "stop", author, {"number": len(session.rounds)}):
        session.stopped = True


def reopen(session: Session, author: Author) -> None:
    """Play on: where the plan is not played out it goes on, otherwise until the table stops."""
    with changing(session, "reopen", author, {"number": len(session.rounds)}):
        session.stopped = False
        if is_over(session.rules_in_force, session.seat_facts(), session.round_facts()):
            session.extended = True
