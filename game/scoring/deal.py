"""The plan of deals: how many cards, who deals and who leads, for every round played or to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.scoring.facts import RoundFacts, SeatFacts, SeatId, in_order
from game.scoring.rules import Rules


@dataclass(frozen=True)
class Deal:
    """One round of the plan. `dealer` and `leader` are None while a cut must still decide."""

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


def next_deal(
    rules: Rules,
    seats: Iterable[SeatFacts],
    rounds: Sequence[RoundFacts],
    first_dealers: Sequence[SeatId],
    chosen: SeatId | None = None,
) -> Deal:
    """The deal after the rounds played; `chosen` is a dealer that the table named for it."""
    seats = in_order(seats)
    number = len(rounds) + 1
    dealer = chosen if chosen is not None else _dealer(rules, seats, rounds, first_dealers, number)
    return _deal(rules, seats, number, dealer)


def plan(
    rules: Rules,
    seats: Iterable[SeatFacts],
    rounds: Sequence[RoundFacts],
    first_dealers: Sequence[SeatId],
    chosen: SeatId | None = None,
) -> list[Deal]:
    """Every round, played ones as they were, the others as they will be if nobody moves.

    Where no number of rounds is planned it ends with the next deal.
    """
    seats = in_order(seats)
    deals = [_deal(rules, seats, r.number, r.dealer, hand_size=r.hand_size, played=True) for r in rounds]
    last = len(rounds) + 1 if rules.rounds is None else rules.rounds
    before = rounds[-1].dealer if rounds else None
    for number in range(len(rounds) + 1, last + 1):
        dealer = chosen if chosen is not None and number == len(rounds) + 1 else None
        if dealer is None:
            dealer = _rotated(rules, seats, before, first_dealers, number)
        deals.append(_deal(rules, seats, number, dealer))
        before = dealer
    return deals


def left_of(seat: SeatId, seats: Iterable[SeatFacts], number: int) -> SeatId | None:
    """The next seat clockwise that plays round `number`; the seat itself need not play it."""
    order = in_order(seats)
    here = next((i for i, s in enumerate(order) if s.id == seat), None)
    if here is None:
        return None
    turn = order[here + 1 :] + order[: here + 1]
    return next((s.id for s in turn if s.plays(number)), None)


def clockwise_from(seat: SeatId, seats: Iterable[SeatFacts], number: int) -> list[SeatFacts]:
    """The seats that play round `number`, beginning on the left of `seat`, which need not play it."""
    order = in_order(seats)
    here = next((i for i, s in enumerate(order) if s.id == seat), -1)
    return [s for s in order[here + 1 :] + order[: here + 1] if s.plays(number)]


def _dealer(
    rules: Rules,
    seats: Sequence[SeatFacts],
    rounds: Sequence[RoundFacts],
    first_dealers: Sequence[SeatId],
    number: int,
) -> SeatId | None:
    return _rotated(rules, seats, rounds[-1].dealer if rounds else None, first_dealers, number)


def _rotated(
    rules: Rules,
    seats: Sequence[SeatFacts],
    before: SeatId | None,
    first_dealers: Sequence[SeatId],
    number: int,
) -> SeatId | None:
    # SP1, GS21: the pack is cut anew for each block, the rotation does not run on into it.
    block, first_in_block = _block_of(rules, number)
    if number == 1 or first_in_block:
        cut = first_dealers[block - 1] if block <= len(first_dealers) else None
        playing = {seat.id for seat in seats if seat.plays(number)}
        return cut if cut is None or cut in playing else left_of(cut, seats, number)
    return None if before is None else left_of(before, seats, number)


def _block_of(rules: Rules, number: int) -> tuple[int, bool]:
    """The block a round belongs to, counted from 1, and whether the round opens it."""
    if rules.block is None:
        return 1, number == 1
    return (number - 1) // rules.block + 1, (number - 1) % rules.block == 0


def _deal(
    rules: Rules,
    seats: Sequence[SeatFacts],
    number: int,
    dealer: SeatId | None,
    *,
    hand_size: int | None = None,
    played: bool = False,
) -> Deal:
    block, _ = _block_of(rules, number)
    return Deal(
        number=number,
        hand_size=rules.hand_size(number) if hand_size is None else hand_size,
        dealer=dealer,
        leader=None if dealer is None else left_of(dealer, seats, number),
        block=block,
        number_in_block=(number - 1) % rules.block + 1 if rules.block else number,
        played=played,
    )
