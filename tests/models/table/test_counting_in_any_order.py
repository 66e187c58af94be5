"""Hands counted by phones in any order give the same session as hands typed by one scorer.

On SQLite alone: each step by itself runs on PostgreSQL too, in test_counting.py.
"""

from hypothesis import given
from hypothesis import strategies as st

from models.table.counting import who_is_out
from models.table.undo import CannotUndo
from tests.counting import OwnHands
from tests.models.rows import facts_of
from tests.sampling import full_only
from tests.table import last_active_change, start

pytestmark = full_only

HELD = ("8", "K", "5 5", "4")
steps = st.lists(
    st.tuples(
        st.sampled_from(["out", "count", "count_all", "save", "save", "take_back", "correct"]),
        st.sampled_from(["Anna", "Bo", "Cara", "Dilan"]),
        st.sampled_from(HELD),
    ),
    max_size=24,
)


@given(steps)
def test_counts_of_four_phones_in_any_order_give_the_session_of_one_scorer(app, steps):
    both = TwoSessions(app)
    for verb, name, held in steps:
        getattr(both, verb)(name, held)
    assert facts_of(both.counted) == facts_of(both.typed)


class TwoSessions:
    """The same session twice: counted by phones, and typed by a single scorer."""

    def __init__(self, app):
        self.counted, self.typed = (start(app, "derange", "Anna Bo Cara Dilan", mode="short") for _ in "ab")
        self.hands = OwnHands(self.counted)

    def out(self, name, _held):
        if not self.counted.is_finished():
            self.hands.out(name, seen=None)

    def count(self, name, held):
        if not self.counted.is_finished() and who_is_out(self.hands.now()) != str(self.counted.seat_id(name)):
            self.hands.sends(name, held)

    def count_all(self, _name, held):
        for name in self.counted.seats():
            self.count(name, held)

    def save(self, _name, _held):
        words = in_words(self.hands)
        if words and not self.counted.is_finished():
            self.hands.saves()
            self.typed.plays(words)

    def take_back(self, _name, _held):
        if self.counted.kinds():
            assert self._after_undo(self.counted) == self._after_undo(self.typed)

    def correct(self, name, held):
        if self.counted.numbers():
            others = ", ".join(f"{other} {held}" for other in self.counted.seats() if other != name)
            for table in (self.counted, self.typed):
                table.corrects(1, f"{name} out, {others}")

    def _after_undo(self, table):
        with table.seen() as session:
            if last_active_change(session) is None:
                return "nothing"
        try:
            table.takes_back()
        except CannotUndo as refused:
            return refused.reason
        return "done"


def in_words(hands):
    """The current round in words; None while hands are missing."""
    counting = hands.now()
    with hands.table.seen() as session:
        names = {seat.id: seat.name for seat in session.seats}
    if not counting.out_is_declared or names.keys() - counting.counts.keys() - {counting.out}:
        return None
    parts = [f"{names[counting.out]} out"]
    for seat, count in counting.counts.items():
        if seat != counting.out:
            held = count.hand.cards
            parts.append(f"{names[seat]} {' '.join(key for key, many in held.items() for _ in range(many))}")
    return ", ".join(parts)
