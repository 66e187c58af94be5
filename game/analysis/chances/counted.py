"""What is known of the gains of a round while its hands are being counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.scoring.facts import Hand, Round, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import Gains, round_gains


def known_gains(
    rules: Rules, seats: Iterable[SeatId], out: SeatId | None, points: Mapping[SeatId, int]
) -> Gains:
    """Return the gains that are certain, by seat.

    seats: that play the round. out: the seat that went out, if known. points: of the hands that are known.
    If points can be multiplied, the round is not known before it is saved.

    >>> from game.variants import VARIANTS
    >>> known_gains(VARIANTS["vatikan"].rules({}, 2), ["Anna", "Bo"], "Bo", {})
    {'Anna': 0, 'Bo': 1}
    """
    if rules.can_multiply:
        return {}
    hands = tuple(Hand(seat, None, points.get(seat)) for seat in seats)
    if not hands or (out is None and (rules.counts_wins or not points)):
        return {}
    gains = round_gains(rules, Round(0, dealer=hands[0].seat, hand_size=0, out=out, hands=hands))
    if rules.counts_wins:
        return gains
    if not rules.collects:
        return {seat: gain for seat, gain in gains.items() if seat in points}
    if len(points) == len(hands):
        return gains
    # Only the seat that went out collects, and how much is not known yet.
    return {seat: 0 for seat in gains if out not in (None, seat)}
