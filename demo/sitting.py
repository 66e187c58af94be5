"""One session of a night, from sitting down to the last round, as rows that nobody has written yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from demo.bulk import id_at
from demo.cast import Person, phone_of
from demo.playing import Style, playing_of
from demo.playing.playing import first_dealers
from models import Change, Night, Player, Round, Seat, Session
from scoring import deal, facts
from scoring.rules import Rules
from scoring.standings import is_over, standings, start_points
from variants import VARIANTS

ROUND_TAKES = timedelta(minutes=6)
MOST_ROUNDS = 99
TYPED, UNCOUNTED, MISDEALT = 0.03, 0.15, 0.01  # how often a hand, or a round, is

Guest = tuple[Person, Player]


@dataclass(frozen=True)
class Game:
    """seats: how few and how many sit down to it."""

    variant: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[int, int] = (4, 6)


class Sitting:
    """`told` is what was played so far, `changes` the history."""

    def __init__(
        self, night: Night, game: Game, start: datetime, people: Sequence[Guest], chance: Random
    ) -> None:
        self.chance, self.scorer = chance, phone_of(people[0][0].name)
        self.told: list[facts.Round] = []
        self.changes: list[Change] = []
        self.styles: dict[facts.SeatId, Style] = {}
        self.playing = playing_of(game.variant, game.options, len(people))
        variant = VARIANTS[game.variant]
        self.session = Session(
            id=id_at(start),
            group_id=night.group_id,
            night_id=night.id,
            variant=game.variant,
            options=variant.resolve(game.options, len(people)),
            rules=variant.freeze(game.options, len(people)),
            next_deal=None,
            started_at=start,
            **dict.fromkeys(("stopped", "plays_on", "summed", "untimed"), False),
            version=1,
        )
        self.session.night = night
        for guest in people:
            self._sit_down(guest)
        seats = [seat.id for seat in self.session.seats]
        self.session.first_dealers = list(map(str, first_dealers(self.rules, seats, chance)))

    @property
    def rules(self) -> Rules:
        return self.playing.rules

    @property
    def clock(self) -> datetime:
        return self.session.started_at + ROUND_TAKES * len(self.told)

    @property
    def is_over(self) -> bool:
        if self.session.stopped or len(self.told) == MOST_ROUNDS:
            return True
        return is_over(self.rules, self.session.seat_facts(), self.told)

    def play(self) -> None:
        """The next round."""
        session, seats = self.session, self.session.seat_facts()
        coming = deal.next_deal(self.rules, seats, self.told, session.first_dealer_ids())
        played = self._as_counted(self.playing.round(coming, seats, self.styles, self.chance))
        self.told.append(played)
        fresh = Round(
            id=id_at(self.clock),
            session_id=session.id,
            number=played.number,
            misdeals=int(self.chance.random() < MISDEALT),
            recorded_at=self.clock,
        )
        fresh.take(played)
        for hand in fresh.hands:
            hand.round_id = fresh.id
        session.rounds.append(fresh)
        points = {str(hand.seat): hand.points for hand in played.hands}
        about = {"number": played.number, "out": str(played.out) if played.out else None, "points": points}
        self._note("record", about, {f"round:{fresh.id}": [None, fresh.snapshot()]})

    def join(self, guest: Guest) -> None:
        """Somebody comes late and begins with the average."""
        table = standings(self.rules, self.session.seat_facts(), self.told)
        seat = self._sit_down(guest, start_points(self.rules, table, "average"))
        about = {"player": str(guest[1].id), "points": seat.start_points, "start": "average"}
        self._note("join", about, {f"seat:{seat.id}": [None, seat.snapshot()]})

    def leave(self) -> None:
        """Whoever sits last gets up."""
        seat = self.session.seats[-1]
        seat.away = [{"since": len(self.told) + 1, "until": None, "points": 0}]
        pieces = {f"seat:{seat.id}": [{"away": []}, {"away": list(seat.away)}]}
        self._note("leave", {"player": str(seat.player_id)}, pieces)

    def stop(self) -> None:
        """The table has had enough."""
        self.session.stopped = True
        self._note("stop", {"number": len(self.told)}, {"session": [{"stopped": False}, {"stopped": True}]})

    def _as_counted(self, played: facts.Round) -> facts.Round:
        """Some count in their heads; where wins are counted, some leave their cards alone."""
        lazy = UNCOUNTED if self.rules.counts_wins else TYPED
        hands = (
            replace(hand, cards=None) if hand.seat != played.out and self.chance.random() < lazy else hand
            for hand in played.hands
        )
        return replace(played, hands=tuple(hands))

    def _sit_down(self, guest: Guest, points: int = 0) -> Seat:
        seat = Seat(
            id=id_at(self.clock),
            session_id=self.session.id,
            player_id=guest[1].id,
            position=len(self.session.seats),
            joined_round=len(self.told) + 1,
            away=[],
            start_points=points,
        )
        self.styles[seat.id] = guest[0].style
        self.session.seats.append(seat)
        return seat

    def _note(self, kind: str, about: dict[str, Any], pieces: dict[str, Any]) -> None:
        self.session.version += 1
        change = Change(
            id=id_at(self.clock),
            group_id=self.session.group_id,
            session_id=self.session.id,
            kind=kind,
            by=self.scorer,
            at=self.clock,
            about=about,
            pieces=pieces,
            in_force=True,
        )
        self.changes.append(change)
