"""A session counted once more with other card values: the cards stay, only what they cost changes.

Whether somebody would have played otherwise nobody can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.facts import Hand, Round, Seat
from scoring.rules import CardClass, Rules
from scoring.standings import Standing, standings


@dataclass(frozen=True)
class Obstacle:
    """Why a session cannot be counted with other values.

    code: "ranks" (only how many cards were left is known), "typed" (hands whose cards nobody gave),
    "start" (seats that were given points of the old values when they sat down or came back), "mixed" (a card
    class whose cards cost differently there) or "unknown" (a class with a rank that has no value there).
    card_class: which class; count: how many hands, seats or cards.
    """

    code: str
    card_class: str = ""
    count: int = 0


class CannotRescore(ValueError):
    """These rounds say nothing under those values; `obstacles` is everything that is in the way."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        super().__init__(", ".join(obstacle.code for obstacle in obstacles))
        self.obstacles = obstacles


def rescored(rules: Rules, other: Rules, seats: Sequence[Seat], rounds: Sequence[Round]) -> list[Standing]:
    """The standings under the card values of `other`, which counts points, best first.

    Only the points change: who sat there and which rounds were played stays. Raises CannotRescore.
    """
    in_the_way = list(_obstacles(rules, other, seats, rounds))
    if in_the_way:
        raise CannotRescore(in_the_way)
    worth = {c.key: _costs(c, other) for c in rules.classes}
    again = [replace(played, hands=tuple(_recounted(h, worth) for h in played.hands)) for played in rounds]
    return standings(replace(rules, tally=other.tally, first_to=None), seats, again)


def _obstacles(
    rules: Rules, other: Rules, seats: Sequence[Seat], rounds: Sequence[Round]
) -> Iterator[Obstacle]:
    if any(not card_class.ranks for card_class in rules.classes):
        yield Obstacle("ranks")
        return
    typed = sum(hand.cards is None for played in rounds for hand in played.hands)
    if typed:
        yield Obstacle("typed", count=typed)
    given = sum(bool(seat.start_points or any(a.points for a in seat.away)) for seat in seats)
    if given:
        yield Obstacle("start", count=given)
    yield from _of_classes(rules, other, rounds)


def _of_classes(rules: Rules, other: Rules, rounds: Iterable[Round]) -> Iterator[Obstacle]:
    """A class is only in the way where somebody was caught with it."""
    hands = [hand.cards for played in rounds for hand in played.hands if hand.cards]
    for card_class in rules.classes:
        count = sum(cards.get(card_class.key, 0) for cards in hands)
        costs = _costs(card_class, other)
        if count and None in costs:
            yield Obstacle("unknown", card_class.key, count)
        elif count and len(costs) > 1:
            yield Obstacle("mixed", card_class.key, count)


def _costs(card_class: CardClass, other: Rules) -> set[int | None]:
    """What the ranks of a class cost there; None for a rank without a value."""
    keys = [other.class_of_rank.get(rank) for rank in card_class.ranks]
    return {other.by_key[key].points if key else None for key in keys}


def _recounted(hand: Hand, worth: dict[str, set[int | None]]) -> Hand:
    points = sum(count * (next(iter(worth[key])) or 0) for key, count in (hand.cards or {}).items())
    return replace(hand, points=points)
