"""What happened in all those years, night by night; rows are gathered and written in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from demo.bulk import Writer, id_at
from demo.cast import Person, drawn, who_comes
from demo.sitting import MOST_ROUNDS, Game, Guest, Sitting
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

DERANGE = Game("derange")
PROGRAMMES = (
    (DERANGE, Game("vandatta_pagat", {"rounds": 15}), Game("swedish_pursuit", {"rounds": 2}, (4, 7))),
    (DERANGE, Game("vandatta", {"rounds": 16}), Game("vatikan", {"games": 10}, (4, 5))),
    (
        Game("vandatta_pagat", {"rounds": 18, "call_rule": "lappen_single"}),
        Game("derange", {"decks": 3, "eight_follows": False}, (5, 8)),
        Game("swedish_pursuit", {"rounds": 2, "draw_after_end": True}),
    ),
    (
        DERANGE,
        Game("derange", {"mode": "short"}, (5, 7)),
        Game("vandatta", {"rounds": 20, "ace_on_ace": False, "decks": 2}, (4, 7)),
    ),
    (
        Game("derange", {"flipped_two": False}),
        Game("vandatta_pagat", {"rounds": 15}),
        Game("vatikan", {"first_to": 4}, (3, 5)),
    ),
    (
        DERANGE,
        Game("vandatta_pagat", {"rounds": 20}),
        Game("vatikan", {"tally": "house_points", "games": 5}, (4, 5)),
    ),
)
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


class History:
    """A group from its first night on. Players come into it when they first sit down."""

    def __init__(self, name: str, first: datetime, zone: ZoneInfo, chance: Random) -> None:
        self.zone, self.chance, self.writer = zone, chance, Writer()
        self.group = Group(name=name, created_at=first)
        self.players: dict[str, Player] = {}
        self.last_played: dict[str, datetime] = {}
        db.session.add(self.group)
        db.session.flush()

    def play_night(self, start: datetime, part: float) -> Sitting:
        """The sessions of one night, `part` of all the years gone by; the first of them."""
        night, coming = self.night(start), who_comes(part, self.chance)
        sittings: list[Sitting] = []
        for game in self.chance.choice(PROGRAMMES):
            sittings.append(self.play(night, game, coming, start))
            start = sittings[-1].clock + A_BREAK
        return sittings[0]

    def night(self, start: datetime) -> Night:
        night = Night(
            id=id_at(start),
            group_id=self.group.id,
            date=start.astimezone(self.zone).date(),
            place=self.chance.choice(PLACES),
            note=self.chance.choice(NOTES) if self.chance.random() < NOTED else None,
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
            days = date(year, SEPTEMBER, 1), date(year + 1, SEPTEMBER, 1) - timedelta(days=1)
            if days[0] <= last and days[1] >= first:
                name = f"{year}/{(year + 1) % 100:02}"
                group = self.group.id
                self.writer.add(
                    Season(id=new_id(), group_id=group, name=name, first_day=days[0], last_day=days[1])
                )

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
            late = self._late(sitting, coming) if told == joins else None
            if late:
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
        rules, here = sitting.rules, {seat.player_id for seat in sitting.session.seats}
        enough = (len(here) + 1) * max(rules.hand_sizes) + len(here) < rules.pack_size
        known = {name for name, player in self.players.items() if player.id in here}
        others = [person for person in coming if person.name not in known]
        return others[0] if others and len(here) < rules.players[1] and enough else None

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
            self.writer.waiting[Outcome] += outcomes
            self.writer.waiting[CardsLeft] += cards
