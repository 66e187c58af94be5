"""Stop a session before its plan, and reopen a finished one."""

from __future__ import annotations

from game.scoring.standings import is_over
from models.change import ChangeStamp, recorded_as_change
from models.session import Session


def stop(session: Session, stamp: ChangeStamp) -> None:
    """End the session; the rounds played count."""
    with recorded_as_change(session, "stop", stamp, {"number": len(session.rounds)}):
        session.stopped = True


def reopen(session: Session, stamp: ChangeStamp) -> None:
    """Continue to the end of the plan, or until the table stops if that is played out."""
    with recorded_as_change(session, "reopen", stamp, {"number": len(session.rounds)}):
        session.stopped = False
        if is_over(session.rules_in_force, session.seat_facts(), session.round_facts()):
            session.extended = True
