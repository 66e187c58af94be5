"""The card class of the eights, in games in which eights are special cards with a class of their own."""

from __future__ import annotations

from game.scoring.rules import Rules
from game.variants import VARIANTS

# Key of the class by variant. With own card values eights may have a class in other variants too, but they
# are ordinary cards there.
CLASS_OF_EIGHTS = {
    key: card_class.key
    for key, variant in VARIANTS.items()
    for card_class in variant.classes
    if card_class.ranks == ("8",)
}


def class_of_eights(variant: str, rules: Rules) -> str | None:
    """Return the key of the class in a session; None if eights are ordinary cards, or no cards are counted.

    In a custom game they are special if no other cards cost as much.
    """
    if variant in VARIANTS:
        return CLASS_OF_EIGHTS.get(variant)
    eights = (card_class for card_class in rules.classes if card_class.ranks == ("8",) and card_class.danger)
    return next((card_class.key for card_class in eights), None)
