"""What a table does to its sheet: each operation returns the sheet after it and changes nothing.

Rounds have ids and times before they are recorded; seats have ids before they join.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import cast

from msgspec.structs import replace

from game.scoring.facts import Adjustment, Away, NextDeal, Round, SeatFacts, SeatId, Sheet, in_order
from game.scoring.rules import Rules
from game.scoring.scored_sheet import ScoredSheet


def record(rules: Rules, sheet: Sheet, played: Round) -> Sheet:
    """Add the next round. Where a cut was due, its dealer has won it (SP1, GS21): a phone without a network
    asks for the cut in its pad.
    """
    if ScoredSheet(rules, sheet).upcoming_deal.needs_cut:
        sheet = cut(rules, sheet, played.dealer)
    return replace(sheet, rounds=(*sheet.rounds, played), next_deal=None)


def insert(rules: Rules, sheet: Sheet, played: Round, *, moves_deals: bool = False) -> Sheet:
    """Insert a forgotten round before the one with its number; later ones move up by one.

    moves_deals: each later round gets dealer and hand size of the round after it.
    """
    if moves_deals:
        sheet = _with_moved_deals(rules, sheet, first=played.number, by=1)
    place = played.number - 1
    sheet = replace(sheet, rounds=(*sheet.rounds[:place], played, *sheet.rounds[place:]))
    return _with_moved_numbers(sheet, past=played.number, by=1)


def correct(sheet: Sheet, played: Round) -> Sheet:
    """Put a round in the place of the one with its id."""
    return replace(sheet, rounds=tuple(played if old.id == played.id else old for old in sheet.rounds))


def remove(rules: Rules, sheet: Sheet, number: int, *, moves_deals: bool = False) -> Sheet:
    """Remove a round; later ones move down by one.

    moves_deals: each later round gets dealer and hand size of the round before it.
    """
    if moves_deals:
        sheet = _with_moved_deals(rules, sheet, first=number + 1, by=-1)
    sheet = replace(sheet, rounds=tuple(kept for kept in sheet.rounds if kept.number != number))
    return _with_moved_numbers(sheet, past=number, by=-1)


def cut(rules: Rules, sheet: Sheet, dealer: SeatId) -> Sheet:
    """Set the first dealer of the block of the next round (SP1, GS21)."""
    block, dealers = ScoredSheet(rules, sheet).upcoming_deal.block, sheet.first_dealers
    return replace(sheet, first_dealers=(*dealers[: block - 1], dealer, *dealers[block:]))


def choose_dealer(sheet: Sheet, dealer: SeatId) -> Sheet:
    """Choose another dealer for the next round; the deal rotates on from there."""
    return replace(sheet, next_deal=NextDeal(sheet.next_number, dealer, sheet.misdeals))


def misdeal(rules: Rules, sheet: Sheet) -> Sheet:
    """Count a misdeal of the next round, which the same dealer deals again."""
    chosen = ScoredSheet(rules, sheet).chosen_dealer
    return replace(sheet, next_deal=NextDeal(sheet.next_number, chosen, sheet.misdeals + 1))


def join(sheet: Sheet, seat: SeatFacts, *, after: SeatId | None) -> Sheet:
    """Seat a player on the left of `after`, by default of the last seat, from the next round on."""
    joined = replace(seat, joined_round=sheet.next_number)
    place = len(sheet.seats) if after is None else sheet.seats.index(sheet.seat(after)) + 1
    return with_seats(sheet, [*sheet.seats[:place], joined, *sheet.seats[place:]])


def leave(sheet: Sheet, seat: SeatId) -> Sheet:
    """Let a seat miss the rounds from the next one on."""
    left = sheet.seat(seat)
    return with_seat(sheet, replace(left, away=(*left.away, Away(sheet.next_number))))


def come_back(sheet: Sheet, seat: SeatId, points: int = 0) -> Sheet:
    """Let a seat play again from the next round on. points: added to its total.

    A player who left and came back between two rounds was not away.
    """
    number, back = sheet.next_number, sheet.seat(seat)
    *before, last = back.away
    closed = (Away(last.since, number, points),) if last.since < number or points else ()
    return with_seat(sheet, replace(back, away=(*before, *closed)))


def take_over(sheet: Sheet, seat: SeatId, new: SeatFacts) -> Sheet:
    """Let another seat continue in place of `seat`, with its points, from the next round on.

    new: it sits on the left of `seat`. It may have shared the points before; then it comes back.
    """
    left = sheet.seat(seat)
    if not left.has_left:
        sheet = leave(sheet, seat)
    if any(other.id == new.id for other in sheet.seats):
        sheet = come_back(sheet, new.id)
        new = sheet.seat(new.id)
    else:
        new = replace(new, joined_round=sheet.next_number, team=left.team, origin=left.origin or left.id)
    others = [other for other in sheet.seats if other.id != new.id]
    place = others.index(sheet.seat(seat)) + 1
    return with_seats(sheet, [*others[:place], new, *others[place:]])


def swap(sheet: Sheet, one: SeatId, other: SeatId) -> Sheet:
    """Exchange the positions of two seats."""
    a, b = sheet.seat(one), sheet.seat(other)
    swapped = {a.id: replace(a, position=b.position), b.id: replace(b, position=a.position)}
    return replace(sheet, seats=tuple(in_order(swapped.get(seat.id, seat) for seat in sheet.seats)))


def adjust(sheet: Sheet, seat: SeatId, added: Adjustment) -> Sheet:
    """Add bonus or penalty points to the total of a seat."""
    adjusted = sheet.seat(seat)
    return with_seat(sheet, replace(adjusted, adjustments=ordered((*adjusted.adjustments, added))))


def with_seat(sheet: Sheet, seat: SeatFacts) -> Sheet:
    """Put a seat in the place of the one with its id."""
    return replace(sheet, seats=tuple(seat if old.id == seat.id else old for old in sheet.seats))


def with_seats(sheet: Sheet, seats: Iterable[SeatFacts]) -> Sheet:
    """Seat them in this order, clockwise."""
    return replace(sheet, seats=tuple(replace(seat, position=place) for place, seat in enumerate(seats)))


def ordered(adjustments: Iterable[Adjustment]) -> tuple[Adjustment, ...]:
    """Return bonus and penalty points in the order of their rounds."""
    return tuple(sorted(adjustments, key=lambda added: (added.after, added.id)))


def numbered(rounds: Iterable[Round]) -> tuple[Round, ...]:
    """Number the rounds in their order, from 1."""
    return tuple(
        played if played.number == number else replace(played, number=number)
        for number, played in enumerate(rounds, 1)
    )


def moved_seat(seat: SeatFacts, *, past: int, by: int) -> SeatFacts:
    """Renumber joining, leaving and points when round `past` is inserted or removed.

    Joining or leaving exactly at that round keeps its number.
    """

    def moved(number: int) -> int:
        return number + by if number > past else number

    away = tuple(
        Away(moved(away.since), None if away.until is None else moved(away.until), away.points)
        for away in seat.away
    )
    adjustments = ordered(
        replace(added, after=added.after + by) if added.after >= past else added for added in seat.adjustments
    )
    return replace(seat, joined_round=moved(seat.joined_round), away=away, adjustments=adjustments)


def _with_moved_deals(rules: Rules, sheet: Sheet, *, first: int, by: int) -> Sheet:
    deals = ScoredSheet(rules, sheet).moved_deals(first=first, by=by)
    later = [
        replace(played, dealer=cast(uuid.UUID, deal.dealer), hand_size=deal.hand_size)
        for played, deal in zip(sheet.rounds[first - 1 :], deals, strict=True)
    ]
    return replace(sheet, rounds=(*sheet.rounds[: first - 1], *later))


def _with_moved_numbers(sheet: Sheet, *, past: int, by: int) -> Sheet:
    """Renumber the rounds, and what stands by number, after round `past` was inserted or removed."""
    deal = sheet.next_deal
    if deal is not None and deal.round == len(sheet.rounds) + 1 - by:
        deal = replace(deal, round=deal.round + by)
    return replace(
        sheet,
        seats=tuple(moved_seat(seat, past=past, by=by) for seat in sheet.seats),
        rounds=numbered(sheet.rounds),
        next_deal=deal,
    )
