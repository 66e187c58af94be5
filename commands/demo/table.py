"""A made-up night and its tables: what a story says, as calls of the models, minute by minute."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, Self
from zoneinfo import ZoneInfo

from commands.demo.cast import STYLES, phone_of
from commands.demo.playing import MOST_TURNS, Playing, playing_of
from commands.demo.turns import Style
from game.scoring import facts
from game.scoring.deal import Deal
from game.variants import VARIANTS
from models import Author, Group, Night, Round, Seat, Session
from models.database import new_id
from models.table.dealing import cut, misdeal
from models.table.ending import stop
from models.table.rounds import correct, fingerprint, record
from models.table.seating import come_back, join, leave
from models.table.starting import Setup, player_named, start_session

A_BREAK = (8, 20)  # minutes
GIVEN_UP = 9  # turns
MOST_TRIES = 10_000
TOO_MANY = 10  # points

Wanted = Callable[[facts.Round], bool]


@dataclass
class Evening:
    """The clock is in UTC; `scorer` is whose phone keeps the score, and `record` the verb it does so with.

    pace: how few and how many minutes a round takes.
    """

    group: Group
    clock: datetime
    zone: ZoneInfo
    chance: Random
    scorer: str
    record: Callable[..., Round] = record
    pace: tuple[int, int] = (4, 8)
    night: Night = field(init=False)

    def sit_down(self, variant: str, names: Sequence[str], **options: Any) -> Table:
        """A new session; somebody drawn at random deals first."""
        first = self.chance.randrange(len(names))
        setup = Setup(VARIANTS[variant], options, names, first)
        today = self.clock.astimezone(self.zone).date()
        session = start_session(self.group, setup, new_id(), at=self.clock, today=today)
        self.night = session.night
        return Table(self, session, playing_of(variant, options, len(names)))

    def wait(self, minutes: tuple[int, int]) -> None:
        self.clock += timedelta(minutes=self.chance.randint(*minutes), seconds=self.chance.randrange(60))

    def author(self, name: str | None = None) -> Author:
        return Author(new_id(), phone_of(name or self.scorer), self.clock)


@dataclass
class Table:
    """One session while it is played. Where a story says how a round ends, cards are dealt until it does."""

    evening: Evening
    session: Session
    playing: Playing

    def play(self, rounds: int = 1) -> Self:
        for _ in range(rounds):
            self._record(self._played())
        return self

    def play_to_the_end(self) -> Self:
        while not self.session.is_finished:
            self.play()
        return self

    def out(self, *names: str, uncounted: Sequence[str] = ()) -> Self:
        """One round each, in which this player goes out; some may not bother to count their cards."""
        for name in names:
            played = self._played(_goes_out(self._seat(name).id))
            self._record(without_cards(played, {self._seat(other).id for other in uncounted}))
        return self

    def blocked(self) -> Self:
        """Nobody goes out: the table gives the round up."""
        self._record(self._played(lambda r: r.out is None, most_turns=GIVEN_UP))
        return self

    def chain(self, cards: int) -> Self:
        """The round ends on so many cards that the next player draws for."""
        self._record(self._played(lambda r: r.chain is not None and r.chain.cards == cards))
        return self

    def typed(self, *names: str) -> Self:
        """These count in their heads; one of the others goes out."""
        seats = {self._seat(name).id for name in names}
        self._record(without_cards(self._played(lambda r: r.out not in seats), seats))
        return self

    def miscounted(self, *, noticed_by: str) -> Self:
        """The dealer says too many points, and a minute later the cards are counted on another phone."""
        right = self._played(lambda r: r.out != r.dealer)
        *hands, dealers = right.hands
        too_many = replace(dealers, cards=None, points=(dealers.points or 0) + TOO_MANY)
        wrong = self._record(replace(right, hands=(*hands, too_many)))
        self.evening.wait((1, 2))
        correct(self.session, wrong, right, self.evening.author(noticed_by), seen=fingerprint(wrong.facts()))
        return self

    def cut(self, winner: str) -> Self:
        cut(self.session, self._seat(winner), self.evening.author())
        return self

    def misdeal(self) -> Self:
        self.evening.wait((1, 2))
        misdeal(self.session, self.evening.author())
        return self

    def joins(self, name: str) -> Self:
        """Somebody comes late and begins with the average, as whoever comes back."""
        player = player_named(self.evening.group, name, self.evening.clock)
        join(self.session, player, self.evening.author(), after=None, start="average", team=None)
        return self

    def leaves(self, name: str) -> Self:
        leave(self.session, self._seat(name), self.evening.author())
        return self

    def comes_back(self, name: str) -> Self:
        come_back(self.session, self._seat(name), self.evening.author(), start="average")
        return self

    def stop(self) -> Self:
        stop(self.session, self.evening.author())
        return self

    def _played(self, wanted: Wanted = lambda _: True, *, most_turns: int = MOST_TURNS) -> facts.Round:
        deal, seats = self._deal(), self.session.seat_facts()
        styles: dict[facts.SeatId, Style] = {seat.id: STYLES[seat.player.name] for seat in self.session.seats}
        chance, play = self.evening.chance, self.playing.round
        tries = (play(deal, seats, styles, chance, most_turns=most_turns) for _ in range(MOST_TRIES))
        return next(filter(wanted, tries))

    def _deal(self) -> Deal:
        """The deal to come; where the pack has to be cut for it, anybody wins the cut."""
        while (deal := self.session.deal_to_come()).needs_cut:
            self.cut(self.evening.chance.choice(self.session.playing(deal.number)).player.name)
        return deal

    def _record(self, played: facts.Round) -> Round:
        evening, misdeals = self.evening, self.session.misdeals()
        evening.wait(evening.pace)
        return evening.record(self.session, played, evening.author(), misdeals=misdeals)

    def _seat(self, name: str) -> Seat:
        return next(seat for seat in self.session.seats if seat.player.name == name)


def _goes_out(seat: facts.SeatId) -> Wanted:
    return lambda played: played.out == seat


def without_cards(played: facts.Round, seats: Collection[facts.SeatId]) -> facts.Round:
    """These say their points, or nothing where wins are counted; nobody asks whoever is out."""
    hands = (replace(h, cards=None) if h.seat in seats and h.seat != played.out else h for h in played.hands)
    return replace(played, hands=tuple(hands))
