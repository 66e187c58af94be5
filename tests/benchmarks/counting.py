"""A table at which hands come in one after the other, as long as something is measured."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import UTC, datetime

from game.scoring import facts
from models import Author, Session, db
from models.database import new_id, writing
from models.table.counting import say_out, send_count
from tests.benchmarks.groups import Visit
from tests.benchmarks.meanwhile import meanwhile

FEWEST, MOST = 1, 9  # cards of one class that the next hand holds


def hands_come_in(visit: Visit) -> AbstractContextManager[None]:
    """Somebody is out, and from then on a phone sends its hand, or another one, twice a second."""
    return meanwhile(lambda number: _send(visit, number, FEWEST + number % (MOST - FEWEST)))


def _send(visit: Visit, number: int, cards: int) -> None:
    with visit.app.app_context(), writing():
        session = Session.of(visit.places["group"], visit.places["table"], lock=True)
        assert session is not None
        by = Author(new_id(), "a phone", datetime.now(UTC))
        to_come = len(session.rounds) + 1
        first, *others = session.playing(to_come)
        say_out(session, to_come, first, by)
        seat = others[number % len(others)]
        known = session.counted(to_come).counts.get(seat.id)
        hand = facts.Hand(seat.id, {session.scoring_rules.classes[0].key: cards}, cards)
        send_count(session, to_come, seat, hand, by, seen=known.mark if known else "")
        db.session.commit()
