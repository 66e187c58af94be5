"""The recap of a night: the night's table, what stood out, and every session of it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from flask_babel import gettext as _

from models import Night
from models.history import sheets_of
from review.night import PlayerNight, added, most, night_table
from views.nights.session_recap import SessionRecap
from views.nights.words import counts_in_words, run_in_words, won_most
from views.wording.hands import the_word
from views.wording.phrases import listed, words

PlayerId = uuid.UUID
MOST_AT_EASE, MOST_SIDES_AT_EASE = 4, 18
MOST_CHARTS = 6  # on one sheet of paper


class NightRecap:
    """Everything the page, the text and the picture of a night show."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.sessions = [SessionRecap(session) for session in sheets_of(night)]

    @cached_property
    def counting(self) -> list[SessionRecap]:
        """The sessions that count in the table and in what stood out."""
        return [one for one in self.sessions if one.counts]

    @property
    def unfinished(self) -> int:
        return sum(not one.session.is_finished for one in self.sessions)

    @property
    def several_variants(self) -> bool:
        return len({one.session.variant for one in self.counting}) > 1

    @cached_property
    def names(self) -> dict[PlayerId, str]:
        return {seat.player_id: seat.name for one in self.sessions for seat in one.session.seats}

    @cached_property
    def table(self) -> list[PlayerNight[PlayerId]]:
        """A line for each player, who won most first."""
        return night_table(
            [(seat.player_id, seat.final_rank, bool(seat.final_won)) for seat in one.session.seats]
            for one in self.counting
        )

    @property
    def headline(self) -> str:
        if len(self.counting) == 1:
            return f"{self.counting[0].headline}."
        won = max((line.won for line in self.table), default=0)
        best = [self.names[line.player] for line in self.table if line.won == won]
        return won_most(best, won, len(self.counting))

    @property
    def density(self) -> str:
        """How close everything must stand on a printed sheet: a class of static/css/recap.css."""
        sides = sum(len(one.standings) for one in self.sessions)
        if len(self.sessions) > MOST_CHARTS:
            return "packed"
        if len(self.sessions) > MOST_AT_EASE or sides > MOST_SIDES_AT_EASE:
            return "crowded"
        return "several" if len(self.sessions) > 1 else "alone"

    @cached_property
    def stories(self) -> list[tuple[str, str]]:
        """What can only be said of the whole night, "Caught with most eights" and "Bo: 4"; sessions of which
        only totals are known tell nothing.
        """
        return [*self._eights(), *self._runs(), *self._dealt()]

    def _eights(self) -> Iterator[tuple[str, str]]:
        counted = [_by_player(one, one.found.eights) for one in self.counting if one.found.eights is not None]
        highest, players = most(counted)
        if counted and not highest:
            yield _("Caught with eights"), _("nobody all evening")
        elif counted:
            caught = listed([self.names[player] for player in players])
            yield _("Caught with most eights"), f"{caught}: {highest}"

    def _runs(self) -> Iterator[tuple[str, str]]:
        """The longest run of going out, and where."""
        runs = [(run, one.session) for one in self.counting for run in one.found.runs]
        longest = max((run.length for run, _session in runs), default=0)
        said = [
            f"{run_in_words(run, session)} ({words(session.wording.name)},"
            f" {the_word(session, 'rounds')} {run.first}–{run.last})"
            for run, session in runs
            if run.length == longest
        ]
        if said:
            yield _("Longest run of going out"), "; ".join(said)

    def _dealt(self) -> Iterator[tuple[str, str]]:
        dealt = added(_by_player(one, one.found.dealt) for one in self.counting)
        wrong = added(_by_player(one, one.found.misdealt) for one in self.counting)
        if dealt:
            yield _("Dealt"), counts_in_words(self._named(dealt))
        if wrong:
            yield _("Dealt wrongly"), counts_in_words(self._named(wrong))

    def _named(self, counts: Mapping[PlayerId, int]) -> dict[str, int]:
        named: dict[str, int] = {}
        for player, count in counts.items():
            named[self.names[player]] = named.get(self.names[player], 0) + count
        return named


def _by_player(one: SessionRecap, counts: Mapping[Any, int] | None) -> dict[PlayerId, int]:
    """What was counted by seat, by player."""
    players = {seat.id: seat.player_id for seat in one.session.seats}
    return {players[seat]: count for seat, count in (counts or {}).items()}
