"""Conversion of a paper score sheet to rounds: dealers, absences, and warnings before it is saved."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from game.scoring.deal import Deal, next_deal
from game.scoring.facts import Round, SeatFacts, SeatId
from game.scoring.round_warnings import RoundWarning, round_warnings
from game.scoring.rules import Rules
from game.scoring.sheet_cells import IllegalLine, SheetCell, attendance_changes, read_line
from game.scoring.standings import is_over, with_eliminations

Line = Mapping[SeatId, SheetCell]  # one cell for each column


@dataclass(frozen=True)
class SheetWarning:
    """A warning about a sheet before it is saved.

    code: "odd" (see `round_warning`), "nobody_out" (in the rounds `numbers`), "late" (`seat` joined in
    the first of `numbers` with `points`), "missed" or "left" (`seat` missed these rounds, and returned or
    not), "short" (only the rounds `numbers` of `points` planned ones are on the sheet).
    """

    code: str
    numbers: tuple[int, ...] = ()
    seat: SeatId | None = None
    points: int = 0
    round_warning: RoundWarning | None = None

    def token(self, places: Mapping[SeatId, int]) -> str:
        """Return a short text that identifies this warning on an unchanged sheet.

        places: of the seats at the table; seat ids may change between two requests.
        """
        of_round = self.round_warning and replace(self.round_warning, seat=None)
        seats = (self.seat, self.round_warning and self.round_warning.seat)
        content = (self.code, self.numbers, of_round, *(seat and places.get(seat) for seat in seats))
        return hashlib.sha256(repr(content).encode()).hexdigest()[:12]


def deals_of_lines(
    rules: Rules,
    seats: Sequence[SeatFacts],
    *,
    before: Sequence[Round],
    dealers: Sequence[SeatId | None],
    first_dealers: Sequence[SeatId],
) -> list[Deal]:
    """Return the deal of each line.

    before: rounds saved earlier. dealers: the dealer named on each line, None for the one in turn. After a
    cut without a named winner, dealer and leader are None until the next named dealer or the next cut.
    """
    rounds, known, deals = list(before), True, []
    for chosen in dealers:
        deal = next_deal(rules, seats, rounds, first_dealers, chosen)
        known = (deal.dealer is not None) if chosen or deal.number_in_block == 1 else known
        deals.append(deal if known else replace(deal, dealer=None, leader=None))
        rounds.append(Round(deal.number, deal.dealer or seats[0].id, deal.hand_size, None, ()))
    return deals


class SheetReader:
    """Converts the lines of a sheet to `rounds`, and its columns to `seats` with their absences.

    seats: all seats of the session; a seat without a column stays unchanged. before: rounds saved earlier.
    dealers: the dealer named on each line, or None. starts: start points of late joiners.
    problems: by number of the round, a problem of IllegalLine or "cut" (no dealer is named after a cut).
    empty_seats: columns without any hand.
    """

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[SeatFacts],
        lines: Sequence[Line],
        *,
        before: Sequence[Round],
        dealers: Sequence[SeatId | None],
        first_dealers: Sequence[SeatId],
        starts: Mapping[SeatId, int],
    ) -> None:
        self.rules, self.lines, self.before, self.starts = rules, lines, before, starts
        self.first, self.last = len(before) + 1, len(before) + len(lines)
        self.rounds: list[Round] = []
        self.problems: dict[int, str] = {}
        self.empty_seats: list[SeatId] = []
        self.first_dealers = list(first_dealers)
        self.seats = tuple(self._with_absences(seat) for seat in seats if seat.id in lines[0])
        self.session_seats = tuple(seats)
        for number, (line, dealer) in enumerate(zip(lines, dealers, strict=True), self.first):
            self._read(number, line, dealer)
        self._mark_eliminated()

    @property
    def all_seats(self) -> list[SeatFacts]:
        """The seats of the session, those on the sheet with their absences."""
        on_sheet = {seat.id: seat for seat in self.seats}
        return [on_sheet.get(seat.id, seat) for seat in self.session_seats]

    @property
    def is_sound(self) -> bool:
        return not self.problems and not self.empty_seats

    def warnings(self, *, was_over: bool) -> Iterator[SheetWarning]:
        """Yield all warnings in the order of the sheet.

        was_over: whether the table declares the game over.
        """
        blocked = tuple(played.number for played in self.rounds if played.out is None)
        if blocked and self.rules.has_round_winner:
            yield SheetWarning("nobody_out", blocked)
        for played in self.rounds:
            for round_warning in round_warnings(played, self.rules):
                yield SheetWarning("odd", (played.number,), round_warning=round_warning)
        for seat in self.seats:
            yield from self._absence_warnings(seat)
        rounds = [*self.before, *self.rounds]
        planned = self.rules.rounds
        if was_over and planned is not None and not is_over(self.rules, self.all_seats, rounds):
            yield SheetWarning("short", tuple(played.number for played in rounds), points=planned)

    def _absence_warnings(self, seat: SeatFacts) -> Iterator[SheetWarning]:
        if seat.joined_round > self.first:
            yield SheetWarning("late", (seat.joined_round,), seat.id, seat.start_points)
        for away in seat.away:
            if away.until is None:
                yield SheetWarning("left", tuple(range(max(away.since, self.first), self.last + 1)), seat.id)
            elif away.since >= self.first:
                yield SheetWarning("missed", tuple(range(away.since, away.until)), seat.id)

    def _with_absences(self, seat: SeatFacts) -> SeatFacts:
        """Return the seat with the absences, joined round and start points from this sheet."""
        present = [line[seat.id].kind != "absent" for line in self.lines]
        if seat.joined_round < self.first:
            _joined, away = attendance_changes([True, *present], self.first - 1)
            return structs.replace(seat, away=(*seat.away, *away))
        if not any(present):
            self.empty_seats.append(seat.id)
        joined, away = attendance_changes(present, self.first)
        points = self.starts.get(seat.id, seat.start_points) if joined > self.first else seat.start_points
        return structs.replace(seat, joined_round=joined, away=away, start_points=points)

    def _mark_eliminated(self) -> None:
        """Mark eliminated seats: without cells after their last round, but they have not left the table."""
        if self.rules.eliminate_at is None:
            return
        staying = [
            structs.replace(seat, away=tuple(away for away in seat.away if away.until is not None))
            for seat in self.seats
        ]
        rounds = [*self.before, *self.rounds]
        others = [seat for seat in self.all_seats if seat not in self.seats]
        seats = {seat.id: seat for seat in with_eliminations(self.rules, [*staying, *others], rounds)}
        self.seats = tuple(
            seat if seats[seat.id].eliminated_after is None else seats[seat.id] for seat in self.seats
        )

    def _read(self, number: int, line: Line, chosen: SeatId | None) -> None:
        """Add the round of a line, or its problem and a round without hands."""
        deal = next_deal(self.rules, self.all_seats, [*self.before, *self.rounds], self.first_dealers, chosen)
        dealer = deal.dealer
        if dealer is None:
            self.problems[number] = "cut"
            dealer = self.seats[0].id
        if deal.number_in_block == 1:
            self.first_dealers = [*self.first_dealers[: deal.block - 1], dealer]
        try:
            played = read_line(line, self.rules, number=number, dealer=dealer, hand_size=deal.hand_size)
        except IllegalLine as error:
            self.problems.setdefault(number, error.problem)
            played = Round(number, dealer, deal.hand_size, None, ())
        self.rounds.append(played)
