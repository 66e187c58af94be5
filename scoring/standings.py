"""Totals, ranks and winners, replayed from the rounds each time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.facts import Round, Seat, SeatId, in_order
from scoring.rules import Rules


@dataclass(frozen=True)
class Standing:
    """Where one side stands: a seat, or the seats of a team.

    history: the total before the first round and after each round.
    rank: shared by equal totals (1, 2, 2, 4); None for a side that has left the table.
    change: what the last round added, None where the side did not play it.
    """

    seats: tuple[SeatId, ...]
    team: str | None
    total: int
    rank: int | None
    change: int | None
    history: tuple[int, ...]
    rounds_won: int

    @property
    def leads(self) -> bool:
        return self.rank == 1


def standings(rules: Rules, seats: Iterable[Seat], rounds: Sequence[Round]) -> list[Standing]:
    """Every side, best first; equal totals in seat order; sides that left come last, unranked."""
    sides = [_side(rules, members, rounds) for members in _sides(rules, in_order(seats))]
    ranked = [(side, here) for side, here in sides if here]
    gone = [side for side, here in sides if not here]
    best_first = sorted(ranked, key=lambda pair: rules.best_first(pair[0].total))
    return _ranked(rules, [side for side, _ in best_first]) + gone


def winners(table: Sequence[Standing], rounds: Sequence[Round]) -> list[Standing]:
    """All that share the first place; nobody before a round is played.

    A tie is not broken: joint winners are all winners (GV15, GS13, GD17).
    """
    return [standing for standing in table if standing.leads] if rounds else []


def is_over(rules: Rules, seats: Iterable[Seat], rounds: Sequence[Round]) -> bool:
    """Whether the plan is played or somebody has reached the total that ends the session."""
    if rules.rounds is not None and len(rounds) >= rules.rounds:
        return True
    if rules.first_to is None or not rounds:
        return False
    return any(s.total >= rules.first_to for s in standings(rules, seats, rounds) if s.rank is not None)


def deciding_round(rules: Rules, seats: Iterable[Seat], rounds: Sequence[Round]) -> int | None:
    """The round after which today's winners led alone together and never lost the lead again.

    A side leads from the round it joined in on. None where nothing was decided: no rounds, or everybody
    shares the first place.
    """
    seats = list(seats)
    table = standings(rules, seats, rounds)
    ranked = [side for side in table if side.rank is not None]
    final = winners(table, rounds)
    if not final or len(final) == len(ranked):
        return None
    joined = {seat.id: seat.joined_round for seat in seats}
    since = {side.seats: min(joined[seat] for seat in side.seats) for side in ranked}
    decided = None
    for played in range(len(rounds), 0, -1):
        here = {
            side.seats: rules.best_first(side.history[played])
            for side in ranked
            if since[side.seats] <= played
        }
        leading = {side for side, worth in here.items() if worth == min(here.values())}
        if leading != {side.seats for side in final}:
            break
        decided = rounds[played - 1].number
    return decided


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


def _sides(rules: Rules, seats: Sequence[Seat]) -> list[tuple[Seat, ...]]:
    if not rules.teams:
        return [(seat,) for seat in seats]
    teams: dict[object, list[Seat]] = {}
    for seat in seats:
        teams.setdefault(seat.team if seat.team else seat.id, []).append(seat)
    return [tuple(members) for members in teams.values()]


def _side(rules: Rules, members: tuple[Seat, ...], rounds: Sequence[Round]) -> tuple[Standing, bool]:
    ids = {seat.id for seat in members}
    total = sum(seat.start_points for seat in members)
    history = [total]
    change: int | None = None
    for played in rounds:
        total += sum(a.points for seat in members for a in seat.away if a.until == played.number)
        change = _gain(rules, ids, played)
        total += change or 0
        history.append(total)
    total += sum(a.points for s in members for a in s.away if a.until is not None and a.until > len(rounds))
    standing = Standing(
        seats=tuple(seat.id for seat in members),
        team=members[0].team if rules.teams else None,
        total=total,
        rank=None,
        change=change,
        history=(*history[:-1], total),
        rounds_won=sum(1 for played in rounds if ids & _takers(rules, played)),
    )
    return standing, any(not seat.has_left for seat in members)


def _gain(rules: Rules, ids: set[SeatId], played: Round) -> int | None:
    """What one round gave a side, None where none of its seats played."""
    hands = [hand for hand in played.hands if hand.seat in ids]
    if not hands:
        return None
    if rules.counts_wins:
        return 1 if ids & _takers(rules, played) else 0
    return sum(hand.points or 0 for hand in hands)


def _takers(rules: Rules, played: Round) -> set[SeatId]:
    """Who won a round: the seat that went out, and where wins are counted also the fewest cards of a
    blocked round, together if equal (GK4); nobody where a hand of it was not counted.
    """
    if played.out is not None:
        return {played.out}
    if not rules.counts_wins or any(hand.cards is None for hand in played.hands):
        return set()
    left = {hand.seat: sum((hand.cards or {}).values()) for hand in played.hands}
    return {seat for seat, cards in left.items() if cards == min(left.values())}


def _ranked(rules: Rules, best_first: Sequence[Standing]) -> list[Standing]:
    ranked: list[Standing] = []
    for _, tied in groupby(best_first, key=lambda side: side.total):
        rank = len(ranked) + 1
        ranked.extend(
            Standing(s.seats, s.team, s.total, rank, s.change, s.history, s.rounds_won) for s in tied
        )
    return ranked
