"""Definitions of custom games for tests: presets in English, with changes."""

from __future__ import annotations

from typing import Any

from game.variants.custom.definition import GameDefinition, definition_of
from game.variants.custom.presets import presets


def preset(key: str, **changes: Any) -> GameDefinition:
    """A preset with other values of some fields."""
    return definition_of({**presets()[key].definition("en").stored(), **changes})


def typed(**fields: Any) -> GameDefinition:
    """A game of typed points that records no deal, unless the fields say so."""
    return definition_of({"name": "House game", "letters": "H", "scoring": "typed", **fields})
