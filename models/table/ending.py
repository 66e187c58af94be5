"""Stop a session before its plan, and reopen a finished one."""

from __future__ import annotations

from msgspec.structs import replace

from game.scoring.standings import is_over
from models.change import ChangeStamp, recorded_as_change
from models.session import Session


def stop(session: Session, stamp: ChangeStamp) -> None:
    """End the session; the rounds played count."""
    with recorded_as_change(session, "stop", stamp, {"number": len(session.rounds)}):
        session.sheet = replace(session.sheet, stopped=True)


def may_reopen(session: Session) -> bool:
    """Whether a finished session can be continued: more than one side is left that is not eliminated."""
    return not is_over(session.rules.without_end(), session.scored.seats, session.rounds)


def reopen(session: Session, stamp: ChangeStamp) -> None:
    """Continue to the end of the plan, or until the table stops if that is played out.

    No-op if the session would end again at once, see `may_reopen`.
    """
    if not may_reopen(session):
        return
    with recorded_as_change(session, "reopen", stamp, {"number": len(session.rounds)}):
        session.sheet = replace(session.sheet, stopped=False)
        if session.scored.is_played_out:
            session.sheet = replace(session.sheet, extended=True)
