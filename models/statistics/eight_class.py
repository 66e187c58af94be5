"""In which variants eights are counted on their own, and how many a hand was caught with.

A table that makes up points for a variant without such a class may price its eights with others; there
nobody knows how many they were, so these variants stay out.
"""

from __future__ import annotations

from review.outcome import SeatOutcome
from variants import VARIANTS

EIGHT = ("8",)
# The class that holds the eights and nothing else, by variant, where its rules have one.
CLASSES = {
    key: card_class.key
    for key, variant in VARIANTS.items()
    for card_class in variant.classes
    if card_class.ranks == EIGHT
}


def eights_of(variant: str, came: SeatOutcome) -> int | None:
    """Eights in the hands of a session that were counted in cards; None where they are not told apart."""
    if variant not in CLASSES:
        return None
    cards, _points = came.left.get(CLASSES[variant], (0, 0))
    return cards
