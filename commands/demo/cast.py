"""The players of the Friday table and how well they play; over the years, who comes and what is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from commands.demo.hands import CARELESS, PLAIN, SHREWD, Style

GROUP = "Friday table"

ANNA, BO, CARA = "Anna", "Bo", "Cara"
DILAN, EVA_LENA, FRANS = "Dilan", "Eva-Lena", "Frans"
REGULARS = (ANNA, BO, CARA, DILAN, EVA_LENA, FRANS)
GUEST = "Aunt Greta"


@dataclass(frozen=True)
class CastMember:
    """since, until: the parts of all the years, 0 to 1, in which this player comes. keen: a weight."""

    name: str
    style: Style
    since: float = 0.0
    until: float = 1.0
    keen: float = 1.0


OVER_YEARS = (
    CastMember(ANNA, SHREWD, keen=3.0),
    CastMember(BO, Style(eights=3), keen=2.5),  # keeps his eights too long
    CastMember(CARA, PLAIN, keen=2.0),
    CastMember(DILAN, Style(strength=1.2), until=0.8, keen=1.5),
    CastMember(EVA_LENA, Style(strength=0.8), keen=1.5),
    CastMember(FRANS, CARELESS),
    CastMember("Gudrun", Style(strength=1.2, eights=0.7), until=0.45, keen=1.5),
    CastMember("Hassan", SHREWD, since=0.1, keen=1.2),
    CastMember("Ingeborg", Style(eights=0.3), since=0.2, until=0.7),  # plays her eights first
    CastMember("Jonas", Style(strength=0.7), since=0.3),
    CastMember("Karin with a K", PLAIN, since=0.4, keen=0.8),
    CastMember("Lev", Style(strength=0.6), since=0.5, until=0.9, keen=0.8),
    CastMember("Maximiliana-Charlotta Hallermund", CARELESS, since=0.55, keen=0.5),
    CastMember("Nils", SHREWD, since=0.75, keen=1.5),
)
GUESTS = ("Olle", "Petra", "Quentin", "Rut", "Sanna", "Tuomas", "Ulla", "Vera", "Wilma", "Åke", GUEST)
STYLES = {person.name: person.style for person in OVER_YEARS} | dict.fromkeys(GUESTS, Style(strength=0.7))
GUEST_SHARE = 0.15  # of the nights
LARGEST_TABLE = 8


@dataclass(frozen=True)
class GameChoice:
    """seats: the fewest and the most players."""

    variant: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[int, int] = (4, 6)


GAMES = (
    GameChoice("derange"),
    GameChoice("vandatta_pagat", {"rounds": 15}),
    GameChoice("swedish_pursuit", {"rounds": 2}, (4, 7)),
    GameChoice("vandatta", {"rounds": 16}),
    GameChoice("vatikan", {"games": 10}, (4, 5)),
    GameChoice("derange", {"mode": "short"}, (5, 7)),
    GameChoice("vandatta_pagat", {"rounds": 18, "call_rule": "lappen_single"}),
    GameChoice("swedish_pursuit", {"rounds": 2, "draw_after_end": True}),
    GameChoice("derange", {"decks": 3, "eight_follows": False}, (5, 8)),
    GameChoice("vandatta", {"rounds": 20, "ace_on_ace": False, "decks": 2}, (4, 7)),
    GameChoice("vatikan", {"first_to": 4}, (3, 5)),
    GameChoice("derange", {"flipped_two": False}),
    GameChoice("vandatta_pagat", {"rounds": 20}),
    GameChoice("vatikan", {"tally": "house_points", "games": 5}, (4, 5)),
)
PLACES = ("Anna’s", "Bo’s", "Cara’s kitchen", "Eva-Lena’s", "The cabin", "Café Åttan", None)
NOTES = (
    "Frans brought cinnamon buns.",
    "It rained all evening.",
    "Bo swears he will never keep an eight again.",
    "Power cut: the last rounds by candlelight.",
    "Stopped when the last bus went.",
    "Ingeborg’s birthday. Cake between the second and the third game, crumbs in the cards ever since.",
)


def phone_of(name: str) -> str:
    """The name of a player's phone in the history."""
    return f"{name}’s phone"


def people_of_night(part: float, chance: Random) -> list[CastMember]:
    """The people of a night when `part` of the years, 0 to 1, has passed; the keen ones first."""
    around = [person for person in OVER_YEARS if person.since <= part <= person.until]
    coming = draw_people(around, LARGEST_TABLE, chance)
    if chance.random() < GUEST_SHARE:
        guest = chance.choice(GUESTS)
        coming.append(CastMember(guest, STYLES[guest], keen=4.0))
    return coming


def draw_people(people: Sequence[CastMember], count: int, chance: Random) -> list[CastMember]:
    """Some of them, the keen ones more often."""
    keen_first = sorted(people, key=lambda person: chance.random() ** (1 / person.keen), reverse=True)
    return keen_first[:count]
