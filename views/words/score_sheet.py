"""The score sheet: every round a row, every seat a column, with the running totals.

Bonus and penalty points are rows of their own below the round after which they were given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from flask_babel import gettext as _

from game.scoring import facts
from game.scoring.facts import Adjustment, SeatFacts, SeatId
from game.scoring.standings import Standing, round_gains
from models import Change, Player, Seat, Session
from models.change import ADJUST
from views.words.adjustments import adjustment_with_moment
from views.words.figures import number, signed, with_minus
from views.words.hands import (
    MultiplierInWords,
    cards_in_figures,
    factor_of,
    factors_in_figures,
    hand_in_words,
    multipliers_of,
    name_of,
    nobody_out,
)
from views.words.results import early_in_words, out_word

MAX_SUM_LENGTH = 9  # characters of a typed sum that has room in a cell
ROOM_ON_PHONE = ((4, 9), (6, 6), (20, 5))  # for as many columns on the narrowest phone: characters


@dataclass(frozen=True)
class ScoreSheetCell:
    """One seat in one round, and its total after it. hand: None where it did not play.

    gain: what the round added to its total. round_factor: what all hands of the round are multiplied with.
    """

    session: Session
    seat: Seat
    hand: facts.Hand | None
    out: bool
    total: int
    corrected: bool
    gain: int = 0
    round_factor: int = 1
    is_eliminated: bool = False

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
    def figure(self) -> str:
        """What the round gave, with a typed sum and multipliers as they were given: "+40", "12+11", "20×2".

        A place has no sign. Of seats that collect nothing it is what they gain.
        """
        if self.hand is None or self.hand.points is None:
            return ""
        rules = self.session.rules
        if rules.tally == "places":
            return str(self.hand.points)
        if rules.collects:
            return signed(self.gain) if self.gain else "0"
        return self._in_column(self._as_given) or signed(self.hand.points)

    @property
    def held(self) -> str:
        """What a seat held whose points another one collects; "" in other games."""
        if self.hand is None or not self.hand.points or not self.session.rules.collects or self.out:
            return ""
        return self._in_column(self._as_given) or number(self.hand.points)

    @property
    def written(self) -> str:
        """The hand as on paper: points, a place, or a sum as typed; "" where it is unknown."""
        if self.hand is None or self.hand.points is None:
            return ""
        return self._as_given or with_minus(self.hand.points)

    def _in_column(self, text: str) -> str:
        """The text, or "" if a column of the sheet is too narrow for it."""
        columns = len(self.session.seats)
        room = next((room for most, room in ROOM_ON_PHONE if columns <= most), 0)
        return text if len(text) <= room else ""

    @property
    def is_collector(self) -> bool:
        return self.session.rules.collects and self.gain != 0

    @property
    def _as_given(self) -> str:
        """The typed sum and the multipliers of this hand; "" if there are neither, or no room for them."""
        if self.hand is None or self.hand.points is None:
            return ""
        factors = factors_in_figures(self.hand.multipliers, self.session)
        typed = with_minus(self.hand.typed or "")
        if self.hand.typed and len(typed) <= MAX_SUM_LENGTH:
            factor = factor_of(self.hand.multipliers, self.session) * self.round_factor
            if factor == 1:
                return typed
            return f"{typed}×{factor}" if self.hand.typed.isdecimal() else f"({typed})×{factor}"
        if not factors:
            return ""
        return f"{number(self.hand.points // factor_of(self.hand.multipliers, self.session))}{factors}"

    @property
    def words(self) -> str:
        return hand_in_words(self.hand, self.session) if self.hand else ""


@dataclass(frozen=True)
class AddedLine:
    """Bonus and penalty points with one reason after one round. points, totals: by column."""

    reason: str
    points: list[int | None]
    totals: list[int]


@dataclass(frozen=True)
class AddedPoints:
    """Bonus or penalty points of one seat. words: as a sentence. change_id: "" if it cannot be undone."""

    id: str
    words: str
    change_id: str


@dataclass(frozen=True)
class ScoreSheetLine:
    """One round, a cell for each seat in order."""

    session: Session
    played: facts.Round
    cells: list[ScoreSheetCell]
    added: list[AddedLine]

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
        """Whether no player went out, in a game in which one does."""
        has_winner = self.session.rules.has_round_winner
        return has_winner and self.played.out is None and bool(self.played.hands)

    @property
    def factor(self) -> str:
        """ "×2" if all hands were multiplied, else ""."""
        return factors_in_figures(self.played.multipliers, self.session)

    @property
    def reasons(self) -> str:
        """Why all hands were multiplied."""
        named = {each.key: each.reason for each in multipliers_of(self.session)}
        return ", ".join(named.get(key, "") for key in self.played.multipliers)

    @property
    def totals(self) -> list[int]:
        """By column, with the bonus and penalty points below it."""
        return self.added[-1].totals if self.added else [cell.total for cell in self.cells]


class ScoreSheet:
    """The whole session as on paper, with seats in order."""

    def __init__(self, session: Session, changes: Iterable[Change] = ()) -> None:
        """changes: the corrections among them are marked."""
        self.session = session
        changes = list(changes)
        self.corrected = {hand for change in changes for hand in change.corrected_hands}
        self.undoable = {str(change.id) for change in changes if change.kind == ADJUST}

    @property
    def starts(self) -> list[int]:
        return [seat.start_points for seat in self.session.sheet.seats]

    @cached_property
    def lines(self) -> list[ScoreSheetLine]:
        return [self._line(played) for played in self.session.rounds]

    @property
    def before(self) -> list[AddedLine]:
        """Bonus and penalty points before the first round."""
        return self._added(0)

    @property
    def added(self) -> list[AddedPoints]:
        """All bonus and penalty points, in the order of the rounds."""
        return [
            AddedPoints(
                id=adjustment.id,
                words=adjustment_with_moment(adjustment, seat.id, self.session),
                change_id=adjustment.id if adjustment.id in self.undoable else "",
            )
            for seat, adjustment in self._adjustments
        ]

    @property
    def multipliers(self) -> list[MultiplierInWords]:
        """Those that occur."""
        keys = {key for line in self.lines for key in line.played.multipliers}
        keys |= {key for line in self.lines for hand in line.played.hands for key in hand.multipliers}
        return [multiplier for multiplier in multipliers_of(self.session) if multiplier.key in keys]

    @property
    def unknown(self) -> str:
        """That only the totals or the winners are known; "" if the rounds are."""
        return early_in_words(self.session) if self.session.totals_only else ""

    @property
    def out_word(self) -> str:
        """The word for the player who ended a round."""
        return out_word(self.session.rules)

    @property
    def nobody_out(self) -> str:
        """The words for a round that no player ended."""
        return nobody_out(self.session.rules)

    @property
    def says_out(self) -> str:
        """The explanation of the mark of who ended a round; "" if there is none."""
        if not any(cell.out and not cell.is_collector for line in self.lines for cell in line.cells):
            return ""
        holds_cards = self.session.rules.classes
        return _("went out") if holds_cards else self.out_word

    @property
    def has_eliminated(self) -> bool:
        return any(cell.is_eliminated for line in self.lines for cell in line.cells)

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

    @cached_property
    def _adjustments(self) -> list[tuple[SeatFacts, Adjustment]]:
        adjustments = [(seat, each) for seat in self.session.sheet.seats for each in seat.adjustments]
        return sorted(adjustments, key=lambda pair: (pair[1].after, pair[1].id))

    def _line(self, played: facts.Round) -> ScoreSheetLine:
        session = self.session
        hands = {hand.seat: hand for hand in played.hands}
        gains = round_gains(session.rules, played)
        round_id = str(session.rounds[played.number - 1].id)
        factor = factor_of(played.multipliers, session)
        totals = self._totals_before_added(played.number)
        cells = [
            ScoreSheetCell(
                session=session,
                seat=seat,
                hand=hands.get(seat.id),
                out=seat.id in hands and played.out == seat.id,
                total=total,
                corrected=(round_id, str(seat.id)) in self.corrected,
                gain=gains.get(seat.id, 0),
                round_factor=factor,
                is_eliminated=self._is_eliminated(seat, played.number),
            )
            for seat, total in zip(session.seats, totals, strict=True)
        ]
        return ScoreSheetLine(session, played, cells, self._added(played.number))

    def _is_eliminated(self, seat: Seat, number: int) -> bool:
        last = self._standing[seat.id].eliminated_after
        return last is not None and number > last

    def _totals_before_added(self, number: int) -> list[int]:
        """The totals after a round, without the bonus and penalty points given then."""
        totals = [self._standing[seat.id].history[number] for seat in self.session.seats]
        for points in self._points_by_reason(number).values():
            totals = _changed(totals, [-change for change in self._by_column(points)])
        return totals

    def _added(self, number: int) -> list[AddedLine]:
        """The lines below a round: one for each reason, in the order in which they were given."""
        by_reason = self._points_by_reason(number)
        lines, totals = [], self._totals_before_added(number) if by_reason else []
        for reason, points in by_reason.items():
            totals = _changed(totals, self._by_column(points))
            lines.append(AddedLine(reason, [points.get(seat.id) for seat in self.session.seats], totals))
        return lines

    def _points_by_reason(self, number: int) -> dict[str, dict[SeatId, int]]:
        """Bonus and penalty points after a round, by reason and seat."""
        by_reason: dict[str, dict[SeatId, int]] = {}
        for seat, adjustment in self._adjustments:
            if adjustment.after == number:
                points = by_reason.setdefault(adjustment.reason, {})
                points[seat.id] = points.get(seat.id, 0) + adjustment.points
        return by_reason

    def _by_column(self, points: Mapping[SeatId, int]) -> list[int]:
        """Points by seat as they change the total of each column."""
        return [
            sum(points.get(seat_id, 0) for seat_id in self._sharing[seat.id]) for seat in self.session.seats
        ]

    @cached_property
    def _sharing(self) -> dict[SeatId, set[SeatId]]:
        """The seats whose points are in the total of each seat's side."""
        return {
            seat_id: {
                shared.id
                for seat in self.session.seats
                if seat.id in side.seats
                for shared in (seat.shares_with if seat.holder is seat else [seat])
            }
            for seat_id, side in self._standing.items()
        }


def _changed(totals: Iterable[int], by: Iterable[int]) -> list[int]:
    return [total + points for total, points in zip(totals, by, strict=True)]
