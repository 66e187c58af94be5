"""A sheet of typed lines as rounds: who dealt each, who came and went, and what should be asked first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flask_babel import gettext as _

from forms.sheet_lines import LineForm, words_for_line
from models.seat import Seat
from models.session import Session
from scoring import facts
from scoring.deal import next_deal
from scoring.facts import SeatId
from scoring.oddities import Oddity, oddities
from scoring.standings import is_over
from scoring.written import IllegalLine, comings_and_goings, read_line


@dataclass(frozen=True)
class Doubt:
    """One thing to ask about a sheet before it is saved.

    code: "odd" (`odd` says what is), "nobody_out" (in the rounds `numbers`), "late" (`seat` joined in the
    first of `numbers` with `points`), "missed" and "left" (it missed these rounds, and came back or not),
    "short" (of `points` planned rounds only `numbers` are there).
    """

    code: str
    numbers: tuple[int, ...] = ()
    seat: SeatId | None = None
    points: int = 0
    odd: Oddity | None = None

    def mark(self, places: Mapping[SeatId, int]) -> str:
        """A short text that stays the same while the sheet does: seats by their place."""
        odd = replace(self.odd, seat=places.get(self.odd.seat)) if self.odd else None
        said = (self.code, self.numbers, places.get(self.seat), odd)
        return hashlib.sha256(repr(said).encode()).hexdigest()[:12]


class SheetReader:
    """Reads lines whose cells have all been read; what is wrong stands in the lines and in `problems`.

    dealers: for each line whoever is named for it; starts: what late joiners began with.
    """

    def __init__(
        self,
        session: Session,
        seats: Sequence[Seat],
        lines: Sequence[LineForm],
        *,
        dealers: Sequence[SeatId | None],
        starts: Mapping[SeatId, int],
    ) -> None:
        self.session, self.columns, self.lines, self.starts = session, seats, lines, starts
        self.rules = session.rules_in_force
        self.problems: list[str] = []
        self.rounds: list[facts.Round] = []
        self.first_dealers: list[SeatId] = list(session.first_dealer_ids())
        self.seats = tuple(self._told(column, seat) for column, seat in enumerate(seats))
        told = {seat.id: seat for seat in self.seats}
        self.everybody = [told.get(seat.id, seat) for seat in session.seat_facts()]
        for line, dealer in zip(lines, dealers, strict=True):
            self._read(line, dealer)

    @property
    def is_sound(self) -> bool:
        return not self.problems and not any(line.errors for line in self.lines)

    def doubts(self, *, was_over: bool) -> Iterator[Doubt]:
        """Everything to ask, in the order of the sheet; was_over: so the table says of the game."""
        nobody = tuple(played.number for played in self.rounds if played.out is None)
        if nobody:
            yield Doubt("nobody_out", nobody)
        for played in self.rounds:
            for odd in oddities(played, self.rules):
                yield Doubt("odd", (played.number,), odd=odd)
        for seat in self.seats:
            yield from self._absences(seat)
        if was_over:
            yield from self._short()

    def _absences(self, seat: facts.Seat) -> Iterator[Doubt]:
        first, last = self.lines[0].number, self.lines[-1].number
        if seat.joined_round > first:
            yield Doubt("late", (seat.joined_round,), seat.id, seat.start_points)
        for away in seat.away:
            if away.until is None:
                yield Doubt("left", tuple(range(max(away.since, first), last + 1)), seat.id)
            elif away.since >= first:
                yield Doubt("missed", tuple(range(away.since, away.until)), seat.id)

    def _short(self) -> Iterator[Doubt]:
        """A game that is said to be over before its plan."""
        rounds = [*self.session.round_facts(), *self.rounds]
        if self.rules.rounds is not None and not is_over(self.rules, self.everybody, rounds):
            yield Doubt("short", tuple(played.number for played in rounds), points=self.rules.rounds)

    def _told(self, column: int, seat: Seat) -> facts.Seat:
        """The seat with what this sheet says of its comings and goings."""
        own, first = seat.facts(), self.lines[0].number
        present = [not (w := line.cells[column].data) or w.says != "absent" for line in self.lines]
        if own.joined_round < first:
            _joined, away = comings_and_goings([True, *present], first - 1)
            return replace(own, away=(*own.away, *away))
        if not any(present):
            self.problems.append(
                _(
                    "%(name)s has nothing on this sheet. Fill in the cells, or take the name off.",
                    name=seat.name,
                )
            )
        joined, away = comings_and_goings(present, first)
        points = self.starts.get(seat.id, own.start_points) if joined > first else own.start_points
        return replace(own, joined_round=joined, away=away, start_points=points)

    def _read(self, line: LineForm, chosen: SeatId | None) -> None:
        before = [*self.session.round_facts(), *self.rounds]
        deal = next_deal(self.rules, self.everybody, before, self.first_dealers, chosen)
        dealer: SeatId = deal.dealer
        if dealer is None:
            line.form_errors.append(_("A new cut: choose who dealt."))
            dealer = self.columns[0].id
        if deal.number_in_block == 1:
            self.first_dealers = [*self.first_dealers[: deal.block - 1], dealer]
        try:
            played = read_line(
                line.said(self.columns),
                self.rules,
                number=line.number,
                dealer=dealer,
                hand_size=deal.hand_size,
            )
        except IllegalLine as wrong:
            line.form_errors.append(words_for_line(wrong))
            played = facts.Round(line.number, dealer, deal.hand_size, None, ())
        self.rounds.append(played)
