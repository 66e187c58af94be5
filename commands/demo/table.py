"""A made-up night and its tables: what happened, as calls of the models, minute by minute."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Self
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from commands.demo.cast import STYLES, phone_of
from commands.demo.hands import Style, draw_round, draw_tricks
from game.scoring import facts
from game.scoring.deal import Deal
from game.scoring.shown import shown_of
from game.variants import VARIANTS, Variant
from game.variants.custom.presets import presets
from models import ChangeStamp, Group, Night, Seat, Session
from models.custom_games import create_game, games_of, variant_of_game
from models.database import new_id
from models.table.dealing import cut, misdeal
from models.table.ending import stop
from models.table.rounds import correct, record
from models.table.seating import come_back, join, leave
from models.table.starting import SessionSetup, player_named, start_session

A_BREAK = (8, 20)  # minutes
TOO_MANY = 10  # points


@dataclass
class DemoNight:
    """clock: in UTC. scorer: the player whose phone keeps the score.

    pace: the fewest and the most minutes of a round. saved: the night in the database.
    """

    group: Group
    clock: datetime
    zone: ZoneInfo
    chance: Random
    scorer: str
    pace: tuple[int, int] = (4, 8)
    saved: Night = field(init=False)

    def sit_down(self, variant: str | Variant, names: Sequence[str], **options: Any) -> DemoTable:
        return DemoTable(self, self.start(variant, names, options))

    def start(self, variant: str | Variant, names: Sequence[str], options: Mapping[str, Any]) -> Session:
        """Start a session; the first dealer is drawn."""
        first = self.chance.randrange(len(names))
        chosen = VARIANTS[variant] if isinstance(variant, str) else variant
        setup = SessionSetup(chosen, options, names, first)
        today = self.clock.astimezone(self.zone).date()
        session = start_session(self.group, setup, new_id(), at=self.clock, today=today)
        self.saved = session.night
        return session

    def own_game(self, preset: str) -> Variant:
        """The group's custom game with the name of a preset, which it makes when it plays it first."""
        definition = presets()[preset].definition("en")
        known = (game for game in games_of(self.group.id) if game.name == definition.name)
        made = next(known, None) or create_game(self.group, new_id(), definition, self.change_stamp())
        return variant_of_game(made)

    def wait(self, minutes: tuple[int, int]) -> None:
        self.clock += timedelta(minutes=self.chance.randint(*minutes), seconds=self.chance.randrange(60))

    def change_stamp(self, name: str | None = None) -> ChangeStamp:
        return ChangeStamp(new_id(), phone_of(name or self.scorer), self.clock)


@dataclass
class DemoTable:
    """One session while it is played. Each method plays one event of a story and returns the table."""

    night: DemoNight
    session: Session

    def play(self, rounds: int = 1) -> Self:
        for _ in range(rounds):
            self._record(self._draw_round())
        return self

    def play_to_the_end(self) -> Self:
        while not self.session.is_finished:
            self.play()
        return self

    def out(self, *names: str, uncounted: Sequence[str] = ()) -> Self:
        """One round for each name, in which this player goes out; some do not count their cards."""
        for name in names:
            drawn = self._draw_round(may_go_out=[self._seat(name).id])
            self._record(without_cards(drawn, [self._seat(other).id for other in uncounted]))
        return self

    def blocked(self) -> Self:
        """One round in which nobody goes out."""
        self._record(self._draw_round(may_go_out=()))
        return self

    def chain(self, cards: int) -> Self:
        """One round that ends on so many cards that the next player draws for."""
        self._record(self._draw_round(chain=cards))
        return self

    def typed(self, *names: str) -> Self:
        """One round in which these players type their points; one of the others goes out."""
        typed = [self._seat(name).id for name in names]
        others = [seat.id for seat in self.session.seats if seat.id not in typed]
        self._record(without_cards(self._draw_round(may_go_out=others), typed))
        return self

    def miscounted(self, *, noticed_by: str) -> Self:
        """One round in which the dealer types too many points; a minute later another phone corrects them."""
        dealer = self._deal_after_cut().dealer
        others = [seat.id for seat in self.session.seats if seat.id != dealer]
        right = self._draw_round(may_go_out=others)
        wrong_hands = (
            replace(hand, cards=None, points=(hand.points or 0) + TOO_MANY) if hand.seat == dealer else hand
            for hand in right.hands
        )
        wrong = self._record(replace(right, hands=tuple(wrong_hands)))
        self.night.wait((1, 2))
        correct(self.session, wrong, right, self.night.change_stamp(noticed_by), shown=shown_of(wrong))
        return self

    def cut(self, winner: str) -> Self:
        cut(self.session, self._seat(winner), self.night.change_stamp())
        return self

    def misdeal(self) -> Self:
        self.night.wait((1, 2))
        misdeal(self.session, self.night.change_stamp())
        return self

    def joins(self, name: str) -> Self:
        """A late player begins with the average, as one who comes back does."""
        player = player_named(self.night.group, name, self.night.clock)
        join(self.session, player, self.night.change_stamp(), after=None, start="average", team=None)
        return self

    def leaves(self, name: str) -> Self:
        leave(self.session, self._seat(name), self.night.change_stamp())
        return self

    def comes_back(self, name: str) -> Self:
        come_back(self.session, self._seat(name), self.night.change_stamp(), start="average")
        return self

    def stop(self) -> Self:
        stop(self.session, self.night.change_stamp())
        return self

    def _draw_round(self, **wanted: Any) -> facts.Round:
        """wanted: how it ends, as `draw_round` takes it."""
        deal, session = self._deal_after_cut(), self.session
        styles: dict[facts.SeatId, Style] = {seat.id: STYLES[seat.player.name] for seat in session.seats}
        if session.rules.is_typed:
            return draw_tricks(deal, session.scored.seats, styles, self.night.chance)
        return draw_round(session.rules, deal, session.scored.seats, styles, self.night.chance, **wanted)

    def _deal_after_cut(self) -> Deal:
        """The next deal; where the pack has to be cut for it, any player wins the cut."""
        while (deal := self.session.upcoming_deal()).needs_cut:
            self.cut(self.night.chance.choice(self.session.playing(deal.number)).player.name)
        return deal

    def _record(self, drawn: facts.Round) -> facts.Round:
        misdeals = self.session.sheet.misdeals
        self.night.wait(self.night.pace)
        return self._save_round(drawn, self.night.change_stamp(), misdeals)

    def _save_round(self, drawn: facts.Round, stamp: ChangeStamp, misdeals: int) -> facts.Round:
        return record(self.session, drawn, stamp, misdeals=misdeals)

    def _seat(self, name: str) -> Seat:
        return next(seat for seat in self.session.seats if seat.player.name == name)


def without_cards(drawn: facts.Round, seats: Collection[facts.SeatId]) -> facts.Round:
    """Enter points instead of cards for these seats (no points if wins are counted), unless they went out."""
    hands = (replace(h, cards=None) if h.seat in seats and h.seat != drawn.out else h for h in drawn.hands)
    return replace(drawn, hands=tuple(hands))
