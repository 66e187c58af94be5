"""Random actions at a table: an action that is impossible in the current state is skipped."""

from __future__ import annotations

from hypothesis import strategies as st

from game.scoring.facts import shared_seats
from game.scoring.standings import standings
from models.table.seating import SeatingProblem
from models.table.undo import CannotUndo
from tests.table import Table

NAMES = ("Anna", "Bo", "Cara", "Dilan", "Eva", "Frans")
HELD = ("8", "4 4", "K 9 =", "-", "A A 8", "=37", "=0", "7 6 5 2")
SETUPS = (
    ("derange", {"mode": "short"}),
    ("swedish_pursuit", {"rounds": 2}),
    ("vandatta", {"rounds": 3}),
    ("vatikan", {"first_to": 3}),
)

digits = st.integers(0, 7)
moves = st.lists(
    st.tuples(
        st.sampled_from(
            (
                *["play"] * 6,
                *["correct", "insert", "remove"] * 2,
                *["sit down", "leave", "come back", "take over", "swap", "dealer", "misdeal"],
                *["stop", "reopen", "take back", "do again", "take back any"],
            )
        ),
        digits,
        digits,
        digits,
    ),
    max_size=14,
)
setups = st.tuples(st.sampled_from(SETUPS), st.integers(2, 4))


class Play:
    """Executes actions at a table; `done` lists them, for the report of a failed test."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.done: list[str] = []

    def make(self, move: tuple[str, int, int, int]) -> None:
        verb, *numbers = move
        try:
            getattr(self, verb.replace(" ", "_"))(*numbers)
        except (SeatingProblem, CannotUndo) as refused:
            self.done.append(f"{move}: {refused}")
        else:
            self.done.append(str(move))

    def play(self, out: int, one: int, other: int) -> None:
        if self.table.is_finished():
            return
        if self.table.next_dealer() is None:
            self.table.cuts(self._pick(self._playing(), out))
        self.table.plays(self._words(self._playing(), out, one, other))

    def correct(self, place: int, one: int, other: int) -> None:
        if number := self._number(place):
            self.table.corrects(number, self._words(self._holding(number), one, other, place))

    def insert(self, place: int, one: int, other: int) -> None:
        if number := self._number(place):
            words = self._words(self.table.who_plays(number), one, other, place)
            self.table.inserts(number, words, moves_deals=other % 2 == 1)

    def remove(self, place: int, moves_deals: int, _other: int) -> None:
        if number := self._number(place):
            self.table.removes(number, moves_deals=moves_deals % 2 == 1)

    def sit_down(self, who: int, after: int, start: int) -> None:
        self.table.sits_down(
            NAMES[who % len(NAMES)],
            after=self._pick(self.table.seats(), after),
            start=self._pick(["zero", "average", "worst"], start),
        )

    def leave(self, who: int, _one: int, _other: int) -> None:
        self.table.leaves(self._pick(self.table.seats(), who))

    def come_back(self, who: int, start: int, _other: int) -> None:
        name = self._pick(self.table.seats(), who)
        self.table.comes_back(name, start=self._pick(["zero", "average", "worst"], start))

    def take_over(self, who: int, place: int, _other: int) -> None:
        self.table.takes_over(NAMES[who % len(NAMES)], of=self._pick(self.table.seats(), place))

    def swap(self, one: int, other: int, _other: int) -> None:
        seats = self.table.seats()
        self.table.swaps(self._pick(seats, one), self._pick(seats, other))

    def dealer(self, who: int, _one: int, _other: int) -> None:
        self.table.lets_deal(self._pick(self._playing(), who))

    def misdeal(self, _one: int, _other: int, _third: int) -> None:
        self.table.misdeals()

    def stop(self, _one: int, _other: int, _third: int) -> None:
        if not self.table.is_finished():
            self.table.stops()

    def reopen(self, _one: int, _other: int, _third: int) -> None:
        if self.table.is_finished():
            self.table.reopens()

    def take_back(self, _one: int, _other: int, _third: int) -> None:
        if any(holds and kind != "undo" for _id, kind, holds in self.table.changes()):
            self.table.takes_back()

    def do_again(self, _one: int, _other: int, _third: int) -> None:
        newest = next(iter(self.table.changes()), None)
        if newest and newest[1] == "undo":
            self.table.takes_back(newest[0])

    def take_back_any(self, which: int, _other: int, _third: int) -> None:
        if changes := self.table.changes():
            self.table.takes_back(changes[which % len(changes)][0])

    def _words(self, names: list[str], out: int, one: int, other: int) -> str:
        winner = names[out] if out < len(names) else None
        parts = [f"{winner or 'nobody'} out"]
        for place, name in enumerate(names):
            if name != winner:
                parts.append(f"{name} {self._held(one + other * place)}")
        return ", ".join(parts)

    def _held(self, number: int) -> str:
        with self.table.seen() as session:
            wins = session.rules.counts_wins
        if wins:
            return ("?", "-", "8", "8 9 K")[number % 4]
        return HELD[number % len(HELD)].replace(" =", "")

    def _playing(self) -> list[str]:
        return self.table.who_plays(len(self.table.numbers()) + 1)

    def _holding(self, number: int) -> list[str]:
        with self.table.seen() as session:
            played = session.round_number(number)
            held = {hand.seat for hand in played.hands} if played else set()
            return [seat.name for seat in session.seats if seat.id in held]

    def _number(self, place: int) -> int | None:
        numbers = self.table.numbers()
        return numbers[place % len(numbers)] if numbers else None

    @staticmethod
    def _pick(things: list[str], place: int) -> str:
        return things[place % len(things)]


def assert_sound(table: Table) -> None:
    """Invariants of every table at every moment."""
    with table.seen() as session:
        rules = session.rules
        found = standings(rules, session.scored.seats, session.rounds)
        of = {seat: s for s in found for seat in s.seats}
        assert [played.number for played in session.rounds] == list(range(1, len(session.rounds) + 1))
        assert [seat.position for seat in session.seats] == list(range(len(session.seats)))
        for seat in session.seats:
            final = (seat.final_total, seat.final_rank, seat.final_won)
            true = (of[seat.id].total, of[seat.id].rank, of[seat.id].rank == 1 and bool(session.rounds))
            assert final == (true if session.is_finished else (None, None, None)), seat.name
        for shared in shared_seats(session.scored.seats).values():
            for number in range(1, len(session.rounds) + 2):
                assert sum(seat.plays(number) for seat in shared) <= 1, f"round {number}"
        for played in session.rounds:
            holding = {hand.seat for hand in played.hands}
            playing = {s.id for s in session.seats if s.facts().plays(played.number)}
            assert holding == playing, f"round {played.number}"
            assert played.out is None or played.out in holding
        coming = session.upcoming_deal()
        assert coming.dealer is None or session.seat(coming.dealer).facts().plays(coming.number)
        assert len(session.plan()) >= len(session.rounds)
