"""What happened at the Friday table: one story a night, as the tables of demo/table.py are told it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from demo.cast import ANNA, BO, CARA, DILAN, EVA_LENA, FRANS, GUEST, REGULARS
from demo.table import DemoNight

WITH_DINNER = (10, 11)  # minutes a round takes


@dataclass(frozen=True)
class Planned:
    """A night so many days before the last Friday, from `hour` on, the score kept on `scorer`'s phone."""

    days_before: int
    hour: int
    scorer: str
    place: str
    story: Callable[[DemoNight], None]
    note: str | None = None


def the_first_night(evening: DemoNight) -> None:
    evening.sit_down("vandatta_pagat", (ANNA, BO, CARA, DILAN), rounds=6).play(2).typed(BO).play_to_the_end()
    evening.take_a_break()
    evening.sit_down("derange", (ANNA, BO, CARA, DILAN), mode="short").play_to_the_end()


def two_cuts(evening: DemoNight) -> None:
    pursuit = evening.sit_down("swedish_pursuit", (BO, EVA_LENA, ANNA, CARA, FRANS), rounds=2)
    pursuit.play(3).typed(ANNA, FRANS).play()
    evening.take_a_break()
    pursuit.cut(CARA).play_to_the_end()


def six_and_a_tie(evening: DemoNight) -> None:
    evening.sit_down("vandatta", REGULARS).play(2).blocked().play_to_the_end()
    evening.take_a_break()
    melds = evening.sit_down("vatikan", (CARA, DILAN, EVA_LENA, BO), games=5)
    melds.out(CARA, BO, BO, uncounted=(DILAN, CARA)).out(EVA_LENA, CARA)  # Cara and Bo share the first place


def rain_at_the_cabin(evening: DemoNight) -> None:
    derange = evening.sit_down("derange", (DILAN, ANNA, EVA_LENA, BO, GUEST))
    derange.play(3).chain(2).joins(FRANS, start="average").play(4).leaves(GUEST).play().misdeal()
    derange.play_to_the_end()
    evening.take_a_break()
    evening.sit_down("vandatta_pagat", (ANNA, DILAN, EVA_LENA)).play_to_the_end()


def house_points(evening: DemoNight) -> None:
    evening.sit_down("vatikan", (ANNA, FRANS, CARA), tally="house_points", games=4).play_to_the_end()
    evening.take_a_break()
    evening.sit_down("swedish_pursuit", (ANNA, FRANS, CARA)).play_to_the_end()


def a_slip_of_the_finger(evening: DemoNight) -> None:
    vandatta = evening.sit_down("vandatta", (EVA_LENA, BO, CARA, DILAN, GUEST))
    vandatta.play().miscounted(noticed_by=CARA).play_to_the_end()
    evening.take_a_break()
    derange = evening.sit_down("derange", (EVA_LENA, BO, CARA, DILAN), mode="short", decks=1)
    derange.play(2).chain(1).play_to_the_end()


def until_the_bus_went(evening: DemoNight) -> None:
    melds = evening.sit_down("vatikan", (FRANS, ANNA, BO), first_to=3)
    melds.out(FRANS, ANNA, FRANS, BO, ANNA, FRANS, uncounted=(BO,))
    evening.take_a_break()
    evening.sit_down("vandatta_pagat", (FRANS, ANNA, BO, DILAN), rounds=10).play(7).stop()


def the_long_one(evening: DemoNight) -> None:
    derange = evening.sit_down("derange", (CARA, EVA_LENA, ANNA, FRANS))
    derange.play(5).leaves(EVA_LENA).play(2).comes_back(EVA_LENA, start="average").blocked()
    derange.typed(FRANS).miscounted(noticed_by=ANNA).play_to_the_end()


def tonight(evening: DemoNight) -> None:
    """Left in the middle: round 6 of 15 is being dealt."""
    evening.sit_down("derange", (ANNA, BO, CARA, DILAN), pace=WITH_DINNER).play(5)


PAST = (
    Planned(63, 19, ANNA, "Anna’s", the_first_night, "The first night with Turn Eight."),
    Planned(56, 19, BO, "Bo’s", two_cuts),
    Planned(49, 18, CARA, "Cara’s kitchen", six_and_a_tie, "All six. Frans brought cinnamon buns."),
    Planned(41, 17, DILAN, "The cabin", rain_at_the_cabin, "It rained all Saturday."),
    Planned(28, 20, ANNA, "Anna’s", house_points),
    Planned(21, 19, EVA_LENA, "Eva-Lena’s", a_slip_of_the_finger),
    Planned(14, 19, FRANS, "Café Åttan", until_the_bus_went, "Stopped when the last bus went."),
    Planned(0, 19, CARA, "Cara’s kitchen", the_long_one),
)
HERE = Planned(0, 0, ANNA, "Anna’s", tonight)
