"""What a round adds to each total; totals, ranks and winners, computed from the rounds each time."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from msgspec.structs import asdict

from game.scoring.facts import (
    EliminatedSeat,
    Hand,
    Round,
    SeatFacts,
    SeatId,
    added_points,
    in_order,
    shared_seats,
)
from game.scoring.rules import Rules

Gains = dict[SeatId, int]


def round_gains(rules: Rules, played: Round) -> Gains:
    """Return the gain of each seat that played a round: points, a place, or 1 for a round won.

    >>> from game.scoring.facts import Hand
    >>> from game.variants import VARIANTS
    >>> hands = (Hand("Anna", None, 12), Hand("Bo", None, 0))
    >>> played = Round(1, dealer="Anna", hand_size=8, out="Bo", hands=hands)
    >>> round_gains(VARIANTS["derange"].rules({}, 2), played)
    {'Anna': 12, 'Bo': 0}
    """
    return gains_of_hands(rules, played.out, played.hands)


def gains_of_hands(rules: Rules, out: SeatId | None, hands: Sequence[Hand]) -> Gains:
    """Return the gains of a round of which only these facts are known."""
    if rules.counts_wins:
        winners = _round_winners(out, hands)
        return {hand.seat: int(hand.seat in winners) for hand in hands}
    if rules.collects:
        return _collected(rules, out, hands)
    return {hand.seat: hand.points or 0 for hand in hands}


def _round_winners(out: SeatId | None, hands: Sequence[Hand]) -> set[SeatId]:
    """Return the winners of a round if wins are counted: the seat that went out or, in a blocked round, all
    seats with the fewest cards (GK4); none if a hand of a blocked round was not counted.
    """
    if out is not None:
        return {out}
    if any(hand.cards is None for hand in hands):
        return set()
    left = {hand.seat: sum((hand.cards or {}).values()) for hand in hands}
    return {seat for seat, cards in left.items() if cards == min(left.values())}


def _collected(rules: Rules, out: SeatId | None, hands: Sequence[Hand]) -> Gains:
    """Return the gains if one seat collects the points of the others.

    In a blocked round that scores the difference, tied lowest hands share it; a remainder is dropped.
    """
    left = {hand.seat: hand.points for hand in hands if hand.seat != out}
    gains: Gains = {hand.seat: 0 for hand in hands}
    if out is not None:
        gains[out] = sum(points or 0 for points in left.values())
    elif rules.blocked == "difference" and left and None not in left.values():
        points = {seat: points or 0 for seat, points in left.items()}
        lowest = min(points.values())
        collectors = [seat for seat, count in points.items() if count == lowest]
        difference = sum(count - lowest for count in points.values())
        gains |= dict.fromkeys(collectors, difference // len(collectors))
    return gains


@dataclass(frozen=True)
class Standing:
    """Total and rank of one side. A side is one seat, or all seats of a team.

    A seat that was taken over is a side of its own, without a rank; its points also count for the side that
    plays on for it.

    total: points with start points, adjustments and those on return, or rounds won if wins are counted.
    history: the total before the first round and after each round.
    rank: shared by equal totals (1, 2, 2, 4); None for a side that has left the table.
    change: gain of the last round, None if the side did not play it.
    joined_round: the first round of the side.
    eliminated_after: the last round of an eliminated side, which ranks behind all that play longer.
    """

    seats: tuple[SeatId, ...]
    team: str | None
    total: int
    rank: int | None
    change: int | None
    history: tuple[int, ...]
    joined_round: int
    eliminated_after: int | None = None

    @property
    def leads(self) -> bool:
        return self.rank == 1


def standings(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[Round]) -> list[Standing]:
    """Return every side, best first; equal totals in seat order; sides that left come last, unranked.

    >>> from game.scoring.facts import Hand, Round, SeatFacts
    >>> from game.variants import VARIANTS
    >>> hands = (Hand("Anna", None, 12), Hand("Bo", None, 0))
    >>> played = Round(1, dealer="Anna", hand_size=8, out="Bo", hands=hands)
    >>> seats = [SeatFacts("Anna", 0), SeatFacts("Bo", 1)]
    >>> [(s.rank, s.seats, s.total) for s in standings(VARIANTS["derange"].rules({}, 2), seats, [played])]
    [(1, ('Bo',), 0), (2, ('Anna',), 12)]
    """
    gains = [round_gains(rules, played) for played in rounds]
    sides = [
        _side(rules, members, contributors, rounds, gains)
        for members, contributors in _members_and_contributors(rules, with_eliminations(rules, seats, rounds))
    ]
    ranked = [side for side, here in sides if here]
    left = [side for side, here in sides if not here]
    return _ranked(rules, ranked) + left


def winners(table: Sequence[Standing], rounds: Sequence[Round]) -> list[Standing]:
    """Return all sides that share the first place; [] before a round is played.

    Ties are not broken: all of them win (GV15, GS13, GD17).
    """
    return [standing for standing in table if standing.leads] if rounds else []


def is_over(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[Round]) -> bool:
    """Whether all planned rounds are played, a side has reached the total that ends the session, or no more
    than one is left that is not eliminated.
    """
    if rules.rounds is not None and len(rounds) >= rules.rounds:
        return True
    if not rounds or (rules.first_to is None and rules.eliminate_at is None):
        return False
    table = [side for side in standings(rules, seats, rounds) if side.rank is not None]
    if rules.eliminate_at is not None and sum(side.eliminated_after is None for side in table) <= 1:
        return True
    if rules.first_to is None or all(side.total < rules.first_to for side in table):
        return False
    return rules.tie == "shared" or sum(side.leads for side in table) == 1


def leading_since(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[Round]) -> int | None:
    """Return the number of the round since which the winners, and no other sides, have led.

    A side is compared from the round in which it joined. None without rounds, and if all sides share the
    first place.
    """
    table = standings(rules, seats, rounds)
    ranked = [side for side in table if side.rank is not None]
    final = winners(table, rounds)
    if not final or len(final) == len(ranked):
        return None
    leading = None
    for played in range(len(rounds), 0, -1):
        here = {
            side.seats: position_key(rules, side, played) for side in ranked if side.joined_round <= played
        }
        ahead = {side for side, key in here.items() if key == min(here.values())}
        if ahead != {side.seats for side in final}:
            break
        leading = rounds[played - 1].number
    return leading


def position_key(rules: Rules, side: Standing, played: int) -> tuple[int, int]:
    """Return the sort key of a side after `played` rounds: smaller is better, equal keys share a rank."""
    last = side.eliminated_after
    lasted = sys.maxsize if last is None or last > played else last
    return -lasted, rules.sort_key(side.history[played])


def total_before(side: Standing, seats: Iterable[SeatFacts], number: int) -> int:
    """Return the total of a side before round `number`, with points added for a return into that round."""
    total = side.history[number - 1]
    if number == len(side.history):  # the last total has them already
        return total
    absences = (away for seat in seats if seat.id in side.seats for away in seat.away)
    return total + sum(away.points for away in absences if away.until == number)


def start_points(rules: Rules, table: Sequence[Standing], choice: str) -> int:
    """Return the start points of a late joiner. choice: "zero", "average" or "worst" (of the totals of those
    who play).

    The average is rounded half up. 0 if wins are counted.
    """
    totals = [s.total for s in table if s.rank is not None and s.eliminated_after is None]
    if choice == "zero" or rules.counts_wins or not totals:
        return 0
    if choice == "worst":
        return max(totals, key=rules.sort_key)
    return (2 * sum(totals) + len(totals)) // (2 * len(totals))


def with_eliminations(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[Round]) -> list[SeatFacts]:
    """Return the seats clockwise, those that are eliminated as EliminatedSeat.

    A side is eliminated after the last round that it played, if its total is then too high. So a correction
    of an early round never removes a player from later rounds that were played.
    """
    seats = in_order(seats)
    if rules.eliminate_at is None or not rounds:
        return seats
    gains = [round_gains(rules, played) for played in rounds]
    after: dict[SeatId, int] = {}
    for shared in shared_seats(seats).values():
        ids = {seat.id for seat in shared}
        gained = sum(by_seat[seat] for by_seat in gains for seat in ids & by_seat.keys())
        numbers = [
            played.number for played, by_seat in zip(rounds, gains, strict=True) if ids & by_seat.keys()
        ]
        if numbers and sum(map(added_points, shared)) + gained >= rules.eliminate_at:
            after |= dict.fromkeys(ids, numbers[-1])
    return [
        EliminatedSeat(**asdict(seat) | {"eliminated_after": after[seat.id]}) if seat.id in after else seat
        for seat in seats
    ]


def _members_and_contributors(
    rules: Rules, seats: Iterable[SeatFacts]
) -> Iterator[tuple[tuple[SeatFacts, ...], tuple[SeatFacts, ...]]]:
    """Yield the seats of each side and the seats that contribute to its total, in seat order."""
    seats = in_order(seats)
    shared = shared_seats(seats)
    sides: dict[object, list[SeatFacts]] = {}
    for seat in seats:
        is_of_team = rules.teams and seat.team and seat.id in shared
        sides.setdefault(seat.team if is_of_team else (seat.id,), []).append(seat)
    for members in sides.values():
        contributors = [other for seat in members for other in shared.get(seat.id, (seat,))]
        yield tuple(members), tuple(contributors)


def _side_gain(rules: Rules, gains: Mapping[SeatId, int], ids: Iterable[SeatId]) -> int | None:
    """Return the gain of a side, None if none of its seats played. A team that wins a round wins it once."""
    seat_gains = [gain for seat in ids if (gain := gains.get(seat)) is not None]
    if not seat_gains:
        return None
    return max(seat_gains) if rules.counts_wins else sum(seat_gains)


def _side(
    rules: Rules,
    members: tuple[SeatFacts, ...],
    contributors: tuple[SeatFacts, ...],
    rounds: Sequence[Round],
    gains: Sequence[Mapping[SeatId, int]],
) -> tuple[Standing, bool]:
    """Return a side without its rank, and whether one of its seats still plays.

    contributors: the seats whose points are in its total.
    """
    ids = {seat.id for seat in contributors}
    if len(ids) == 1:
        [only] = ids
        gained = [by_seat.get(only) for by_seat in gains]
    else:
        gained = [_side_gain(rules, by_seat, ids) for by_seat in gains]
    added = [points or 0 for points in gained]
    start, later = sum(seat.start_points for seat in contributors), 0
    for number, points in _points_between(contributors):
        if number > len(rounds):
            later += points
        elif number:
            added[number - 1] += points
        else:
            start += points
    history = list(accumulate(added, initial=start))
    total = history[-1] + later
    standing = Standing(
        seats=tuple(seat.id for seat in members),
        team=members[0].team if rules.teams else None,
        total=total,
        rank=None,
        change=gained[-1] if gained else None,
        history=(*history[:-1], total),
        joined_round=min(seat.joined_round for seat in contributors),
        eliminated_after=members[0].eliminated_after,
    )
    return standing, any(not seat.has_left for seat in members)


def _points_between(contributors: Iterable[SeatFacts]) -> Iterator[tuple[int, int]]:
    """Yield points that no round gave with the round whose total includes them, 0 for the start: those on
    return, bonus and penalty.
    """
    for seat in contributors:
        yield from ((away.until, away.points) for away in seat.away if away.until is not None)
        yield from ((adjustment.after, adjustment.points) for adjustment in seat.adjustments)


def _ranked(rules: Rules, sides: Iterable[Standing]) -> list[Standing]:
    """Return the sides with their ranks, best first; equal ones keep their order."""

    def key(side: Standing) -> tuple[int, int]:
        return position_key(rules, side, len(side.history) - 1)

    ranked: list[Standing] = []
    for _, tied in groupby(sorted(sides, key=key), key=key):
        rank = len(ranked) + 1
        ranked.extend(replace(side, rank=rank) for side in tied)
    return ranked
