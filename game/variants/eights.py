"""Where eights are counted: in games in which an eight is a special card with a class of its own."""

from __future__ import annotations

from game.variants import VARIANTS

# The key of that class by variant. A table may price the eights of another game, too, but they stay ordinary
# cards there.
CLASS_OF_EIGHTS = {
    key: card_class.key
    for key, variant in VARIANTS.items()
    for card_class in variant.classes
    if card_class.ranks == ("8",)
}
