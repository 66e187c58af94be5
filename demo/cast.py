"""Who plays at the Friday table and on whose phone the score is kept; and who came in ten years."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from demo.playing import CARELESS, PLAIN, SHREWD, Style

GROUP = "Friday table"

ANNA, BO, CARA = "Anna", "Bo", "Cara"
DILAN, EVA_LENA, FRANS = "Dilan", "Eva-Lena", "Frans"
REGULARS = (ANNA, BO, CARA, DILAN, EVA_LENA, FRANS)
GUEST = "Aunt Greta"

STYLES = {
    ANNA: SHREWD,
    BO: Style(keeps=4.0),  # never parts with an eight, and counts it in the end
    CARA: PLAIN,
    DILAN: Style(dumps=1.6, slips=0.05),
    EVA_LENA: Style(follows=0.0, slips=0.15),
    FRANS: CARELESS,
    GUEST: Style(slips=0.2, forgets=0.2),
}


def phone_of(name: str) -> str:
    """What the history calls somebody's phone."""
    return f"{name}’s phone"


@dataclass(frozen=True)
class Person:
    """since and until: of all the years, the part when they came first and last, 0 to 1; keen: how often."""

    name: str
    style: Style
    since: float = 0.0
    until: float = 1.0
    keen: float = 1.0


OVER_YEARS = (
    Person(ANNA, STYLES[ANNA], keen=3.0),
    Person(BO, STYLES[BO], keen=2.5),
    Person(CARA, STYLES[CARA], keen=2.0),
    Person(DILAN, STYLES[DILAN], until=0.8, keen=1.5),
    Person(EVA_LENA, STYLES[EVA_LENA], keen=1.5),
    Person(FRANS, STYLES[FRANS], keen=1.0),
    Person("Gudrun", Style(keeps=0.2, slips=0.05), until=0.45, keen=1.5),
    Person("Hassan", SHREWD, since=0.1, keen=1.2),
    Person("Ingeborg", Style(dumps=2.0, keeps=-1.0), since=0.2, until=0.7, keen=1.0),
    Person("Jonas", Style(slips=0.25), since=0.3, keen=1.0),
    Person("Karin with a K", PLAIN, since=0.4, keen=0.8),
    Person("Lev", Style(follows=0.0, slips=0.2), since=0.5, until=0.9, keen=0.8),
    Person("Maximiliana-Charlotta Hallermund", CARELESS, since=0.55, keen=0.5),
    Person("Nils", Style(dumps=1.5, slips=0.02), since=0.75, keen=1.5),
)
GUESTS = ("Olle", "Petra", "Quentin", "Rut", "Sanna", "Tuomas", "Ulla", "Vera", "Wilma", "Åke", GUEST)
A_GUEST_COMES = 0.15  # to so many nights
ENOUGH = 8  # for the largest table


def who_comes(part: float, chance: Random) -> list[Person]:
    """Everybody of one night, `part` of the years gone by."""
    around = [person for person in OVER_YEARS if person.since <= part <= person.until]
    coming = drawn(around, ENOUGH, chance)
    if chance.random() < A_GUEST_COMES:
        coming.append(Person(chance.choice(GUESTS), STYLES[GUEST], keen=4.0))
    return coming


def drawn(people: Sequence[Person], count: int, chance: Random) -> list[Person]:
    """So many of them, the keen ones more often."""
    by_wish = sorted(people, key=lambda person: chance.random() ** (1 / person.keen), reverse=True)
    return by_wish[:count]
