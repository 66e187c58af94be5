"""What cards have cost: the classes that cost most, and single hands drawn."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from game.scoring.rules import CardClass
from models import Player
from models.statistics.points import CardCost
from models.statistics.records import Holder, StatisticsRecord, cards_of

MAX_CLASSES = 4  # shown separately

Classes = Sequence[CardClass]


class Cost(NamedTuple):
    """Cards of one class, or all others together (no class), and the share of the points they cost."""

    named: CardClass | None
    cards: int
    points: int
    share: float


class DrawnHand(NamedTuple):
    """A record's hand. cards: by class, empty where points were typed."""

    holder: Holder
    person: Player
    points: int
    cards: Mapping[str, int]
    classes: Classes


def costs_of(caught: Sequence[CardCost], classes: Classes) -> list[Cost]:
    """The costliest classes and then the rest; [] if no points were counted by cards."""
    costly = [of_class for of_class in caught if of_class.points]
    by_key = {card_class.key: card_class for card_class in classes}
    total = sum(of_class.points or 0 for of_class in costly)
    known = [of_class for of_class in costly if of_class.card_class in by_key][:MAX_CLASSES]
    others = [of_class for of_class in costly if of_class not in known]
    costs = [_cost(by_key[of_class.card_class], [of_class], total) for of_class in known]
    return [*costs, _cost(None, others, total)] if others else costs


def _cost(card_class: CardClass | None, caught: Sequence[CardCost], total: int) -> Cost:
    points = sum(of_class.points or 0 for of_class in caught)
    return Cost(card_class, sum(of_class.cards for of_class in caught), points, points / total)


def drawn(
    records: Iterable[StatisticsRecord], people: Mapping[uuid.UUID, Player], classes: Classes
) -> dict[str, DrawnHand]:
    """The hands of these records by measure; one query."""
    first = {record.key: (record.holders[0], int(record.value)) for record in records}
    cards = cards_of(holder for holder, _points in first.values())
    return {
        key: DrawnHand(holder, people[holder.player_id], points, cards.get(holder, {}), classes)
        for key, (holder, points) in first.items()
    }
