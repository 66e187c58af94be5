"""Join, leave, come back, take over, swap seats. Past dealers are not changed."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from game.scoring import operations
from game.scoring.facts import SeatFacts
from game.scoring.pack import pack_problem
from game.scoring.standings import Standing, start_points
from models.change import ALONG, ChangeStamp, recorded_as_change
from models.database import db, new_id
from models.player import Player
from models.session import Seat, Session
from models.tournament.people import sits_elsewhere


class SeatingProblem(ValueError):
    """An impossible move; `reason` is seated, elsewhere (at another table of the tournament), full, few,
    away, here, same, taken_over (another player has taken over the seat) or other_seat (the player had
    another one in this session).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def join(
    session: Session, player: Player, stamp: ChangeStamp, *, after: Seat | None, start: str, team: str | None
) -> Seat:
    """Seat a player on the left of `after`, playing from the next round on.

    start: "zero", "average" or "worst" of the totals so far; stored as start points.
    """
    if any(seat.player_id == player.id for seat in session.seats):
        raise SeatingProblem("seated")
    if sits_elsewhere(session.id, player.id):
        raise SeatingProblem("elsewhere")
    _check_room(session)
    points = start_points(session.rules, session.standings(), start)
    db.session.flush()  # a new player
    new = SeatFacts(new_id(), 0, start_points=points, team=team, player=player.id)
    with recorded_as_change(
        session, "join", stamp, {"player": str(player.id), "points": points, "start": start}
    ):
        session.sheet = operations.join(session.sheet, new, after=after.id if after else None)
        player.update_last_played(stamp.at)
    return next(seat for seat in session.seats if seat.id == new.id)


def usual_start(session: Session) -> str:
    """The default start of `join`: the average where the lowest total wins, or 0 is ahead of it."""
    rules = session.rules
    if not session.rounds:
        return "zero"
    average = start_points(rules, session.standings(), "average")
    return "average" if not rules.higher_is_better or average < 0 else "zero"


def leave(session: Session, seat: Seat, stamp: ChangeStamp, *, along_with: uuid.UUID | None = None) -> None:
    """Leave the table; the seat misses the rounds from the next one on.

    along_with: the tournament change that causes this, and with which it is undone.
    """
    if seat.has_left:
        raise SeatingProblem("away")
    if len(_present_seats(session)) <= 2:  # noqa: PLR2004 - a table is two
        raise SeatingProblem("few")
    about = {"player": str(seat.player_id)} | ({ALONG: str(along_with)} if along_with else {})
    with recorded_as_change(session, "leave", stamp, about):
        session.sheet = operations.leave(session.sheet, seat.id)


def come_back(session: Session, seat: Seat, stamp: ChangeStamp, *, start: str) -> None:
    """Play again after leaving, from the next round on.

    start: "zero" keeps the seat's total, "average" and "worst" raise it to that total if it is lower.
    """
    if not seat.has_left:
        raise SeatingProblem("here")
    if not seat.holder.has_left:
        raise SeatingProblem("taken_over")
    _check_room(session)
    standings = session.standings()
    missing = start_points(session.rules, standings, start) - _total(seat, standings)
    added = max(0, missing) if start != "zero" else 0
    with recorded_as_change(session, "come_back", stamp, {"player": str(seat.player_id), "points": added}):
        session.sheet = operations.come_back(session.sheet, seat.id, added)


def take_over(session: Session, seat: Seat, player: Player, stamp: ChangeStamp) -> None:
    """Let a player continue in place of `seat`, with its points, from the next round on.

    The earlier player can take it over again. A seat whose player has left can be taken over too.
    """
    earlier_seat = next((other for other in session.seats if other.player_id == player.id), None)
    if earlier_seat is not None and not earlier_seat.has_left:
        raise SeatingProblem("seated")
    if earlier_seat is not None and earlier_seat not in seat.shares_with:
        raise SeatingProblem("other_seat")
    if seat.is_taken_over or earlier_seat is seat:
        raise SeatingProblem("taken_over" if seat.is_taken_over else "here")
    if earlier_seat is None and sits_elsewhere(session.id, player.id):
        raise SeatingProblem("elsewhere")
    if seat.has_left:
        _check_room(session)
    db.session.flush()  # a new player
    total = _total(seat, session.standings())
    about = {"player": str(player.id), "from": str(seat.player_id), "points": total}
    with recorded_as_change(session, "take_over", stamp, about):
        new = earlier_seat.facts() if earlier_seat else SeatFacts(new_id(), 0, player=player.id)
        session.sheet = operations.take_over(session.sheet, seat.id, new)
        player.update_last_played(stamp.at)


def _total(seat: Seat, standings: Sequence[Standing]) -> int:
    """The total of the side that a seat belongs to."""
    return next(side.total for side in standings if seat.holder.id in side.seats)


def swap(session: Session, one: Seat, other: Seat, stamp: ChangeStamp) -> None:
    """Exchange the positions of two seats."""
    if one is other:
        raise SeatingProblem("same")
    with recorded_as_change(session, "swap", stamp, {"players": [str(one.player_id), str(other.player_id)]}):
        session.sheet = operations.swap(session.sheet, one.id, other.id)


def _present_seats(session: Session) -> list[Seat]:
    return [seat for seat in session.seats if not seat.has_left]


def _check_room(session: Session) -> None:
    problem = pack_problem(session.rules, len(_present_seats(session)) + 1)
    if problem is not None and problem.problem in ("many", "short"):
        raise SeatingProblem("full")
