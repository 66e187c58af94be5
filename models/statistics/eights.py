"""Eights: in which variants they are counted on their own, and who was caught with most of them.

A table that makes up points for a variant without such a class may price its eights with others; there
nobody knows how many they were, so these variants stay out.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, func, or_

from models.database import db
from models.outcome import CardsLeft, Outcome
from models.statistics.selection import Selection
from models.statistics.tally import STAYED
from variants import VARIANTS

EIGHT = ["8"]
# The class that holds the eights and nothing else, by variant, where its rules have one.
CLASSES = {
    key: card_class["key"]
    for key, variant in VARIANTS.items()
    for card_class in variant.frozen["classes"]
    if list(card_class["ranks"]) == EIGHT
}


@dataclass(frozen=True)
class MostEights:
    """Somebody caught with so many eights over one session."""

    cards: int
    player_id: uuid.UUID
    night_id: uuid.UUID
    day: date
    variant: str


def are_eights() -> ColumnElement[bool]:
    """Whether a row of cards left is of eights; its outcome is joined."""
    classes = sorted(set(CLASSES.values()))
    return or_(
        *(
            (CardsLeft.card_class == card_class)
            & Outcome.variant.in_([key for key, own in CLASSES.items() if own == card_class])
            for card_class in classes
        )
    )


def most_eights(selection: Selection) -> list[MostEights]:
    """Everybody who was caught with the most eights in one session, the first first; two queries."""
    query = (
        db.select(CardsLeft.cards, Outcome.player_id, Outcome.night_id, Outcome.day, Outcome.variant)
        .join(Outcome, Outcome.seat_id == CardsLeft.seat_id)
        .where(*selection.conditions(), STAYED, are_eights())
    )
    own = query.with_only_columns(Outcome.player_id, func.max(CardsLeft.cards).label("most"))
    mosts = db.session.execute(own.group_by(Outcome.player_id)).all()
    most = max((row.most for row in mosts), default=0)
    holders = Outcome.player_id.in_([row.player_id for row in mosts if row.most == most])
    held = query.where(holders, CardsLeft.cards == most).order_by(Outcome.started_at, Outcome.session_id)
    return [MostEights(*row) for row in db.session.execute(held)]
