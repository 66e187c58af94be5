"""The plan of deals: hand size, dealer and leader of every round, played or planned; results of blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.scoring.facts import Round, SeatFacts, SeatId, in_order
from game.scoring.rules import Rules
from game.scoring.standings import with_eliminations


@dataclass(frozen=True)
class Deal:
    """One round of the plan.

    number, block, number_in_block: from 1. hand_size: cards dealt to each seat. dealer, leader: None until
    a cut decides them.
    """

    number: int
    hand_size: int
    dealer: SeatId | None
    leader: SeatId | None
    block: int
    number_in_block: int
    played: bool = False

    @property
    def needs_cut(self) -> bool:
        return self.dealer is None


@dataclass(frozen=True)
class BlockResult:
    """A completed block: its number from 1, the best total in points, and the seats that have it."""

    number: int
    total: int
    winners: tuple[SeatId, ...]


def next_deal(
    rules: Rules,
    seats: Iterable[SeatFacts],
    rounds: Sequence[Round],
    first_dealers: Sequence[SeatId],
    chosen: SeatId | None = None,
) -> Deal:
    """Return the deal after `rounds`.

    first_dealers: who won the cut, one for each block. chosen: a dealer named by the table, who replaces
    the one in turn.
    """
    seats = with_eliminations(rules, seats, rounds)
    number = len(rounds) + 1
    dealer = chosen
    if dealer is None:
        dealer = _rotated(rules, seats, rounds[-1].dealer if rounds else None, first_dealers, number)
    return _deal(rules, seats, number, dealer)


def plan(
    rules: Rules,
    seats: Iterable[SeatFacts],
    rounds: Sequence[Round],
    first_dealers: Sequence[SeatId],
    chosen: SeatId | None = None,
) -> list[Deal]:
    """Return the deal of every round: played ones as recorded, later ones for the present seats.

    Ends with the next deal if `rules.rounds` is None. Arguments: see `next_deal`.
    """
    seats = with_eliminations(rules, seats, rounds)
    deals = [_deal(rules, seats, r.number, r.dealer, hand_size=r.hand_size, played=True) for r in rounds]
    last = len(rounds) + 1 if rules.rounds is None else rules.rounds
    before = rounds[-1].dealer if rounds else None
    for number in range(len(rounds) + 1, last + 1):
        dealer = chosen if number == len(rounds) + 1 else None
        if dealer is None:
            dealer = _rotated(rules, seats, before, first_dealers, number)
        deals.append(_deal(rules, seats, number, dealer))
        before = dealer
    return deals


def moved_deals(
    rules: Rules,
    seats: Iterable[SeatFacts],
    rounds: Sequence[Round],
    first_dealers: Sequence[SeatId],
    *,
    first: int,
    by: int,
) -> list[Deal]:
    """Return the deals of the rounds from number `first` on, each with dealer and hand size of its neighbour.

    by: 1 for the neighbour after it, as when a round is inserted before `first`; -1 for the one before it, as
    when that one is removed. The deals have the new numbers. The last round gets the deal in turn after
    it; where that waits for a cut, it keeps its dealer.
    """
    seats = with_eliminations(rules, seats, rounds)
    upcoming = next_deal(rules, seats, rounds, first_dealers)
    deals: list[tuple[SeatId | None, int]] = [(r.dealer, r.hand_size) for r in rounds]
    deals.append((upcoming.dealer, upcoming.hand_size))
    moved = []
    for played in rounds[first - 1 :]:
        dealer, hand_size = deals[played.number - 1 + by]
        playing = {seat.id for seat in seats if seat.plays(played.number)}
        if dealer is not None and dealer not in playing:
            dealer = left_of(dealer, seats, played.number)
        dealer = played.dealer if dealer is None else dealer
        moved.append(_deal(rules, seats, played.number + by, dealer, hand_size=hand_size, played=True))
    return moved


def left_of(seat: SeatId, seats: Iterable[SeatFacts], number: int) -> SeatId | None:
    """Return the next seat clockwise that plays round `number`; None if `seat` is unknown.

    `seat` itself need not play the round.

    >>> from game.scoring.facts import SeatFacts
    >>> left_of("Anna", [SeatFacts("Anna", 0), SeatFacts("Bo", 1, joined_round=3), SeatFacts("Cara", 2)], 1)
    'Cara'
    """
    seats = list(seats)
    if all(s.id != seat for s in seats):
        return None
    return next((s.id for s in clockwise_from(seat, seats, number)), None)


def clockwise_from(seat: SeatId, seats: Iterable[SeatFacts], number: int) -> list[SeatFacts]:
    """Return the seats that play round `number`, clockwise from the left of `seat`, which need not play."""
    order = in_order(seats)
    here = next((i for i, s in enumerate(order) if s.id == seat), -1)
    return [s for s in order[here + 1 :] + order[: here + 1] if s.plays(number)]


def block_results(rules: Rules, rounds: Sequence[Round]) -> list[BlockResult]:
    """Return the results of completed blocks in order.

    [] if `rules.block` is None, and unless each seat adds up the points of its own hands.
    The lowest total of a block wins it (SP12, SP33), or the highest if that wins the session. Its winner need
    not have gone out most often (GS8). A seat that missed a round of a block cannot win it.
    """
    if rules.block is None or rules.collects or not rules.counts_points:
        return []
    size = rules.block
    blocks = [rounds[start : start + size] for start in range(0, len(rounds) - size + 1, size)]
    return [
        result for number, block in enumerate(blocks, 1) if (result := _block_result(rules, number, block))
    ]


def _rotated(
    rules: Rules,
    seats: Sequence[SeatFacts],
    before: SeatId | None,
    first_dealers: Sequence[SeatId],
    number: int,
) -> SeatId | None:
    """Return the dealer in turn of round `number`, None if a cut decides. before: of the round before it."""
    # SP1, GS21: the pack is cut again for each block; the rotation does not continue into it.
    block, number_in_block = _block_of(rules, number)
    if number_in_block == 1:
        cut = first_dealers[block - 1] if block <= len(first_dealers) else None
        playing = {seat.id for seat in seats if seat.plays(number)}
        return cut if cut is None or cut in playing else left_of(cut, seats, number)
    return None if before is None else left_of(before, seats, number)


def _block_of(rules: Rules, number: int) -> tuple[int, int]:
    """Return the block of a round, and the number of the round in it, both from 1."""
    if rules.block is None:
        return 1, number
    return (number - 1) // rules.block + 1, (number - 1) % rules.block + 1


def _deal(
    rules: Rules,
    seats: Sequence[SeatFacts],
    number: int,
    dealer: SeatId | None,
    *,
    hand_size: int | None = None,
    played: bool = False,
) -> Deal:
    block, number_in_block = _block_of(rules, number)
    return Deal(
        number=number,
        hand_size=rules.hand_size(number) if hand_size is None else hand_size,
        dealer=dealer,
        leader=None if dealer is None else left_of(dealer, seats, number),
        block=block,
        number_in_block=number_in_block,
        played=played,
    )


def _block_result(rules: Rules, number: int, block: Sequence[Round]) -> BlockResult | None:
    totals: dict[SeatId, int] = {}
    for seat in (hand.seat for hand in block[0].hands):
        points = [played.points_of(seat) for played in block]
        if None not in points:
            totals[seat] = sum(p for p in points if p is not None)
    if not totals:
        return None
    best = min(totals.values(), key=rules.sort_key)
    return BlockResult(number, best, tuple(seat for seat, total in totals.items() if total == best))
