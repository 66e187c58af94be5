"""A made-up night and its tables: stories of demo/stories.py as calls of the models, minute by minute."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, Self
from zoneinfo import ZoneInfo

from demo.cast import STYLES, phone_of
from demo.playing import Style, playing_of
from demo.playing.playing import MOST_TURNS
from models import Author, Group, Night, Round, Seat, Session
from models.database import new_id
from models.table.dealing import cut, misdeal
from models.table.ending import stop
from models.table.rounds import correct, fingerprint, record
from models.table.seating import come_back, join, leave
from models.table.starting import Setup, player_named, start_session
from scoring import facts
from scoring.hand import by_class, points_of
from variants import VARIANTS

PACE = (4, 8)  # minutes a round takes
A_BREAK = (8, 20)
GIVEN_UP = 9  # turns
MOST_TRIES = 10_000

Wanted = Callable[[facts.Round], bool]


class DemoNight:
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


class Table:
    """One session while it is played. Where the story says how a round ends, the cards are dealt until it
    does.
    """

    def __init__(self, session: Session, evening: DemoNight, pace: tuple[int, int]) -> None:
        self.session, self.evening, self.pace = session, evening, pace

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
            played = self._played(_goes_out(self._seat(name)))
            self._record(_left_alone(played, {self._seat(other).id for other in uncounted}))
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
        self._record(_counted_in_the_head(self._played(lambda r: r.out not in seats), seats))
        return self

    def cut(self, winner: str) -> Self:
        cut(self.session, self._seat(winner), self.evening.author())
        return self

    def misdeal(self) -> Self:
        self.evening.wait((1, 2))
        misdeal(self.session, self.evening.author())
        return self

    def joins(self, name: str, *, start: str) -> Self:
        evening = self.evening
        player = player_named(evening.group, name, evening.clock)
        join(self.session, player, evening.author(), after=None, start=start, team=None)
        return self

    def leaves(self, name: str) -> Self:
        leave(self.session, self._seat(name), self.evening.author())
        return self

    def comes_back(self, name: str, *, start: str) -> Self:
        come_back(self.session, self._seat(name), self.evening.author(), start=start)
        return self

    def stop(self) -> Self:
        stop(self.session, self.evening.author())
        return self

    def miscounted(self, *, noticed_by: str) -> Self:
        """A round with one card overlooked, and a minute later the right count from another phone."""
        right = self._played(lambda r: _hand_of_several(r) is not None)
        spotted = _hand_of_several(right)
        hands = tuple(self._one_card_short(hand) if hand is spotted else hand for hand in right.hands)
        wrong = self._record(replace(right, hands=hands))
        self.evening.wait((1, 2))
        correct(self.session, wrong, right, self.evening.author(noticed_by), seen=fingerprint(wrong.facts()))
        return self

    def _played(self, wanted: Wanted = lambda _: True, *, most_turns: int = MOST_TURNS) -> facts.Round:
        session, chance = self.session, self.evening.chance
        playing = playing_of(session.variant, session.options, len(session.seats))
        styles: dict[facts.SeatId, Style] = {seat.id: STYLES[seat.player.name] for seat in session.seats}
        deal, seats = session.deal_to_come(), session.seat_facts()
        tries = (playing.round(deal, seats, styles, chance, most_turns=most_turns) for _ in range(MOST_TRIES))
        return next(filter(wanted, tries))

    def _record(self, played: facts.Round) -> Round:
        self.evening.wait(self.pace)
        return record(self.session, played, self.evening.author(), misdeals=self.session.misdeals())

    def _one_card_short(self, hand: facts.Hand) -> facts.Hand:
        rules, cards = self.session.scoring_rules, dict(hand.cards or {})
        cards[next(iter(cards))] -= 1
        return replace(hand, cards=by_class(cards, rules), points=points_of(cards, rules))

    def _seat(self, name: str) -> Seat:
        return next(seat for seat in self.session.seats if seat.name == name)


def _goes_out(seat: Seat) -> Wanted:
    return lambda played: played.out == seat.id


def _counted_in_the_head(played: facts.Round, seats: Collection[facts.SeatId]) -> facts.Round:
    hands = (replace(h, cards=None) if h.seat in seats else h for h in played.hands)
    return replace(played, hands=tuple(hands))


def _left_alone(played: facts.Round, seats: Collection[facts.SeatId]) -> facts.Round:
    """Without what these hold, but for whoever is out."""
    hands = (
        replace(h, cards=None, points=None) if h.seat in seats and h.seat != played.out else h
        for h in played.hands
    )
    return replace(played, hands=tuple(hands))


def _hand_of_several(played: facts.Round) -> facts.Hand | None:
    return next((hand for hand in played.hands if sum((hand.cards or {}).values()) > 1), None)
