"""The score sheet: every round a row, every seat a column, with the running totals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from game.scoring import facts
from game.scoring.facts import SeatId
from game.scoring.standings import Standing
from models import Change, Player, Seat, Session
from views.wording.hands import cards_in_figures, hand_in_words, name_of


@dataclass(frozen=True)
class ScoreSheetCell:
    """One seat in one round, and its total after it. hand: None where it did not play."""

    session: Session
    seat: Seat
    hand: facts.HandFacts | None
    out: bool
    total: int
    corrected: bool

    @property
    def played(self) -> bool:
        return self.hand is not None

    @property
    def points(self) -> int | None:
        """None if the seat did not play, or its hand is unknown."""
        return self.hand.points if self.hand else None

    @property
    def cards(self) -> str:
        """For the eye, "" where none were counted."""
        return cards_in_figures(self.hand.cards, self.session) if self.hand and self.hand.cards else ""

    @property
    def words(self) -> str:
        return hand_in_words(self.hand, self.session) if self.hand else ""


@dataclass(frozen=True)
class ScoreSheetLine:
    """One round, a cell for each seat in order."""

    session: Session
    played: facts.RoundFacts
    cells: list[ScoreSheetCell]

    @property
    def number(self) -> int:
        return self.played.number

    @property
    def hand_size(self) -> int:
        return self.played.hand_size

    @property
    def dealer(self) -> str:
        return name_of(self.played.dealer, self.session)

    @property
    def dealt_by(self) -> Player:
        return next(seat.player for seat in self.session.seats if seat.id == self.played.dealer)

    @property
    def is_blocked(self) -> bool:
        """Whether no player went out."""
        return self.played.out is None and bool(self.played.hands)


class ScoreSheet:
    """The whole session as on paper, with seats in order."""

    def __init__(self, session: Session, changes: Iterable[Change] = ()) -> None:
        """changes: the corrections among them are marked."""
        self.session = session
        self.corrected = {hand for change in changes for hand in change.corrected_hands}

    @property
    def starts(self) -> list[int]:
        return [seat.start_points for seat in self.session.seats]

    @cached_property
    def lines(self) -> list[ScoreSheetLine]:
        return [self._line(played) for played in self.session.round_facts()]

    @property
    def has_blocked(self) -> bool:
        return any(line.is_blocked for line in self.lines)

    @property
    def totals(self) -> list[int]:
        return [self._standing[seat.id].total for seat in self.session.seats]

    @property
    def behind(self) -> list[int | None]:
        """The distance to the best total by column; None if the side has left, or without rounds."""
        best = next((side.total for side in self._standing.values() if side.leads), 0)
        sides = [self._standing[seat.id] for seat in self.session.seats]
        return [side.total - best if side.rank and self.session.rounds else None for side in sides]

    @cached_property
    def winners(self) -> list[bool]:
        """By column: who leads, once something is played."""
        return [self._standing[seat.id].leads and bool(self.session.rounds) for seat in self.session.seats]

    @cached_property
    def _standing(self) -> dict[SeatId, Standing]:
        return {seat_id: side for side in self.session.standings() for seat_id in side.seats}

    def _line(self, played: facts.RoundFacts) -> ScoreSheetLine:
        hands = {hand.seat: hand for hand in played.hands}
        round_id = str(self.session.rounds[played.number - 1].id)
        cells = [
            ScoreSheetCell(
                session=self.session,
                seat=seat,
                hand=hands.get(seat.id),
                out=seat.id in hands and played.out == seat.id,
                total=self._standing[seat.id].history[played.number],
                corrected=(round_id, str(seat.id)) in self.corrected,
            )
            for seat in self.session.seats
        ]
        return ScoreSheetLine(self.session, played, cells)
