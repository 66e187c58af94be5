"""The card class of the eights, in variants in which eights are special cards with a class of their own."""

from __future__ import annotations

from game.variants import VARIANTS

# Key of the class by variant. With own card values eights may have a class in other variants too, but they
# are ordinary cards there.
CLASS_OF_EIGHTS = {
    key: card_class.key
    for key, variant in VARIANTS.items()
    for card_class in variant.classes
    if card_class.ranks == ("8",)
}
