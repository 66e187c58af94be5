"""The standings as the table reads them: one row a side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.handovers import handovers
from game.scoring.deal import Deal
from game.scoring.standings import Standing
from game.scoring.targets import distance
from models import Player, Seat, Session
from views.words.figures import number, signed
from views.words.hands import name_of, names_of, points_in_words, the_word
from views.words.results import out_word
from views.words.targets import elimination_in_words, missing_in_words

WIDTH, HEIGHT, MARGIN = 64, 24, 2
MIN_ROUNDS_FOR_LINE = 3  # that a line is drawn of; two say nothing


class StandingsRow:
    """One side of a session. floor, ceiling: the lowest and highest total that any side ever had, or 0."""

    def __init__(
        self, session: Session, standing: Standing, deal: Deal, *, floor: int = 0, ceiling: int
    ) -> None:
        self.session, self.standing, self.deal = session, standing, deal
        self.floor, self.ceiling = floor, ceiling

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
    def unit(self) -> str:
        """The word after the total."""
        return unit_of_total(self.session, self.total)

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
        return bool(rounds) and not self.is_absent and rounds[-1].out in self.standing.seats

    @property
    def note_is_out(self) -> bool:
        """Whether the note says that a player of this side ended the last round; a gain is said instead."""
        gained = self.session.rules.collects and self.standing.change
        return self.went_out and not gained and not self.is_eliminated

    @property
    def is_absent(self) -> bool:
        return self.standing.rank is None

    @property
    def is_eliminated(self) -> bool:
        return self.standing.eliminated_after is not None

    @property
    def spark(self) -> str:
        return spark_points(self.standing.history, self.ceiling, self.floor)

    @property
    def spark_zero(self) -> float | None:
        """The y of 0 in the line, if any side was ever below it."""
        return _spark_y(0, self.ceiling, self.floor) if self.floor < 0 else None

    @cached_property
    def note(self) -> str:
        """The last event of this side: "out", of a team "Sven out"; "+13"; "has left". In a game to a
        target also what is missing: "+52, 17 to go".
        """
        if self.is_absent:
            taken_over = next((seat for seat in self.seats if seat.is_taken_over), None)
            return _("handed over to %(name)s", name=taken_over.holder.name) if taken_over else _("has left")
        if self.is_eliminated:
            return elimination_in_words(self.session, self.standing.eliminated_after)
        if self._plays_on_for:
            return _("plays on for %(name)s", name=self._plays_on_for)
        if not self.session.rounds:
            return self._start if self._start_points else ""
        return ", ".join(filter(None, (self._last, self._missing)))

    @property
    def _last(self) -> str:
        rounds, change = self.session.rounds, self.standing.change
        if self.note_is_out:
            word, is_team = out_word(self.session.rules), len(self.seats) > 1
            return f"{name_of(rounds[-1].out, self.session)} {word}" if is_team else word
        if change is None and any(seat.facts().joined_round > len(rounds) for seat in self.seats):
            return self._start
        if change is None:
            return _("sat out %(last_round)s", last_round=the_word(self.session, "last_round"))
        rules = self.session.rules
        if rules.counts_wins or (self._missing and not change):
            return ""
        if rules.tally == "places" and len(self.seats) == 1:
            return points_in_words(change, self.session)
        return signed(change)

    @cached_property
    def _missing(self) -> str:
        """ "17 to go"; "" without a target."""
        rules = self.session.rules_in_force
        missing = None if self.session.is_finished else distance(rules, self.standing)
        return missing_in_words(rules, number(missing)) if missing else ""

    @cached_property
    def seats(self) -> list[Seat]:
        return [seat for seat in self.session.seats if seat.id in self.standing.seats]

    @property
    def _plays_on_for(self) -> str:
        """Whose seat this side has taken over for the next round; "" otherwise."""
        rounds = len(self.session.rounds)
        changes = handovers(self.session.sheet.seats, rounds)
        new = [change.of for change in changes if change.number > rounds and change.to in self.standing.seats]
        return name_of(new[0], self.session) if new else ""

    @property
    def _start_points(self) -> int:
        return sum(seat.facts().start_points for seat in self.seats)

    @property
    def _start(self) -> str:
        return _("starts with %(points)s", points=number(self._start_points))


def standings_rows(session: Session, deal: Deal) -> list[StandingsRow]:
    """Best first. deal: the next one."""
    table = session.standings()
    totals = [0, *(total for side in table for total in side.history)]
    floor, ceiling = min(totals), max(totals)
    return [StandingsRow(session, standing, deal, floor=floor, ceiling=ceiling) for standing in table]


def spark_points(history: Sequence[int], ceiling: int, floor: int = 0) -> str:
    """The points of an SVG polyline on a scale from `floor` to `ceiling`; "" before three rounds."""
    if len(history) <= MIN_ROUNDS_FOR_LINE or ceiling <= floor:
        return ""
    step = WIDTH / (len(history) - 1)
    return " ".join(
        f"{round(place * step, 1):g},{_spark_y(total, ceiling, floor):g}"
        for place, total in enumerate(history)
    )


def _spark_y(total: int, ceiling: int, floor: int) -> float:
    room = HEIGHT - 2 * MARGIN
    return round(HEIGHT - MARGIN - room * (total - floor) / (ceiling - floor), 1)


def unit_of_total(session: Session, total: int = 0) -> str:
    """The word after a total: "points", "round won", "sum of places"."""
    rules = session.rules
    if rules.counts_points:
        return ngettext("point", "points", total)
    return ngettext("round won", "rounds won", total) if rules.counts_wins else _("sum of places")
