"""Sessions under rules of other games, in the terms of the game.

table = start_with(app, COLLECTING, "Anna Bo Cara").plays("Bo out, Anna 8 K, Cara A")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Flask

from game.scoring.rules import Rules
from tests.table import Table, start

Changes = Mapping[str, Any]
TYPED: Changes = {"entry": "typed", "classes": [], "chain": None, "rounds": None, "hand_sizes": []}
HIGHEST: Changes = {**TYPED, "highest_wins": True, "negative": True}
ELIMINATION: Changes = {**TYPED, "eliminate_at": 100}
PLACES: Changes = {**TYPED, "tally": "places"}
COLLECTING: Changes = {"rounds": None, "highest_wins": True, "collects": True}
ALL = {
    "typed": TYPED,
    "highest": HIGHEST,
    "elimination": ELIMINATION,
    "places": PLACES,
    "collecting": COLLECTING,
}


def changed(rules: Rules, changes: Changes) -> Rules:
    """changes: as JSON has them."""
    return msgspec.convert({**msgspec.to_builtins(rules), **changes}, Rules)


def start_with(app: Flask, changes: Changes, names: str, **more: Any) -> Table:
    """A session of Vandatta whose rules are changed before the first deal."""
    table = start(app, "vandatta", names, **more)
    with table.open() as session:
        session.rules = changed(session.rules, changes)
    return table
