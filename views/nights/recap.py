"""The recap of a night: the evening's table, what stood out, and every session of it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from models import Night, Session
from models.history import sheets_of
from review.night import Finish, Line, added, evening_table, most
from review.recap import Run
from views.nights.session_recap import SessionRecap, session_recap
from views.nights.words import counts_in_words, run_in_words, won_most
from views.wording.figures import day
from views.wording.hands import the_word
from views.wording.phrases import listed, opening, words

PlayerId = uuid.UUID
MOST_AT_EASE, MOST_SIDES_AT_EASE = 4, 18
MOST_CHARTS = 6  # on one sheet of paper


@dataclass(frozen=True)
class Row:
    """One player's line of the evening's table."""

    name: str
    line: Line[PlayerId]


@dataclass(frozen=True)
class Story:
    """One thing that stood out: "Caught with most eights", "Bo: 4"."""

    label: str
    text: str


@dataclass(frozen=True)
class NightRecap:
    """finished: how many sessions count in the table and the stories."""

    night: Night
    date: str
    headline: str
    sessions: list[SessionRecap]
    table: list[Row]
    finished: int
    several_variants: bool
    stories: list[Story]

    @property
    def density(self) -> str:
        """How close everything must stand on a printed sheet: a class of static/css/recap.css."""
        sides = sum(len(told.places) for told in self.sessions)
        if len(self.sessions) > MOST_CHARTS:
            return "packed"
        if len(self.sessions) > MOST_AT_EASE or sides > MOST_SIDES_AT_EASE:
            return "crowded"
        return "several" if len(self.sessions) > 1 else "alone"

    @property
    def unfinished(self) -> int:
        return sum(not told.session.is_finished for told in self.sessions)


def night_recap(night: Night) -> NightRecap:
    """Everything the page, the text and the picture of a night show."""
    sessions = [session_recap(session) for session in sheets_of(night)]
    counting = [told for told in sessions if told.counts]
    names = {seat.player_id: seat.name for told in sessions for seat in told.session.seats}
    table = evening_table([_finishes(told.session) for told in counting])
    return NightRecap(
        night=night,
        date=opening(day(night.date)),
        headline=_headline(table, names, counting),
        sessions=sessions,
        table=[Row(names[line.player], line) for line in table],
        finished=len(counting),
        several_variants=len({told.session.variant for told in counting}) > 1,
        stories=_stories(counting, names),
    )


def _finishes(session: Session) -> list[Finish[PlayerId]]:
    return [Finish(seat.player_id, seat.final_rank, bool(seat.final_won)) for seat in session.seats]


def _headline(
    table: Sequence[Line[PlayerId]], names: Mapping[PlayerId, str], counting: Sequence[SessionRecap]
) -> str:
    if len(counting) == 1:
        return f"{counting[0].headline}."
    won = max((line.won for line in table), default=0)
    best = [names[line.player] for line in table if line.won == won]
    return won_most(best, won, len(counting))


def _stories(counting: Sequence[SessionRecap], names: Mapping[PlayerId, str]) -> list[Story]:
    """What can only be said of the whole evening; sessions of which only totals are known tell nothing."""
    stories = [*_eights(counting, names), *_runs(counting)]
    dealt = added(_by_player(told, told.recap.dealt) for told in counting)
    wrong = added(_by_player(told, told.recap.misdealt) for told in counting)
    if dealt:
        stories.append(Story(_("Dealt"), counts_in_words(_named(dealt, names))))
    if wrong:
        stories.append(Story(_("Dealt wrongly"), counts_in_words(_named(wrong, names))))
    return stories


def _eights(counting: Sequence[SessionRecap], names: Mapping[PlayerId, str]) -> list[Story]:
    counted = [_by_player(told, told.recap.eights) for told in counting if told.recap.eights is not None]
    highest, players = most(counted)
    if not counted:
        return []
    if not highest:
        return [Story(_("Caught with eights"), _("nobody all evening"))]
    caught = listed([names[player] for player in players])
    return [Story(_("Caught with most eights"), f"{caught}: {highest}")]


def _runs(counting: Sequence[SessionRecap]) -> list[Story]:
    """The longest run of going out, and where."""
    runs = [(run, told.session) for told in counting for run in told.recap.runs]
    longest = max((run.length for run, _session in runs), default=0)
    said = [
        f"{run_in_words(run, session)} ({words(session.wording.name)},"
        f" {the_word(session, 'rounds' if run.length > 1 else 'round')} {_span(run)})"
        for run, session in runs
        if run.length == longest
    ]
    return [Story(_("Longest run of going out"), "; ".join(said))] if said else []


def _span(run: Run) -> str:
    return f"{run.first}–{run.last}" if run.length > 1 else str(run.first)


def _by_player(told: SessionRecap, counts: Mapping[Any, int] | None) -> dict[PlayerId, int]:
    """What was counted by seat, by player."""
    players = {seat.id: seat.player_id for seat in told.session.seats}
    return {players[seat]: count for seat, count in (counts or {}).items()}


def _named(counts: Mapping[Any, int], names: Mapping[PlayerId, str]) -> dict[str, int]:
    named: dict[str, int] = {}
    for player, count in counts.items():
        named[names[player]] = named.get(names[player], 0) + count
    return named
