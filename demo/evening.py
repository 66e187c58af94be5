"""One night of the made-up group: where its tables sit down, and the clock that runs while they play."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from demo.cast import phone_of
from demo.table import PACE, Table
from models import Author, Group, Night
from models.database import new_id
from models.starting import Setup, start_session
from variants import VARIANTS

A_BREAK = (8, 20)


class Evening:
    """The clock is in UTC; `scorer` is whose phone keeps the score."""

    night: Night

    def __init__(self, group: Group, clock: datetime, zone: ZoneInfo, chance: Random, *, scorer: str) -> None:
        self.group, self.clock, self.zone, self.chance, self.scorer = group, clock, zone, chance, scorer

    def sit_down(
        self, variant: str, names: Sequence[str], *, pace: tuple[int, int] = PACE, **options: Any
    ) -> Table:
        """A new session; somebody drawn at random deals first."""
        first = self.chance.randrange(len(names))
        setup = Setup(VARIANTS[variant], options, names, first)
        today = self.clock.astimezone(self.zone).date()
        session = start_session(self.group, setup, new_id(), at=self.clock, today=today)
        self.night = session.night
        return Table(session, self, pace)

    def take_a_break(self) -> None:
        self.wait(A_BREAK)

    def wait(self, minutes: tuple[int, int]) -> None:
        self.clock += timedelta(minutes=self.chance.randint(*minutes), seconds=self.chance.randrange(60))

    def author(self, name: str | None = None) -> Author:
        return Author(new_id(), phone_of(name or self.scorer), self.clock)
