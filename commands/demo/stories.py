"""The Friday table, from its first night to the game in progress: one story for each night."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from commands.demo.cast import ANNA, BO, CARA, DILAN, EVA_LENA, FRANS, GROUP, GUEST, REGULARS
from commands.demo.table import A_BREAK, DemoNight
from models import Group, db
from models.database import new_id

FRIDAY = 4
WEEK = 7
SAT_DOWN = timedelta(minutes=62)  # before now
QUIET_DAYS = 2  # before tonight, so that no pause is short enough to make two nights one
WITH_DINNER = (10, 11)  # minutes a round takes


@dataclass(frozen=True)
class Planned:
    """A night some days before the last Friday. hour: of its start. scorer: whose phone kept the score."""

    days_before: int
    hour: int
    scorer: str
    place: str
    story: Callable[[DemoNight], None]
    note: str | None = None


def the_first_night(night: DemoNight) -> None:
    night.sit_down("vandatta_pagat", (ANNA, BO, CARA, DILAN), rounds=6).play(2).typed(BO).play_to_the_end()
    night.wait(A_BREAK)
    night.sit_down("derange", (ANNA, BO, CARA, DILAN), mode="short").play_to_the_end()


def two_cuts(night: DemoNight) -> None:
    pursuit = night.sit_down("swedish_pursuit", (BO, EVA_LENA, ANNA, CARA, FRANS), rounds=2)
    pursuit.play(3).typed(ANNA, FRANS).play()
    night.wait(A_BREAK)
    pursuit.cut(CARA).play_to_the_end()
    night.wait(A_BREAK)
    night.sit_down(night.own_game("crazy_eights"), (BO, EVA_LENA, ANNA, CARA)).play_to_the_end()


def six_and_a_tie(night: DemoNight) -> None:
    night.sit_down("vandatta", REGULARS).play(2).blocked().play_to_the_end()
    night.wait(A_BREAK)
    melds = night.sit_down("vatikan", (CARA, DILAN, EVA_LENA, BO), games=5)
    melds.out(CARA, BO, BO, uncounted=(DILAN, CARA)).out(EVA_LENA, CARA)  # Cara and Bo share the first place


def rain_at_the_cabin(night: DemoNight) -> None:
    derange = night.sit_down("derange", (DILAN, ANNA, EVA_LENA, BO, GUEST))
    derange.play(3).chain(2).joins(FRANS).play(4).leaves(GUEST).play().misdeal()
    derange.play_to_the_end()
    night.wait(A_BREAK)
    night.sit_down("vandatta_pagat", (ANNA, DILAN, EVA_LENA)).play_to_the_end()


def house_points(night: DemoNight) -> None:
    night.sit_down("vatikan", (ANNA, FRANS, CARA), tally="house_points", games=4).play_to_the_end()
    night.wait(A_BREAK)
    night.sit_down("swedish_pursuit", (ANNA, FRANS, CARA)).play_to_the_end()
    night.wait(A_BREAK)
    night.sit_down(night.own_game("plump"), (ANNA, FRANS, CARA), rounds=10).play_to_the_end()


def a_slip_of_the_finger(night: DemoNight) -> None:
    vandatta = night.sit_down("vandatta", (EVA_LENA, BO, CARA, DILAN, GUEST))
    vandatta.play().miscounted(noticed_by=CARA).play_to_the_end()
    night.wait(A_BREAK)
    derange = night.sit_down("derange", (EVA_LENA, BO, CARA, DILAN), mode="short", decks=1)
    derange.play(2).chain(1).play_to_the_end()
    night.wait(A_BREAK)
    night.sit_down(night.own_game("crazy_eights"), (EVA_LENA, BO, DILAN)).play_to_the_end()


def until_the_bus_went(night: DemoNight) -> None:
    melds = night.sit_down("vatikan", (FRANS, ANNA, BO), first_to=3)
    melds.out(FRANS, ANNA, FRANS, BO, ANNA, FRANS, uncounted=(BO,))
    night.wait(A_BREAK)
    night.sit_down("vandatta_pagat", (FRANS, ANNA, BO, DILAN), rounds=10).play(7).stop()


def the_long_one(night: DemoNight) -> None:
    derange = night.sit_down("derange", (CARA, EVA_LENA, ANNA, FRANS))
    derange.play(5).leaves(EVA_LENA).play(2).comes_back(EVA_LENA).blocked()
    derange.typed(FRANS).miscounted(noticed_by=ANNA).play_to_the_end()
    night.wait(A_BREAK)
    night.sit_down(night.own_game("crazy_eights"), (CARA, EVA_LENA, ANNA, FRANS)).play_to_the_end()


def tonight(night: DemoNight) -> None:
    """A game in progress: round 6 of 15 is being dealt."""
    night.pace = WITH_DINNER
    night.sit_down("derange", (ANNA, BO, CARA, DILAN)).play(5)


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


def make_demo_group(now: datetime, zone: ZoneInfo, chance: Random) -> Group:
    """A new group with everything in it; not committed."""
    tonight = now.astimezone(UTC) - SAT_DOWN
    starts = [_start_of(planned, tonight, zone) for planned in PAST]
    group = Group(id=new_id(), name=GROUP, created_at=starts[0])
    db.session.add(group)
    for planned, start in zip((*PAST, HERE), (*starts, tonight), strict=True):
        night = DemoNight(group, start, zone, chance, scorer=planned.scorer)
        planned.story(night)
        night.saved.place, night.saved.note = planned.place, planned.note
    return group


def _start_of(planned: Planned, tonight: datetime, zone: ZoneInfo) -> datetime:
    today = tonight.astimezone(zone).date()
    since_friday = (today.weekday() - FRIDAY) % WEEK
    last_friday = today - timedelta(days=since_friday + (WEEK if since_friday < QUIET_DAYS else 0))
    day = last_friday - timedelta(days=planned.days_before)
    return datetime.combine(day, time(planned.hour), zone).astimezone(UTC)
