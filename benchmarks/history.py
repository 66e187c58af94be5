"""What happened in a group, made up round by round as the demo does and written in bulk."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any

from benchmarks.bulk import Writer, id_at
from demo.cards import made_up_round
from models import Change, Group, Link, Night, Player, Role, Round, Seat, Session, db
from scoring import deal, facts
from variants import VARIANTS

SEATS = 5
PEOPLE = 40
ROUND_TAKES = timedelta(minutes=6)
MOST_ROUNDS = 99


class History:
    """A group and what happened in it; rows are written every few nights."""

    def __init__(self, name: str, chance: Random, now: datetime) -> None:
        self.chance, self.now, self.writer = chance, now, Writer()
        self.group = Group(name=name, created_at=now)
        db.session.add(self.group)
        db.session.flush()
        _link, self.secret = Link.make(self.group, Role.OWNER, now)
        self.players = [self._player(number) for number in range(PEOPLE)]
        self.writer.add(*self.players)

    def night(self, start: datetime) -> Night:
        night = Night(id=id_at(start), group_id=self.group.id, date=start.date(), place=None, note=None)
        self.writer.add(night)
        return night

    def session(
        self,
        night: Night,
        variant: str,
        options: Mapping[str, Any],
        start: datetime,
        *,
        played: int = MOST_ROUNDS,
    ) -> Session:
        """A session of that night, `played` rounds of it or all there are."""
        session = self._seated(night, variant, options, start)
        rules, seats, first = session.scoring_rules, session.seat_facts(), session.first_dealer_ids()
        told: list[facts.Round] = []
        for number in range(1, min(played, rules.rounds or played) + 1):
            next_deal = deal.next_deal(rules, seats, told, first)
            told.append(made_up_round(rules, next_deal, seats, self.chance))
            self._record(session, told[-1], start + ROUND_TAKES * number)
        session.settle(start + ROUND_TAKES * len(told))
        self.writer.add(session, *session.seats)
        return session

    def rename(self, at: datetime) -> None:
        player = str(self.chance.choice(self.players).id)
        pieces = {f"player:{player}": [{"name": "Before"}, {"name": "After"}]}
        self.writer.add(self._change("rename", at, None, {"player": player}, pieces))

    def _player(self, number: int) -> Player:
        return Player(
            id=id_at(self.now),
            group_id=self.group.id,
            name=f"Player {number + 1}",
            created_at=self.now,
            last_played_at=self.now - timedelta(days=number),
            anonymised_at=None,
        )

    def _seated(self, night: Night, variant: str, options: Mapping[str, Any], start: datetime) -> Session:
        session = Session(
            id=id_at(start),
            group_id=self.group.id,
            night_id=night.id,
            variant=variant,
            options=VARIANTS[variant].resolve(options, SEATS),
            rules=_frozen(variant, tuple(options.items())),
            next_deal=None,
            started_at=start,
            stopped=False,
            plays_on=False,
            version=1,
        )
        people = self.chance.sample(self.players, SEATS)
        session.seats = [self._seat(session, player, place) for place, player in enumerate(people)]
        blocks = session.rules["block"] and session.rules["rounds"] // session.rules["block"]
        session.first_dealers = [str(self.chance.choice(session.seats).id) for _ in range(blocks or 1)]
        return session

    def _seat(self, session: Session, player: Player, place: int) -> Seat:
        return Seat(
            id=id_at(session.started_at),
            session_id=session.id,
            player_id=player.id,
            position=place,
            joined_round=1,
            away=[],
            start_points=0,
        )

    def _record(self, session: Session, played: facts.Round, at: datetime) -> None:
        fresh = Round(id=id_at(at), session_id=session.id, number=played.number, misdeals=0, recorded_at=at)
        fresh.take(played)
        for hand in fresh.hands:
            hand.round_id = fresh.id
        session.rounds.append(fresh)
        session.version += 1
        points = {str(hand.seat): hand.points for hand in played.hands}
        about = {"number": played.number, "out": str(played.out), "points": points}
        pieces = {f"round:{fresh.id}": [None, fresh.snapshot()]}
        self.writer.add(fresh, *fresh.hands, self._change("record", at, session, about, pieces))

    def _change(
        self, kind: str, at: datetime, session: Session | None, about: dict[str, Any], pieces: dict[str, Any]
    ) -> Change:
        return Change(
            id=id_at(at),
            group_id=self.group.id,
            session_id=session.id if session else None,
            kind=kind,
            by="a phone",
            at=at,
            about=about,
            pieces=pieces,
            in_force=True,
        )


@cache
def _frozen(variant: str, options: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    return VARIANTS[variant].freeze(dict(options), SEATS)
