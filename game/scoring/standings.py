"""Totals, ranks and winners, replayed from the rounds each time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from game.scoring.facts import RoundFacts, SeatFacts, SeatId, in_order, shared_seats
from game.scoring.rules import Rules


@dataclass(frozen=True)
class Standing:
    """Where one side stands: a seat, or the seats of a team.

    A side goes on with the points of the seats it took over. A seat that was taken over stands for itself,
    with its own points and without a rank.

    history: the total before the first round and after each round.
    rank: shared by equal totals (1, 2, 2, 4); None for a side that has left the table.
    change: what the last round added, None where the side did not play it.
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
    """Every side, best first; equal totals in seat order; sides that left come last, unranked."""
    gains = [_gains(rules, played) for played in rounds]
    sides = [_side(rules, members, behind, rounds, gains) for members, behind in _sides(rules, seats)]
    ranked = [(side, here) for side, here in sides if here]
    gone = [side for side, here in sides if not here]
    best_first = sorted(ranked, key=lambda pair: rules.best_first(pair[0].total))
    return _ranked(rules, [side for side, _ in best_first]) + gone


def winners(table: Sequence[Standing], rounds: Sequence[RoundFacts]) -> list[Standing]:
    """All that share the first place; nobody before a round is played.

    A tie is not broken: joint winners are all winners (GV15, GS13, GD17).
    """
    return [standing for standing in table if standing.leads] if rounds else []


def is_over(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[RoundFacts]) -> bool:
    """Whether the plan is played or somebody has reached the total that ends the session."""
    if rules.rounds is not None and len(rounds) >= rules.rounds:
        return True
    if rules.first_to is None or not rounds:
        return False
    return any(s.total >= rules.first_to for s in standings(rules, seats, rounds) if s.rank is not None)


def leading_since(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[RoundFacts]) -> int | None:
    """The round after which today's winners led alone together and never lost the lead again.

    A side leads from the round it joined in on. None where nobody leads: no rounds, or everybody
    shares the first place.
    """
    table = standings(rules, seats, rounds)
    ranked = [side for side in table if side.rank is not None]
    final = winners(table, rounds)
    if not final or len(final) == len(ranked):
        return None
    leading = None
    for played in range(len(rounds), 0, -1):
        here = {
            side.seats: rules.best_first(side.history[played])
            for side in ranked
            if side.joined_round <= played
        }
        ahead = {side for side, worth in here.items() if worth == min(here.values())}
        if ahead != {side.seats for side in final}:
            break
        leading = rounds[played - 1].number
    return leading


def start_points(rules: Rules, table: Sequence[Standing], choice: str) -> int:
    """What somebody who joins late begins with: "zero", the "average" or the "worst" total so far.

    The average is rounded half up; where the table counts wins everybody begins at zero.
    """
    totals = [s.total for s in table if s.rank is not None]
    if choice == "zero" or rules.counts_wins or not totals:
        return 0
    if choice == "worst":
        return max(totals)
    return (2 * sum(totals) + len(totals)) // (2 * len(totals))


def _sides(
    rules: Rules, seats: Iterable[SeatFacts]
) -> Iterator[tuple[tuple[SeatFacts, ...], tuple[SeatFacts, ...]]]:
    """The seats of each side, and all whose points are in its total, in seat order."""
    seats = in_order(seats)
    shared = shared_seats(seats)
    sides: dict[object, list[SeatFacts]] = {}
    for seat in seats:
        is_of_team = rules.teams and seat.team and seat.id in shared
        sides.setdefault(seat.team if is_of_team else (seat.id,), []).append(seat)
    for members in sides.values():
        yield tuple(members), tuple(each for seat in members for each in shared.get(seat.id, (seat,)))


def _gains(rules: Rules, played: RoundFacts) -> dict[SeatId, int]:
    """What each seat that played a round gained: points, or 1 for a round won."""
    if rules.counts_wins:
        takers = _takers(played)
        return {hand.seat: int(hand.seat in takers) for hand in played.hands}
    return {hand.seat: hand.points or 0 for hand in played.hands}


def _gain_of(rules: Rules, gains: Mapping[SeatId, int], ids: Iterable[SeatId]) -> int | None:
    """What a side gained, None where none of its seats played. A team that wins a round wins it once."""
    own = [gains[seat] for seat in ids if seat in gains]
    if not own:
        return None
    return max(own) if rules.counts_wins else sum(own)


def _side(
    rules: Rules,
    members: tuple[SeatFacts, ...],
    behind: tuple[SeatFacts, ...],
    rounds: Sequence[RoundFacts],
    gains: Sequence[Mapping[SeatId, int]],
) -> tuple[Standing, bool]:
    """behind: the seats whose points are in its total. With whether the side is there."""
    ids = {seat.id for seat in behind}
    gained = [_gain_of(rules, each, ids) for each in gains]
    added = [points or 0 for points in gained]
    came_back = [(a.until, a.points) for seat in behind for a in seat.away if a.until is not None]
    for number, points in came_back:
        if number <= len(rounds):
            added[number - 1] += points
    history = list(accumulate(added, initial=sum(seat.start_points for seat in behind)))
    total = history[-1] + sum(points for number, points in came_back if number > len(rounds))
    standing = Standing(
        seats=tuple(seat.id for seat in members),
        team=members[0].team if rules.teams else None,
        total=total,
        rank=None,
        change=gained[-1] if gained else None,
        history=(*history[:-1], total),
        joined_round=min(seat.joined_round for seat in behind),
    )
    return standing, any(not seat.has_left for seat in members)


def _takers(played: RoundFacts) -> set[SeatId]:
    """Who won a round where wins are counted: the seat that went out, or the fewest cards of a blocked round,
    together if equal (GK4); nobody where a hand of it was not counted.
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
