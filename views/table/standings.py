"""The standings as the table reads them: one row a side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from flask_babel import gettext as _

from game.analysis.handovers import handovers
from game.scoring.deal import Deal
from game.scoring.standings import Standing
from models import Player, Seat, Session
from views.wording.figures import signed
from views.wording.hands import name_of, names_of, the_word

WIDTH, HEIGHT, MARGIN = 64, 24, 2
LEAST_ROUNDS = 3  # that a line is drawn of; two say nothing


class StandingsRow:
    """One side of a session. extremes: the lowest and the highest total that any side ever had, and 0."""

    def __init__(self, session: Session, standing: Standing, deal: Deal, extremes: tuple[int, int]) -> None:
        self.session, self.standing, self.deal, self.extremes = session, standing, deal, extremes

    @property
    def names(self) -> str:
        return names_of(self.standing.seats, self.session)

    @property
    def players(self) -> list[Player]:
        return [seat.player for seat in self.seats]

    @property
    def rank(self) -> int | None:
        return self.standing.rank if self.session.rounds else None

    @property
    def total(self) -> int:
        return self.standing.total

    @property
    def leads(self) -> bool:
        return self.standing.leads and bool(self.session.rounds)

    @property
    def deals(self) -> str:
        """ "deals" where this side deals next, of a team "Rut deals"; else ""."""
        if self.deal.dealer not in self.standing.seats or self.session.is_finished:
            return ""
        if len(self.seats) == 1:
            return _("deals")
        return _("%(name)s deals", name=name_of(self.deal.dealer, self.session))

    @property
    def went_out(self) -> bool:
        """Whether a player of this side ended the last round."""
        rounds = self.session.rounds
        return bool(rounds) and not self.is_absent and rounds[-1].out_id in self.standing.seats

    @property
    def is_absent(self) -> bool:
        return self.standing.rank is None

    @property
    def spark(self) -> str:
        return spark_points(self.standing.history, *self.extremes)

    @property
    def note(self) -> str:
        """What happened to this side last: "out", of a team "Sven out"; "+13"; "eliminated"; "has left"."""
        rounds = self.session.rounds
        if self.is_absent:
            return self._departure
        if self.standing.eliminated_after is not None:
            return _(
                "eliminated in %(round)s %(number)d",
                round=the_word(self.session, "round"),
                number=self.standing.eliminated_after,
            )
        if self._plays_on_for:
            return _("plays on for %(name)s", name=self._plays_on_for)
        if not rounds:
            return self._start if self._start_points else ""
        if self.went_out:
            is_team = len(self.seats) > 1
            return _("%(name)s out", name=name_of(rounds[-1].out_id, self.session)) if is_team else _("out")
        if self.standing.change is None and any(seat.joined_round > len(rounds) for seat in self.seats):
            return self._start
        if self.standing.change is None:
            return _("sat out %(last_round)s", last_round=the_word(self.session, "last_round"))
        return "" if self.session.scoring_rules.counts_wins else signed(self.standing.change)

    @cached_property
    def seats(self) -> list[Seat]:
        return [seat for seat in self.session.seats if seat.id in self.standing.seats]

    @property
    def _plays_on_for(self) -> str:
        """Whose seat this side has taken over for the next round; "" otherwise."""
        rounds = len(self.session.rounds)
        changes = handovers([other.facts() for seat in self.seats for other in seat.shares_with], rounds)
        new = [change.of for change in changes if change.number > rounds and change.to in self.standing.seats]
        return name_of(new[0], self.session) if new else ""

    @property
    def _departure(self) -> str:
        taken_over = [seat for seat in self.seats if seat.is_taken_over]
        if taken_over:
            return _("handed over to %(name)s", name=taken_over[0].holder.name)
        return _("has left")

    @property
    def _start_points(self) -> int:
        return sum(seat.start_points for seat in self.seats)

    @property
    def _start(self) -> str:
        return _("starts with %(points)d", points=self._start_points)


def standings_rows(session: Session, deal: Deal) -> list[StandingsRow]:
    """Best first. deal: the next one."""
    table = session.standings()
    totals = [0, *(total for side in table for total in side.history)]
    return [StandingsRow(session, standing, deal, (min(totals), max(totals))) for standing in table]


def spark_points(history: Sequence[int], lowest: int, highest: int) -> str:
    """The points of an SVG polyline, every side on one scale from `lowest` to `highest`.

    "" before three rounds, and if no side ever had points.
    """
    if len(history) <= LEAST_ROUNDS or lowest == highest:
        return ""
    step = WIDTH / (len(history) - 1)
    unit = (HEIGHT - 2 * MARGIN) / (highest - lowest)
    return " ".join(
        f"{round(place * step, 1):g},{round(HEIGHT - MARGIN - unit * (total - lowest), 1):g}"
        for place, total in enumerate(history)
    )
