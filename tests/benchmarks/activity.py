"""Changes by other phones during a measurement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from itertools import count
from threading import Event, Thread

from msgspec.structs import replace

from game.scoring import facts
from game.scoring.shown import shown_of
from models import Session, Tournament, db
from models.database import writing
from models.table.counting import declare_out, send_count
from models.table.rounds import correct
from tests.benchmarks.groups import Visit, change_stamp

INTERVAL = 0.5  # seconds
MOST_CARDS = 8  # cards of one class in a hand


def hands_come_in(visit: Visit) -> AbstractContextManager[None]:
    """A player is out, and then twice a second a phone sends a new or changed hand."""
    return _in_background(lambda number: _send_count(visit, number))


def tables_save(club: Visit) -> AbstractContextManager[None]:
    """Twice a second the last game of a table is corrected, at one table after the other."""
    return _in_background(lambda number: _correct_game(club, number))


@contextmanager
def _in_background(act: Callable[[int], None]) -> Iterator[None]:
    """Call `act(0)`, `act(1)` and so on until the block ends."""
    over = Event()

    def act_repeatedly() -> None:
        for number in count():
            act(number)
            if over.wait(INTERVAL):
                return

    phones = Thread(target=act_repeatedly, name="other phones")
    phones.start()
    try:
        yield
    finally:
        over.set()
        phones.join()


def _send_count(visit: Visit, number: int) -> None:
    with visit.app.app_context(), writing():
        session = Session.of(visit.places["group"], visit.places["table"], lock=True)
        assert session is not None
        by = change_stamp(datetime.now(UTC))
        to_come = len(session.rounds) + 1
        first, *others = session.playing(to_come)
        declare_out(session, to_come, first, by)
        seat, cards = others[number % len(others)], 1 + number % MOST_CARDS
        known = session.counted(to_come).counts.get(seat.id)
        hand = facts.Hand(seat.id, {session.rules.classes[0].key: cards}, cards)
        send_count(session, to_come, seat, hand, by, shown=known.token if known else "")
        db.session.commit()


def _correct_game(club: Visit, number: int) -> None:
    with club.app.app_context(), writing():
        tournament = db.session.get_one(Tournament, club.places["tournament"])
        tables = tournament.tables_of(tournament.rounds)
        session = Session.of(club.places["group"], tables[number % len(tables)].session_id, lock=True)
        assert session is not None
        wrong = session.rounds[-1]
        before = wrong
        *hands, last = before.hands
        right = replace(before, out=None, hands=(*hands, facts.Hand(last.seat, None, number)))
        correct(session, wrong, right, change_stamp(datetime.now(UTC)), shown=shown_of(before))
        db.session.commit()
