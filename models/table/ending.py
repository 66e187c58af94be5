"""Stop a session before its plan, and reopen a finished one."""

from __future__ import annotations

from game.scoring.standings import is_over
from models.change import Author, changing
from models.session import Session


def stop(session: Session, author: Author) -> None:
    """End the session; the rounds played count."""
    with changing(session, "stop", author, {"number": len(session.rounds)}):
        session.stopped = True


def reopen(session: Session, author: Author) -> None:
    """Continue to the end of the plan, or until the table stops if that is played out."""
    with changing(session, "reopen", author, {"number": len(session.rounds)}):
        session.stopped = False
        if is_over(session.rules_in_force, session.seat_facts(), session.round_facts()):
            session.extended = True
