"""What is played in one night: three sessions, some forty rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Game:
    """seats: how few and how many sit down to it."""

    variant: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[int, int] = (4, 6)


PROGRAMMES = (
    (
        Game("derange"),
        Game("vandatta_pagat", {"rounds": 15}),
        Game("swedish_pursuit", {"rounds": 2}, (4, 7)),
    ),
    (
        Game("derange"),
        Game("vandatta", {"rounds": 16}, (4, 6)),
        Game("vatikan", {"games": 10}, (4, 5)),
    ),
    (
        Game("vandatta_pagat", {"rounds": 18, "call_rule": "lappen_single"}),
        Game("derange", {"decks": 3, "eight_follows": False}, (5, 8)),
        Game("swedish_pursuit", {"rounds": 2, "draw_after_end": True}, (4, 6)),
    ),
    (
        Game("derange"),
        Game("derange", {"mode": "short"}, (5, 7)),
        Game("vandatta", {"rounds": 20, "ace_on_ace": False, "decks": 2}, (4, 7)),
    ),
    (
        Game("derange", {"flipped_two": False}, (4, 6)),
        Game("vandatta_pagat", {"rounds": 15}),
        Game("vatikan", {"first_to": 4}, (3, 5)),
    ),
    (
        Game("derange"),
        Game("vandatta_pagat", {"rounds": 20}, (4, 6)),
        Game("vatikan", {"tally": "house_points", "games": 5}, (4, 5)),
    ),
)
TONIGHT = Game("derange", seats=(5, 5))
PLACES = ("Anna’s", "Bo’s", "Cara’s kitchen", "Eva-Lena’s", "The cabin", "Café Åttan", None)
NOTES = (
    "Frans brought cinnamon buns.",
    "It rained all evening.",
    "Bo swears he will never keep an eight again.",
    "The new cards stick.",
    "Power cut: the last rounds by candlelight.",
    "Stopped when the last bus went.",
    "Ingeborg’s birthday. Cake between the second and the third game, crumbs in the cards ever since.",
)
