"""A group that has met for years: three sessions each night.

Its rounds are not recorded one by one, which would take minutes, but saved in bulk when a session ends. What
follows from them is written here too: history, final ranks, outcomes and running figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from commands.demo.cast import CAST, CastMember, GameChoice, draw_people, people_of_night, phone_of
from commands.demo.table import A_BREAK, DemoNight, DemoTable, without_cards
from game.scoring import facts, operations
from game.scoring.snapshot import difference
from models import ChangeStamp, Group, db
from models.change import add_change
from models.database import new_id
from models.season import make_season
from models.statistics.storing import write_outcomes
from models.statistics.version import lock_statistics
from models.table.rounds import round_values
from models.table.seating import SeatingProblem

GROUP = "Friday table, ten years on"
BETWEEN_NIGHTS = timedelta(days=3, hours=16)  # a thousand of them are ten years
NIGHTS_A_YEAR = 100
LAST_NIGHT = timedelta(days=2)  # before today
HOURS = (17, 18, 19)  # of the first deal
GAMES_A_NIGHT = 3
LONGEST_ROUND = timedelta(minutes=9)
TONIGHT = GameChoice("derange", seats=(5, 5))
ROUNDS_TONIGHT = 5
SEPTEMBER = 9
MIN_AT_TABLE = 3  # at a table that a player leaves
TYPED, UNCOUNTED, NOTED = 0.03, 0.15, 0.15  # shares of the hands without cards, and of the nights with a note
NOTHING, MISDEAL, LATE, LEAVES, STOPPED = EVENTS = range(5)
HOW_OFTEN = (75, 12, 6, 4, 3)


def make_years_group(nights: int, now: datetime, zone: ZoneInfo, chance: Random, name: str = GROUP) -> Group:
    """A new group with so many nights and a game in progress; not committed."""
    starts = _calendar(nights, now, zone, chance)
    history = YearsHistory(name, starts[0], zone, chance)
    with db.session.no_autoflush:  # the models flush where they must
        for number, start in enumerate(starts):
            history.play_night(start, number / nights)
    history.make_seasons(starts[0], starts[-1])
    history.play_tonight(TONIGHT, people_of_night(1.0, chance), ROUNDS_TONIGHT, now)
    return history.group


def _calendar(nights: int, now: datetime, zone: ZoneInfo, chance: Random) -> list[datetime]:
    """When each night began, in order."""
    last = (now - LAST_NIGHT).astimezone(zone).date()
    days = [last - (BETWEEN_NIGHTS * number) for number in reversed(range(nights))]
    return [datetime.combine(day, time(chance.choice(HOURS)), zone).astimezone(UTC) for day in days]


class YearsHistory:
    """A group and its nights, which are played in order."""

    def __init__(self, name: str, first: datetime, zone: ZoneInfo, chance: Random) -> None:
        self.group = Group(id=new_id(), name=name, created_at=first)
        self.zone, self.chance = zone, chance
        db.session.add(self.group)

    def play_night(self, start: datetime, part: float) -> None:
        """The sessions of one night, when `part` of all the years has passed."""
        coming = people_of_night(part, self.chance)
        night = self._night(start, coming)
        for game in self.chance.sample(CAST.games, GAMES_A_NIGHT):
            table = self._sit_down(night, game, coming)
            self._play_until_event(table, coming)
            table.play_to_the_end().save()
            night.wait(A_BREAK)
        night.saved.place = self.chance.choice(CAST.places) or None
        night.saved.note = self.chance.choice(CAST.notes) if self.chance.random() < NOTED else None

    def play_tonight(
        self, game: GameChoice, coming: Sequence[CastMember], rounds: int, now: datetime
    ) -> None:
        """Rounds of a game in progress, the last of them now."""
        night = self._night(now - LONGEST_ROUND * rounds, coming)
        self._sit_down(night, game, coming).play(rounds).save()
        lock_statistics(self.group.id)

    def make_seasons(self, first: datetime, last: datetime) -> None:
        """One for each winter, from September on."""
        for year in range(_winter_of(first), _winter_of(last) + 1):
            make_season(
                self.group,
                ChangeStamp(new_id(), phone_of(CAST.people[0].name), last),
                name=f"{year}/{(year + 1) % 100:02}",
                first_day=date(year, SEPTEMBER, 1),
                last_day=date(year + 1, SEPTEMBER, 1) - timedelta(days=1),
            )

    def _night(self, start: datetime, coming: Sequence[CastMember]) -> DemoNight:
        return DemoNight(self.group, start, self.zone, self.chance, coming[0].name)

    def _sit_down(self, night: DemoNight, game: GameChoice, coming: Sequence[CastMember]) -> BulkTable:
        people = draw_people(coming, self.chance.randint(*game.seats), self.chance)
        return BulkTable(night, night.start(game.variant, [person.name for person in people], game.options))

    def _play_until_event(self, table: BulkTable, coming: Sequence[CastMember]) -> None:
        """In one session of four something happens after some rounds."""
        [event] = self.chance.choices(EVENTS, HOW_OFTEN)
        if event == NOTHING:
            return
        table.play(self.chance.randint(1, (table.session.rules.rounds or MIN_AT_TABLE) - 1))
        here = [seat.player.name for seat in table.session.seats]
        late = next((person.name for person in coming if person.name not in here), None)
        if event == MISDEAL:
            table.misdeal()
        elif event == LATE and late:
            with suppress(SeatingProblem):  # no chair is free
                table.joins(late)
        elif event == LEAVES and len(here) > MIN_AT_TABLE:
            table.leaves(here[-1])
        elif event == STOPPED:
            table.stop()


class BulkTable(DemoTable):
    """A table whose outcomes are saved in bulk by `save`, some of its hands typed."""

    def save(self) -> None:
        """The outcomes of the session if it is finished; stopping has noted them."""
        if self.session.is_finished and not self.session.sheet.stopped:
            write_outcomes([self.session])

    def _save_round(self, drawn: facts.Round, stamp: ChangeStamp, misdeals: int) -> facts.Round:
        """As `models.table.rounds.record` does, but nothing is written yet."""
        session, chance = self.session, self.night.chance
        often = UNCOUNTED if session.rules.counts_wins else TYPED
        drawn = without_cards(drawn, {hand.seat for hand in drawn.hands if chance.random() < often})
        fresh = replace(drawn, id=new_id(), recorded_at=stamp.at, misdeals=misdeals)
        before = session.snapshot()
        session.sheet = operations.record(session.rules, session.sheet, fresh)
        add_change(session, "record", stamp, round_values(fresh), difference(before, session.snapshot()))
        if session.scored.is_over:
            session.finalize(stamp.at)
        return fresh


def _winter_of(moment: datetime) -> int:
    """The year in which its winter began."""
    return moment.year if moment.month >= SEPTEMBER else moment.year - 1
