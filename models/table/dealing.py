"""The dealer of the next round: the cut, a misdeal, another dealer."""

from __future__ import annotations

from models.change import ChangeStamp, recorded_as_change
from models.seat import Seat
from models.session import Session


def cut(session: Session, dealer: Seat, stamp: ChangeStamp) -> None:
    """Record who won the cut and deals the first round of the next block (SP1, GS21)."""
    block = session.upcoming_deal().block
    with recorded_as_change(session, "cut", stamp, {"player": str(dealer.player_id), "block": block}):
        set_cut_winner(session, str(dealer.id))


def set_cut_winner(session: Session, dealer_id: str) -> None:
    """Set the first dealer of the block of the next round."""
    block, dealers = session.upcoming_deal().block, session.first_dealers
    session.first_dealers = [*dealers[: block - 1], dealer_id, *dealers[block:]]


def choose_dealer(session: Session, dealer: Seat, stamp: ChangeStamp) -> None:
    """Choose another dealer for the next round; the deal rotates on from there."""
    about = {"player": str(dealer.player_id), "number": len(session.rounds) + 1}
    with recorded_as_change(session, "dealer", stamp, about):
        session.set_next_deal(dealer=dealer.id, misdeals=session.misdeals())


def misdeal(session: Session, stamp: ChangeStamp) -> None:
    """Record a misdeal of the next round, which the same dealer deals again."""
    about = {"number": len(session.rounds) + 1}
    with recorded_as_change(session, "misdeal", stamp, about):
        session.set_next_deal(dealer=session.chosen_dealer(), misdeals=session.misdeals() + 1)
