"""A session of which a file tells the totals, as a session of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from models.document.checks import BadDocument
from models.importing.draft import OF_A_SESSION
from models.session import Session
from models.table.starting import Setup
from models.table.whole_sheets import planned, totals
from scoring.facts import Round, SeatId
from scoring.hand import MOST_POINTS
from scoring.rules import Rules
from variants.naming import Way

MOST_WINS = 200


@dataclass(frozen=True)
class Odd:
    """Something in a file that the table should know of.

    code: "winner" (the file names another winner than the points do: `file`, `points`, lists of names),
    "sum" (points that no hands of this game make: `name`, `count`), "name" (a name was shortened: `name`,
    `short`) or "note" (a remark on a game that has no place here: `note`).
    """

    at: str
    code: str
    values: Mapping[str, Any]


def with_rounds(told: Mapping[str, Any], way: Way) -> dict[str, Any]:
    """The session with rounds that stand in for its totals; raises BadDocument where it cannot be one."""
    seats = [seat["player"] for seat in told["seats"]]
    least, most = way.variant.players
    if not least <= len(seats) <= most:
        raise BadDocument(
            told["at"], "this game is for %(least)s to %(most)s players", least=least, most=most
        )
    dealer = seats.index(told["first_dealers"][0])
    session = planned(Setup(way.variant, way.options, seats, dealer))
    _check_totals(told, session)
    reached: dict[SeatId, int] = {
        seat.id: points for seat, points in zip(session.seats, told["totals"], strict=True)
    }
    who = {seat.id: player for seat, player in zip(session.seats, seats, strict=True)}
    return {
        **{key: value for key, value in told.items() if key not in OF_A_SESSION},
        "variant": way.variant.key,
        "options": session.options,
        "summed": True,
        "rounds": [_round(played, who, told) for played in totals(session, reached).rounds],
    }


def oddities(told: Mapping[str, Any], made: Session, names: Mapping[str, str]) -> Iterator[Odd]:
    """What is odd about the totals of a session, once it is made."""
    points = {seat: s.leads for s in made.standings() for seat in s.seats}
    seats = [seat["player"] for seat in told["seats"]]
    won = {player for player, seat in zip(seats, made.seats, strict=True) if points[seat.id]}
    if told["winners"] and set(told["winners"]) != won:
        by_file, by_points = ([names[p] for p in seats if p in these] for these in (told["winners"], won))
        yield Odd(told["at"], "winner", {"file": by_file, "points": by_points})
    rules = made.scoring_rules
    if rules.counts_wins:
        return
    for player, total in zip(seats, told["totals"], strict=True):
        if not _can_be_reached(total, rules):
            yield Odd(told["at"], "sum", {"name": names[player], "count": total})


def _can_be_reached(total: int, rules: Rules) -> bool:
    """Whether hands of any number of rounds can make exactly this."""
    reached, within = 1, (1 << total + 1) - 1
    for points in {c.points for c in rules.classes if c.points}:
        step = points
        while step <= total:  # doubling the step covers every number of such cards
            reached |= reached << step & within
            step *= 2
    return bool(reached >> total & 1)


def _check_totals(told: Mapping[str, Any], session: Session) -> None:
    reached = told["totals"]
    if session.scoring_rules.counts_wins:
        if not sum(reached):
            raise BadDocument(told["at"], "nobody has won anything")
        if sum(reached) > MOST_WINS:
            raise BadDocument(told["at"], "%(count)s rounds won are too many", count=sum(reached))
    elif max(reached) > MOST_POINTS:
        raise BadDocument(told["at"], "%(count)s points are too many", count=max(reached))


def _round(played: Round, who: Mapping[Any, str], told: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "number": played.number,
        "dealer": who[played.dealer],
        "hand_size": played.hand_size,
        "out": who[played.out] if played.out is not None else None,
        "recorded_at": told["finished_at"],
        "hands": [{"player": who[h.seat], "cards": h.cards, "points": h.points} for h in played.hands],
    }
