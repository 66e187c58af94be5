"""What a round adds to the total of each seat."""

from __future__ import annotations

from collections.abc import Sequence

from game.scoring.facts import Hand, Round, SeatId
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
        winners = _winners(out, hands)
        return {hand.seat: int(hand.seat in winners) for hand in hands}
    if rules.collects:
        return _collected(rules, out, hands)
    return {hand.seat: hand.points or 0 for hand in hands}


def _winners(out: SeatId | None, hands: Sequence[Hand]) -> set[SeatId]:
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
        collectors = [seat for seat, each in points.items() if each == lowest]
        difference = sum(each - lowest for each in points.values())
        gains |= dict.fromkeys(collectors, difference // len(collectors))
    return gains
