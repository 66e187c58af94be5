"""What happened in all those years, night by night; rows are gathered and written in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from demo.years.bulk import Writer, id_at
from demo.years.cast import Person, drawn, who_comes
from demo.years.programme import NOTES, PLACES, PROGRAMMES, Game
from demo.years.sitting import MOST_ROUNDS, Guest, Sitting
from models import Group, Night, Player, db
from models.database import new_id
from models.season import Season
from models.statistics.outcome import CardsLeft, Outcome
from models.statistics.outcomes import outcome_rows
from models.statistics.running import lock_and_bump_statistics, rewrite_running

A_BREAK = timedelta(minutes=12)
JOINS, LEAVES, STOPS, NOTED = 0.06, 0.04, 0.03, 0.15  # how often
SEPTEMBER = 9
FEWEST = 3  # at a table that somebody gets up from


class History:
    """A group from its first night on. Players come into it when they first sit down."""

    def __init__(self, name: str, first: datetime, zone: ZoneInfo, chance: Random) -> None:
        self.zone, self.chance, self.writer = zone, chance, Writer()
        self.group = Group(name=name, created_at=first)
        self.players: dict[str, Player] = {}
        self.last_played: dict[str, datetime] = {}
        db.session.add(self.group)
        db.session.flush()

    def play_night(self, start: datetime, part: float) -> list[Sitting]:
        """The sessions of one night, `part` of all the years gone by, first to last."""
        night = self.night(start)
        coming = who_comes(part, self.chance)
        sittings: list[Sitting] = []
        for game in self.chance.choice(PROGRAMMES):
            sittings.append(self.play(night, game, coming, start))
            start = sittings[-1].clock + A_BREAK
        return sittings

    def night(self, start: datetime) -> Night:
        noted = self.chance.random() < NOTED
        night = Night(
            id=id_at(start),
            group_id=self.group.id,
            date=start.astimezone(self.zone).date(),
            place=self.chance.choice(PLACES),
            note=self.chance.choice(NOTES) if noted else None,
        )
        self.writer.add(night)
        return night

    def play(
        self, night: Night, game: Game, coming: Sequence[Person], start: datetime, rounds: int = MOST_ROUNDS
    ) -> Sitting:
        """One session by some of those who came, to its end; or only so many rounds of it."""
        people = drawn(coming, self.chance.randint(*game.seats), self.chance)
        sitting = Sitting(night, game, start, [self._guest(person, start) for person in people], self.chance)
        if rounds < MOST_ROUNDS:
            for _ in range(rounds):
                sitting.play()
        else:
            self._play_to_the_end(sitting, coming)
        self._keep(sitting)
        return sitting

    def seasons(self, first: date, last: date) -> None:
        """One for each winter, from September on."""
        for year in range(first.year - 1, last.year + 1):
            begins, ends = date(year, SEPTEMBER, 1), date(year + 1, SEPTEMBER, 1) - timedelta(days=1)
            if begins <= last and ends >= first:
                name = f"{year}/{(year + 1) % 100:02}"
                season = Season(
                    id=new_id(), group_id=self.group.id, name=name, first_day=begins, last_day=ends
                )
                self.writer.add(season)

    def write(self) -> None:
        self.writer.write()

    def write_the_end(self) -> None:
        """The rest, and what only the whole history tells."""
        self.writer.write()
        for name, at in self.last_played.items():
            player = self.players[name]
            db.session.execute(db.update(Player).where(Player.id == player.id).values(last_played_at=at))
        lock_and_bump_statistics(self.group.id)
        rewrite_running(self.group.id)

    def _play_to_the_end(self, sitting: Sitting, coming: Sequence[Person]) -> None:
        """Round after round, and what may come between: somebody is late or gets up, all have had enough."""
        joins, leaves, stops = (self._round_of(sitting, often) for often in (JOINS, LEAVES, STOPS))
        while not sitting.is_over:
            sitting.play()
            told = 0 if sitting.is_over else len(sitting.told)
            late = self._late(sitting, coming)
            if told == joins and late:
                sitting.join(self._guest(late, sitting.clock))
            elif told == leaves and len(sitting.session.seats) > FEWEST:
                sitting.leave()
            elif told == stops:
                sitting.stop()

    def _round_of(self, sitting: Sitting, often: float) -> int | None:
        """After which round something happens that does not happen often."""
        planned = sitting.rules.rounds or 0
        return self.chance.randint(1, planned) if planned and self.chance.random() < often else None

    def _late(self, sitting: Sitting, coming: Sequence[Person]) -> Person | None:
        """Somebody who came and does not play yet, where one more chair and the cards suffice."""
        rules, here = sitting.rules, len(sitting.session.seats)
        enough = (here + 1) * max(rules.hand_sizes) + here < rules.pack_size
        names = [person for person in coming if person.name not in sitting.names]
        return names[0] if names and here < rules.players[1] and enough else None

    def _guest(self, person: Person, at: datetime) -> Guest:
        if person.name not in self.players:
            player = Player(id=id_at(at), group_id=self.group.id, name=person.name, created_at=at)
            self.players[person.name] = player
            self.writer.add(player)
        self.last_played[person.name] = at
        return person, self.players[person.name]

    def _keep(self, sitting: Sitting) -> None:
        """Everything that a session leaves behind, as the models would."""
        session = sitting.session
        session.settle(sitting.clock)
        self.writer.add(session, *session.seats, *session.rounds, *sitting.changes)
        self.writer.add(*(hand for played in session.rounds for hand in played.hands))
        if session.is_finished:
            outcomes, cards = outcome_rows(session)
            self.writer.add_rows(Outcome, outcomes)
            self.writer.add_rows(CardsLeft, cards)
