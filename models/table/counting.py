"""What phones say of the round to come while its hands are counted; it becomes a round when it is saved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.scoring import facts
from models.change import Author
from models.counting import Count, Counting
from models.seat import Seat
from models.session import Session


class NotCounted(ValueError):
    """What was sent cannot count, and nothing was changed.

    reason: "saved" (the round is, as `saved` says), "early" (rounds before it were taken back), "over" (the
    game is), "left" (the seat does not play this round), "out" (another phone has said who is out), "other"
    (another phone has sent `count` for the seat) or "changed" (the count that was looked at is `count` now,
    or gone).
    """

    def __init__(
        self, reason: str, *, count: Count | None = None, saved: facts.RoundFacts | None = None
    ) -> None:
        super().__init__(reason)
        self.reason, self.count, self.saved = reason, count, saved


def say_out(
    session: Session,
    number: int,
    seat: Seat | None,
    author: Author,
    *,
    chain: facts.LastCards | None = None,
    seen: str | None = None,
) -> None:
    """Somebody is out, or with None nobody went out, and everybody else counts.

    seen: whom this phone was shown to be out, "" for nobody yet; None overrules whatever another phone said.
    """
    counting = _due(session, number)
    if seat is not None and seat not in session.playing(number):
        raise NotCounted("left")
    out = seat.id if seat else None
    if counting.is_said and counting.out == out and chain in (None, counting.chain):
        return  # whoever says no more than that somebody is out leaves what was said of a chain
    if counting.is_said and seen is not None and seen != who_is_out(counting):
        raise NotCounted("out")
    _write(session, replace(counting, is_said=True, out=out, chain=chain, by=author.by))


def nobody_is_out_yet(session: Session, number: int) -> None:
    """Play goes on: it was said too early. What was counted stays for later."""
    counting = _due(session, number)
    if counting.is_said:
        _write(session, replace(counting, is_said=False, out=None, chain=None, by=""))


def send_count(
    session: Session, number: int, seat: Seat, hand: facts.HandFacts, author: Author, *, seen: str
) -> None:
    """What a seat still holds. seen: the mark of the count that the phone was shown, "" for none."""
    counting = _due(session, number)
    if seat not in session.playing(number):
        raise NotCounted("left")
    if counting.is_said and counting.out == seat.id:
        raise NotCounted("out")
    count = Count(seat.id, hand.cards, hand.points, author.by)
    known = counting.counts.get(seat.id)
    if known is not None:
        if known.mark == count.mark:
            return
        if known.mark != seen:
            raise NotCounted("other", count=known)
        count = count.sent_after(known)
    _write(session, counting.with_count(count))


def check_count(
    session: Session, number: int, seat: Seat, author: Author, *, is_right: bool, seen: str
) -> None:
    """SP28: the left neighbour has looked at the hand, whose mark was `seen`."""
    counting = _due(session, number)
    count = counting.counts.get(seat.id)
    if count is None or count.mark != seen:
        raise NotCounted("changed", count=count)
    if count.is_right is not is_right:
        _write(session, counting.with_count(replace(count, is_right=is_right, checked_by=author.by)))


def who_is_out(counting: Counting) -> str:
    """As a form says it: a seat's id, "none" where nobody went out, "" as long as nobody has said it."""
    if not counting.is_said:
        return ""
    return str(counting.out) if counting.out else "none"


def overruled(session: Session, played: facts.RoundFacts) -> dict[str, Any]:
    """For the history: of each seat that is saved otherwise than phones sent it, what they had said."""
    found: dict[str, Any] = {}
    counting = session.counted(played.number)
    for hand in played.hands:
        count = counting.counts.get(hand.seat)  # type: ignore[call-overload]
        if count is None or hand.seat == played.out:
            continue
        said = [dict(each) for each in count.overruled]
        if count.mark != replace(count, cards=hand.cards, points=hand.points).mark:
            said.append({"by": count.by, "cards": count.cards, "points": count.points})
        if said:
            found[str(hand.seat)] = said
    return {"counts": found} if found else {}


def move_counting(session: Session, *, past: int, by: int) -> None:
    """Keep the round that is being counted with the rounds before it, when round `past` comes or goes."""
    if session.counting and session.counting["number"] > past:
        session.counting = {**session.counting, "number": session.counting["number"] + by}


def _due(session: Session, number: int) -> Counting:
    """What is counted of the round to come, which must be this one."""
    saved = session.round_number(number)
    if saved is not None:
        raise NotCounted("saved", saved=saved.facts())
    if session.is_finished:
        raise NotCounted("over")
    if number != len(session.rounds) + 1:
        raise NotCounted("early")
    return session.counted(number)


def _write(session: Session, counting: Counting) -> None:
    session.counting = counting.to_dict()
    session.version += 1
