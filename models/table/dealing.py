"""The dealer of the next round: the cut, a misdeal, another dealer."""

from __future__ import annotations

from game.scoring import operations
from models.change import ChangeStamp, recorded_as_change
from models.session import Seat, Session


def cut(session: Session, dealer: Seat, stamp: ChangeStamp) -> None:
    """Record who won the cut and deals the first round of the next block (SP1, GS21)."""
    block = session.upcoming_deal().block
    with recorded_as_change(session, "cut", stamp, {"player": str(dealer.player_id), "block": block}):
        session.sheet = operations.cut(session.rules, session.sheet, dealer.id)


def choose_dealer(session: Session, dealer: Seat, stamp: ChangeStamp) -> None:
    """Choose another dealer for the next round; the deal rotates on from there."""
    about = {"player": str(dealer.player_id), "number": session.sheet.next_number}
    with recorded_as_change(session, "dealer", stamp, about):
        session.sheet = operations.choose_dealer(session.sheet, dealer.id)


def misdeal(session: Session, stamp: ChangeStamp) -> None:
    """Record a misdeal of the next round, which the same dealer deals again."""
    about = {"number": session.sheet.next_number}
    with recorded_as_change(session, "misdeal", stamp, about):
        session.sheet = operations.misdeal(session.rules, session.sheet)
