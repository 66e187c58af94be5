"""A score sheet kept on paper as rounds: who dealt each, who came and went, and what to ask first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from game.scoring.deal import Deal, next_deal
from game.scoring.facts import RoundFacts, SeatFacts, SeatId
from game.scoring.oddities import Oddity, oddities
from game.scoring.rules import Rules
from game.scoring.standings import is_over
from game.scoring.written import IllegalLine, Written, comings_and_goings, read_line

Line = Mapping[SeatId, Written]  # what the cell of each column says


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


def deals_of(
    rules: Rules,
    seats: Sequence[SeatFacts],
    *,
    before: Sequence[RoundFacts],
    dealers: Sequence[SeatId | None],
    first_dealers: Sequence[SeatId],
) -> list[Deal]:
    """The deal of each line as the dealers named have it; after an open cut nobody is known till the next."""
    rounds, known, deals = list(before), True, []
    for chosen in dealers:
        deal = next_deal(rules, seats, rounds, first_dealers, chosen)
        known = (deal.dealer is not None) if chosen or deal.number_in_block == 1 else known
        deals.append(deal if known else replace(deal, dealer=None, leader=None))
        rounds.append(RoundFacts(deal.number, deal.dealer or seats[0].id, deal.hand_size, None, ()))
    return deals


class SheetReader:
    """The `rounds` that the lines of a sheet tell after those `before`, and its `seats` as it tells them.

    seats: everybody; who has no column stays as it is. dealers: for each line whoever is named for it.
    starts: what late joiners began with. `wrong` says by number what is wrong with a line: a problem of
    IllegalLine, or "cut" (nobody is named after a cut). `silent`: seats of which the sheet says nothing.
    """

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[SeatFacts],
        lines: Sequence[Line],
        *,
        before: Sequence[RoundFacts],
        dealers: Sequence[SeatId | None],
        first_dealers: Sequence[SeatId],
        starts: Mapping[SeatId, int],
    ) -> None:
        self.rules, self.lines, self.before, self.starts = rules, lines, before, starts
        self.first, self.last = len(before) + 1, len(before) + len(lines)
        self.rounds: list[RoundFacts] = []
        self.wrong: dict[int, str] = {}
        self.silent: list[SeatId] = []
        self.first_dealers = list(first_dealers)
        self.seats = tuple(self._told(seat) for seat in seats if seat.id in lines[0])
        told = {seat.id: seat for seat in self.seats}
        self.everybody = [told.get(seat.id, seat) for seat in seats]
        for number, (line, dealer) in enumerate(zip(lines, dealers, strict=True), self.first):
            self._read(number, line, dealer)

    @property
    def is_sound(self) -> bool:
        return not self.wrong and not self.silent

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

    def _absences(self, seat: SeatFacts) -> Iterator[Doubt]:
        if seat.joined_round > self.first:
            yield Doubt("late", (seat.joined_round,), seat.id, seat.start_points)
        for away in seat.away:
            if away.until is None:
                yield Doubt("left", tuple(range(max(away.since, self.first), self.last + 1)), seat.id)
            elif away.since >= self.first:
                yield Doubt("missed", tuple(range(away.since, away.until)), seat.id)

    def _short(self) -> Iterator[Doubt]:
        """A game that is said to be over before its plan."""
        rounds = [*self.before, *self.rounds]
        if self.rules.rounds is not None and not is_over(self.rules, self.everybody, rounds):
            yield Doubt("short", tuple(played.number for played in rounds), points=self.rules.rounds)

    def _told(self, seat: SeatFacts) -> SeatFacts:
        """The seat with what this sheet says of its comings and goings."""
        present = [line[seat.id].says != "absent" for line in self.lines]
        if seat.joined_round < self.first:
            _joined, away = comings_and_goings([True, *present], self.first - 1)
            return replace(seat, away=(*seat.away, *away))
        if not any(present):
            self.silent.append(seat.id)
        joined, away = comings_and_goings(present, self.first)
        points = self.starts.get(seat.id, seat.start_points) if joined > self.first else seat.start_points
        return replace(seat, joined_round=joined, away=away, start_points=points)

    def _read(self, number: int, line: Line, chosen: SeatId | None) -> None:
        deal = next_deal(self.rules, self.everybody, [*self.before, *self.rounds], self.first_dealers, chosen)
        dealer = deal.dealer
        if dealer is None:
            self.wrong[number] = "cut"
            dealer = self.seats[0].id
        if deal.number_in_block == 1:
            self.first_dealers = [*self.first_dealers[: deal.block - 1], dealer]
        try:
            played = read_line(line, self.rules, number=number, dealer=dealer, hand_size=deal.hand_size)
        except IllegalLine as wrong:
            self.wrong.setdefault(number, wrong.problem)
            played = RoundFacts(number, dealer, deal.hand_size, None, ())
        self.rounds.append(played)
