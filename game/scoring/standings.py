"""Totals, ranks and winners, computed from the rounds each time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from game.scoring.facts import RoundFacts, SeatFacts, SeatId, in_order, shared_seats
from game.scoring.rules import Rules


@dataclass(frozen=True)
class Standing:
    """Total and rank of one side. A side is one seat, or all seats of a team.

    A seat that was taken over is a side of its own, without a rank; its points also count for the side that
    plays on for it.

    total: points with start points and those on return, or rounds won if wins are counted.
    history: the total before the first round and after each round.
    rank: shared by equal totals (1, 2, 2, 4); None for a side that has left the table.
    change: gain of the last round, None if the side did not play it.
    joined_round: the first round of the side.
    """

    seats: tuple[SeatId, ...]
    team: str | None
    total: int
    rank: int | None
    change: int | None
    history: tuple[int, ...]
    joined_round: int

    @property
    def leads(self) -> bool:
        return self.rank == 1


def standings(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[RoundFacts]) -> list[Standing]:
    """Return every side, best first; equal totals in seat order; sides that left come last, unranked.

    >>> from game.scoring.facts import HandFacts, RoundFacts, SeatFacts
    >>> from game.variants import VARIANTS
    >>> hands = (HandFacts("Anna", None, 12), HandFacts("Bo", None, 0))
    >>> played = RoundFacts(1, dealer="Anna", hand_size=8, out="Bo", hands=hands)
    >>> seats = [SeatFacts("Anna", 0), SeatFacts("Bo", 1)]
    >>> [(s.rank, s.seats, s.total) for s in standings(VARIANTS["derange"].rules({}, 2), seats, [played])]
    [(1, ('Bo',), 0), (2, ('Anna',), 12)]
    """
    gains = [_gains(rules, played) for played in rounds]
    sides = [
        _side(rules, members, contributors, rounds, gains)
        for members, contributors in _members_and_contributors(rules, seats)
    ]
    ranked = [(side, here) for side, here in sides if here]
    left = [side for side, here in sides if not here]
    best_first = sorted(ranked, key=lambda pair: rules.sort_key(pair[0].total))
    return _ranked(rules, [side for side, _ in best_first]) + left


def winners(table: Sequence[Standing], rounds: Sequence[RoundFacts]) -> list[Standing]:
    """Return all sides that share the first place; [] before a round is played.

    Ties are not broken: all of them win (GV15, GS13, GD17).
    """
    return [standing for standing in table if standing.leads] if rounds else []


def is_over(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[RoundFacts]) -> bool:
    """Whether all planned rounds are played or a side has reached the total that ends the session."""
    if rules.rounds is not None and len(rounds) >= rules.rounds:
        return True
    if rules.first_to is None or not rounds:
        return False
    return any(s.total >= rules.first_to for s in standings(rules, seats, rounds) if s.rank is not None)


def leading_since(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[RoundFacts]) -> int | None:
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
            side.seats: rules.sort_key(side.history[played]) for side in ranked if side.joined_round <= played
        }
        ahead = {side for side, worth in here.items() if worth == min(here.values())}
        if ahead != {side.seats for side in final}:
            break
        leading = rounds[played - 1].number
    return leading


def start_points(rules: Rules, table: Sequence[Standing], choice: str) -> int:
    """Return the start points of a late joiner. choice: "zero", "average" or "worst" (the highest total).

    The average is rounded half up. 0 if wins are counted.
    """
    totals = [s.total for s in table if s.rank is not None]
    if choice == "zero" or rules.counts_wins or not totals:
        return 0
    if choice == "worst":
        return max(totals)
    return (2 * sum(totals) + len(totals)) // (2 * len(totals))


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
        yield tuple(members), tuple(each for seat in members for each in shared.get(seat.id, (seat,)))


def _gains(rules: Rules, played: RoundFacts) -> dict[SeatId, int]:
    """Return the gain of each seat that played a round: points, or 1 for a round won."""
    if rules.counts_wins:
        round_winners = _round_winners(played)
        return {hand.seat: int(hand.seat in round_winners) for hand in played.hands}
    return {hand.seat: hand.points or 0 for hand in played.hands}


def _side_gain(rules: Rules, gains: Mapping[SeatId, int], ids: Iterable[SeatId]) -> int | None:
    """Return the gain of a side, None if none of its seats played. A team that wins a round wins it once."""
    own = [gains[seat] for seat in ids if seat in gains]
    if not own:
        return None
    return max(own) if rules.counts_wins else sum(own)


def _side(
    rules: Rules,
    members: tuple[SeatFacts, ...],
    contributors: tuple[SeatFacts, ...],
    rounds: Sequence[RoundFacts],
    gains: Sequence[Mapping[SeatId, int]],
) -> tuple[Standing, bool]:
    """Return a side without its rank, and whether one of its seats still plays.

    contributors: the seats whose points are in its total.
    """
    ids = {seat.id for seat in contributors}
    gained = [_side_gain(rules, each, ids) for each in gains]
    added = [points or 0 for points in gained]
    returns = [(a.until, a.points) for seat in contributors for a in seat.away if a.until is not None]
    for number, points in returns:
        if number <= len(rounds):
            added[number - 1] += points
    history = list(accumulate(added, initial=sum(seat.start_points for seat in contributors)))
    total = history[-1] + sum(points for number, points in returns if number > len(rounds))
    standing = Standing(
        seats=tuple(seat.id for seat in members),
        team=members[0].team if rules.teams else None,
        total=total,
        rank=None,
        change=gained[-1] if gained else None,
        history=(*history[:-1], total),
        joined_round=min(seat.joined_round for seat in contributors),
    )
    return standing, any(not seat.has_left for seat in members)


def _round_winners(played: RoundFacts) -> set[SeatId]:
    """Return the winners of a round if wins are counted: the seat that went out or, in a blocked round, all
    seats with the fewest cards (GK4); none if a hand of a blocked round was not counted.
    """
    if played.out is not None:
        return {played.out}
    if any(hand.cards is None for hand in played.hands):
        return set()
    left = {hand.seat: sum((hand.cards or {}).values()) for hand in played.hands}
    return {seat for seat, cards in left.items() if cards == min(left.values())}


def _ranked(rules: Rules, best_first: Sequence[Standing]) -> list[Standing]:
    ranked: list[Standing] = []
    for _, tied in groupby(best_first, key=lambda side: side.total):
        rank = len(ranked) + 1
        ranked.extend(replace(side, rank=rank) for side in tied)
    return ranked
