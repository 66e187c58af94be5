"""What a player was caught with, by card class: where the points came from."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from models.database import db
from models.session import Session
from models.statistics.cached import cached
from models.statistics.outcome import CardsLeft, Outcome
from models.statistics.selection import Selection
from models.statistics.tally import STAYED, total
from variants.wording import NamedClass, Wording


@dataclass(frozen=True)
class Caught:
    """Cards of one class left in hands that were counted; points: None where wins are counted."""

    card_class: str
    cards: int
    points: int | None


def classes_in(session_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, tuple[NamedClass, ...]]:
    """The card classes of these sessions' frozen rules: house points have other ones than the variant."""
    query = db.select(Session.id, Session.rules).where(Session.id.in_(list(session_ids)))
    return {row.id: Wording(row.rules).classes for row in db.session.execute(query)}


@cached
def caught_with(selection: Selection) -> dict[tuple[str, str], list[Caught]]:
    """By variant and scale, the dearest class first; hands typed as points are not in it."""
    cards, points = total(CardsLeft.cards), total(CardsLeft.points)
    query = (
        db.select(Outcome.variant, Outcome.scale, CardsLeft.card_class, cards, points)
        .join(CardsLeft, CardsLeft.seat_id == Outcome.seat_id)
        .where(*selection.conditions(), STAYED)
        .group_by(Outcome.variant, Outcome.scale, CardsLeft.card_class)
    )
    found: dict[tuple[str, str], list[Caught]] = {}
    for variant, scale, *of_class in db.session.execute(query):
        found.setdefault((variant, scale), []).append(Caught(*of_class))
    for caught in found.values():
        caught.sort(key=lambda c: (-(c.points or 0), -c.cards, c.card_class))
    return found
