"""The game that waits to be played on, as the group's page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property

from flask_babel import gettext as _

from game.scoring.deal import Deal
from game.scoring.standings import Standing
from models import Seat, Session
from models.history import unfinished_on
from models.nights import is_of_tonight
from views.wording.deals import progress_in_words
from views.wording.figures import number, short_day
from views.wording.hands import name_of, names_of
from views.wording.nights import in_progress_tonight
from views.wording.phrases import listed

MOST_SIDES = 8
Side = tuple[list[Seat], str, Standing]  # whose seats, their names, how they stand


class WaitingTable:
    """How a session stands, and who deals."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def state(self, at: datetime) -> str:
        """How many games of tonight are in progress; of another evening, that it waits."""
        if not is_of_tonight(self.session, at):
            return _("Waiting for you")
        return in_progress_tonight(unfinished_on(self.session.night_id))

    @cached_property
    def deal(self) -> Deal:
        return self.session.deal_to_come()

    @property
    def progress(self) -> str:
        return progress_in_words(self.session, self.deal, self.session.rules_in_force)

    @property
    def dealer(self) -> str | None:
        return name_of(self.deal.dealer, self.session) if self.deal.dealer else None

    @property
    def names(self) -> str:
        """Of whoever is at the table."""
        return listed([seat.name for seat in self.session.seats if not seat.has_left])

    @property
    def summary(self) -> str:
        """Day, round and how everybody stands, in one line: tells two of one game apart."""
        if not self.session.rounds:
            stand = self.names
        else:
            sides = [f"{names} {number(side.total)}" for _seats, names, side in self.sides]
            stand = ", ".join(sides)
        return f"{short_day(self.session.night.date)} · {self.progress} · {stand}"

    @cached_property
    def sides(self) -> Sequence[Side]:
        """Whoever is at the table, round it."""
        found: list[Side] = []
        for side in self.session.standings():
            seats = [seat for seat in self.session.seats if seat.id in side.seats]
            if side.rank is not None:
                found.append((seats, names_of(side.seats, self.session), side))
        return sorted(found, key=lambda each: each[0][0].position)[:MOST_SIDES]
