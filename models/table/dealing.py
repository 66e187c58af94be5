"""Who deals the round to come: the cut, a misdeal, another dealer."""

from __future__ import annotations

from models.change import Author, changing
from models.seat import Seat
from models.session import Session


def cut(session: Session, dealer: Seat, author: Author) -> None:
    """Somebody won the cut and deals the first round of the block to come (SP1, GS21)."""
    block = session.deal_to_come().block
    with changing(session, "cut", author, {"player": str(dealer.player_id), "block": block}):
        cut_is_won(session, str(dealer.id))


def cut_is_won(session: Session, dealer_id: str) -> None:
    """Whoever deals the round to come is the first dealer of its block."""
    block, dealers = session.deal_to_come().block, session.first_dealers
    session.first_dealers = [*dealers[: block - 1], dealer_id, *dealers[block:]]


def choose_dealer(session: Session, dealer: Seat, author: Author) -> None:
    """Another dealer for the round to come; the deal rotates on from there."""
    about = {"player": str(dealer.player_id), "number": len(session.rounds) + 1}
    with changing(session, "dealer", author, about):
        session.say_of_next_deal(dealer=dealer.id, misdeals=session.misdeals())


def misdeal(session: Session, author: Author) -> None:
    """The round to come was dealt wrongly and is dealt again by the same dealer."""
    about = {"number": len(session.rounds) + 1}
    with changing(session, "misdeal", author, about):
        session.say_of_next_deal(dealer=session.chosen_dealer(), misdeals=session.misdeals() + 1)
