"""Phones at a table that count their own hands, in the terms of the game.

    hands = OwnHands(table)
    hands.out("Cara").sends("Bo", "8 5 5").sends("Anna", "K")
    hands.saves()
    assert table.totals() == {"Anna": 20, "Bo": 60, "Cara": 0}

By default each player uses a phone named after them; `on` names another.
"""

from __future__ import annotations

from dataclasses import replace

from game.scoring import facts
from game.scoring.counts import RoundCounts
from models import ChangeStamp
from models.table.counting import check_count, declare_out, retract_out, send_count
from models.table.rounds import record
from tests.table import Table, hand_of, seat_of


class OwnHands:
    """The counted hands of the next round."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def number(self) -> int:
        return len(self.table.numbers()) + 1

    def out(
        self,
        name: str | None,
        *,
        on: str | None = None,
        number: int | None = None,
        seen: str | None = "",
        chain: tuple[int, str] | None = None,
    ) -> OwnHands:
        """seen: who was shown to be out; None for a scorer."""
        number = number or self.number
        with self.table.open() as session:
            drawn = facts.LastCards(chain[0], seat_of(session, chain[1]).id) if chain else None
            seat = seat_of(session, name) if name else None
            declare_out(session, number, seat, self._by(on or name or "Anna"), chain=drawn, shown=seen)
        return self

    def not_out(self) -> OwnHands:
        with self.table.open() as session:
            retract_out(session, len(session.rounds) + 1)
        return self

    def sends(
        self,
        name: str,
        held: str,
        *,
        on: str | None = None,
        number: int | None = None,
        seen: str | None = None,
    ) -> OwnHands:
        """seen: the token shown on the phone, by default the current one."""
        number = number or self.number
        with self.table.open() as session:
            seat = seat_of(session, name)
            current = session.counted(number).counts.get(seat.id)
            shown = seen if seen is not None else current.token if current else ""
            hand = hand_of(seat.id, held, session.rules)
            send_count(session, number, seat, hand, self._by(on or name), shown=shown)
        return self

    def checks(self, name: str, *, right: bool, on: str, seen: str | None = None) -> OwnHands:
        with self.table.open() as session:
            number = len(session.rounds) + 1
            seat = seat_of(session, name)
            mark = seen if seen is not None else session.counted(number).counts[seat.id].token
            check_count(session, number, seat, self._by(on), is_right=right, shown=mark)
        return self

    def saves(self) -> Table:
        """The scorer saves the collected hands."""
        with self.table.open() as session:
            counting, deal = session.counted(len(session.rounds) + 1), session.upcoming_deal()
            hands = [count.hand for count in counting.counts.values() if count.hand.seat != counting.out]
            if counting.out:
                hands.append(facts.Hand(counting.out, {}, None if session.rules.counts_wins else 0))
            assert deal.dealer is not None
            played = facts.Round(
                deal.number, deal.dealer, deal.hand_size, counting.out, tuple(hands), counting.chain
            )
            record(session, played, self.table.change_stamp())
        return self.table

    def now(self) -> RoundCounts:
        with self.table.seen() as session:
            return session.counted(len(session.rounds) + 1)

    def points(self) -> dict[str, int | None]:
        """The collected points by name."""
        with self.table.seen() as session:
            counts = session.counted(len(session.rounds) + 1).counts
            return {seat.name: counts[seat.id].hand.points for seat in session.seats if seat.id in counts}

    def _by(self, phone: str) -> ChangeStamp:
        return replace(self.table.change_stamp(), by=f"{phone}’s phone")
