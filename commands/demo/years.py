"""A group that has met for years: three sessions a night, told to the models as the stories are.

Only rounds are not: they wait to be written in bulk, so that ten years are made in a minute or two. What the
verb keeps in line is kept here too: the history, finals, outcomes and running figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from sqlalchemy.orm.attributes import set_committed_value

from commands.demo.cast import ANNA, GAMES, NOTES, PLACES, Game, Person, drawn, phone_of, who_comes
from commands.demo.table import A_BREAK, Evening, Table, without_cards
from game.scoring import facts
from game.scoring.standings import is_over
from models import Author, Group, Round, Session, db
from models.change import difference, note
from models.database import new_id
from models.seasons import Stretch, make_season
from models.statistics.outcomes import note_new, rewrite_all
from models.table.rounds import about_round
from models.table.seating import SeatingProblem

GROUP = "Friday table, ten years on"
BETWEEN_NIGHTS = timedelta(days=3, hours=16)  # a thousand of them are ten years
NIGHTS_A_YEAR = 100
LAST_NIGHT = timedelta(days=2)  # before today
EVENINGS = (17, 18, 19)  # o’clock
GAMES_A_NIGHT = 3
LONGEST_ROUND = timedelta(minutes=9)
TONIGHT = Game("derange", seats=(5, 5))
ROUNDS_TONIGHT = 5
SEPTEMBER = 9
FEWEST = 3  # at a table that somebody gets up from
TYPED, UNCOUNTED, NOTED = 0.03, 0.15, 0.15  # how often a hand is not counted by its cards, a night noted
NOTHING, MISDEAL, LATE, GETS_UP, ENOUGH = HAPPENINGS = range(5)
HOW_OFTEN = (75, 12, 6, 4, 3)


def make_years_group(nights: int, now: datetime, zone: ZoneInfo, chance: Random, name: str = GROUP) -> Group:
    """A group that has met for so many nights and plays tonight; not committed."""
    starts = _calendar(nights, now, zone, chance)
    past = History(name, starts[0], zone, chance)
    with db.session.no_autoflush:  # the verbs flush where they must
        for number, start in enumerate(starts):
            past.play_night(start, number / nights)
    past.make_seasons(starts[0], starts[-1])
    past.play_tonight(TONIGHT, who_comes(1.0, chance), ROUNDS_TONIGHT, now)
    return past.group


def _calendar(nights: int, now: datetime, zone: ZoneInfo, chance: Random) -> list[datetime]:
    """When each night began, the first one first."""
    last = (now - LAST_NIGHT).astimezone(zone).date()
    days = [last - (BETWEEN_NIGHTS * number) for number in reversed(range(nights))]
    return [datetime.combine(day, time(chance.choice(EVENINGS)), zone).astimezone(UTC) for day in days]


class History:
    """A group whose nights are told one after the other."""

    def __init__(self, name: str, first: datetime, zone: ZoneInfo, chance: Random) -> None:
        self.group = Group(id=new_id(), name=name, created_at=first)
        self.zone, self.chance = zone, chance
        self.told: list[facts.Round] = []
        db.session.add(self.group)

    def play_night(self, start: datetime, part: float) -> None:
        """The sessions of one night, `part` of all the years gone by."""
        coming = who_comes(part, self.chance)
        evening = Evening(self.group, start, self.zone, self.chance, coming[0].name, self._record)
        for game in self.chance.sample(GAMES, GAMES_A_NIGHT):
            table = self._sit_down(evening, game, coming)
            self._something_happens(table, coming)
            self._write(table.play_to_the_end().session)
            evening.wait(A_BREAK)
        evening.night.place = self.chance.choice(PLACES)
        evening.night.note = self.chance.choice(NOTES) if self.chance.random() < NOTED else None

    def play_tonight(self, game: Game, coming: Sequence[Person], rounds: int, now: datetime) -> None:
        """So many rounds until now, more to come; and then what only the whole history tells."""
        start = now - LONGEST_ROUND * rounds
        evening = Evening(self.group, start, self.zone, self.chance, coming[0].name, self._record)
        self._write(self._sit_down(evening, game, coming).play(rounds).session)
        rewrite_all(self.group.id)

    def make_seasons(self, first: datetime, last: datetime) -> None:
        """One for each winter, from September on."""
        for year in range(_winter_of(first), _winter_of(last) + 1):
            days = date(year, SEPTEMBER, 1), date(year + 1, SEPTEMBER, 1) - timedelta(days=1)
            season = Stretch(f"{year}/{(year + 1) % 100:02}", *days)
            make_season(self.group, season, Author(new_id(), phone_of(ANNA), last))

    def _sit_down(self, evening: Evening, game: Game, coming: Sequence[Person]) -> Table:
        people = drawn(coming, self.chance.randint(*game.seats), self.chance)
        return evening.sit_down(game.variant, [person.name for person in people], **game.options)

    def _something_happens(self, table: Table, coming: Sequence[Person]) -> None:
        """After some rounds, in one session of four."""
        [what] = self.chance.choices(HAPPENINGS, HOW_OFTEN)
        if what == NOTHING:
            return
        table.play(self.chance.randint(1, (table.playing.rules.rounds or FEWEST) - 1))
        here = [seat.player.name for seat in table.session.seats]
        late = next((person.name for person in coming if person.name not in here), None)
        if what == MISDEAL:
            table.misdeal()
        elif what == LATE and late:
            with suppress(SeatingProblem):  # no chair is free
                table.joins(late)
        elif what == GETS_UP and len(here) > FEWEST:
            table.leaves(here[-1])
        elif what == ENOUGH:
            table.stop()

    def _record(self, session: Session, played: facts.Round, author: Author, *, misdeals: int) -> Round:
        """What the verb does, but that the round waits for `_write`. Some count in their heads; where wins
        are counted, some leave their cards alone.
        """
        often = UNCOUNTED if session.scoring_rules.counts_wins else TYPED
        played = without_cards(played, {h.seat for h in played.hands if self.chance.random() < often})
        before = session.decisions()
        fresh = Round(id=new_id(), session_id=session.id, number=played.number, misdeals=misdeals)
        fresh.recorded_at = author.at
        fresh.take(played)
        for hand in fresh.hands:
            hand.round_id = fresh.id
        set_committed_value(session, "rounds", [*session.rounds, fresh])
        session.next_deal = None
        after = {"session": session.decisions(), f"round:{fresh.id}": fresh.snapshot()}
        note(session, "record", author, about_round(played), difference({"session": before}, after))
        self.told.append(played)
        if is_over(session.scoring_rules, session.seat_facts(), self.told):
            session.settle(author.at)
        return fresh

    def _write(self, session: Session) -> None:
        """The rounds of a session, in bulk, and what follows from them."""
        hands = [hand for played in session.rounds for hand in played.hands]
        db.session.bulk_save_objects([*session.rounds, *hands])
        if session.is_finished and not session.stopped:  # who stops has noted its outcomes
            note_new([session])
        self.told.clear()


def _winter_of(moment: datetime) -> int:
    """The year it began in."""
    return moment.year if moment.month >= SEPTEMBER else moment.year - 1
