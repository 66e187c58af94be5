"""The recap of a night: table, highlights, sessions, and the text to share."""

from __future__ import annotations

import uuid
from datetime import datetime
from functools import cached_property

from flask_babel import format_time, ngettext

from game.analysis.night import PlayerNight, night_table
from models import Night, Player
from models.night_lists import is_of_tonight, sheets_of
from views.nights.highlights import Highlight, Highlights
from views.nights.session_recap import SessionRecap
from views.words.figures import day
from views.words.nights import NightInShort, in_progress_tonight
from views.words.phrases import opening, words

PlayerId = uuid.UUID
MAX_UNPACKED_SESSIONS = 4  # on one sheet of paper, so large that their figures can be read
MAX_UNCROWDED_SIDES = 18


class NightRecap:
    """Everything the page, the text and the picture of a night show."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.sessions = [SessionRecap(session) for session in sheets_of(night)]

    @cached_property
    def counted_sessions(self) -> list[SessionRecap]:
        """The sessions that the table and the highlights are computed from."""
        return [one for one in self.sessions if one.is_included]

    @property
    def unfinished(self) -> int:
        return sum(not one.session.is_finished for one in self.sessions)

    def waiting_in_words(self, at: datetime) -> str:
        """How many games wait to be played on, while none counts; "" where none waits."""
        waiting = [one.session for one in self.sessions if not one.session.is_finished]
        if any(is_of_tonight(session, at) for session in waiting):
            return in_progress_tonight(len(waiting))
        if not waiting:
            return ""
        return ngettext(
            "%(num)d game waits to be played on", "%(num)d games wait to be played on", len(waiting)
        )

    @property
    def several_variants(self) -> bool:
        return len({one.session.variant for one in self.counted_sessions}) > 1

    @cached_property
    def names(self) -> dict[PlayerId, str]:
        return {seat.player_id: seat.name for one in self.sessions for seat in one.session.seats}

    @cached_property
    def table(self) -> list[PlayerNight[PlayerId]]:
        """A line for each player, who won most first."""
        return night_table(
            [(seat.player_id, seat.final_rank, bool(seat.final_won)) for seat in one.session.seats]
            for one in self.counted_sessions
        )

    @cached_property
    def places(self) -> list[tuple[int, PlayerNight[PlayerId], Player]]:
        """Each line with its place: equal ones share it."""
        players = {seat.player_id: seat.player for one in self.sessions for seat in one.session.seats}
        order = [(-line.won, line.average_rank or float("inf")) for line in self.table]
        return [
            (order.index(key) + 1, line, players[line.player])
            for key, line in zip(order, self.table, strict=True)
        ]

    @cached_property
    def summary(self) -> NightInShort:
        return NightInShort(self.night, [one.session for one in self.counted_sessions])

    @property
    def headline(self) -> str:
        """ "Dilan took the night: 2 of 3 games."; "" while nothing counts."""
        if not self.counted_sessions:
            return ""
        detail = f": {self.summary.detail}" if len(self.counted_sessions) > 1 else ""
        return f"{self.summary.headline}{detail}."

    @property
    def times(self) -> str:
        """Start and end of the night; "" where a session has no times."""
        sessions = [one.session for one in self.counted_sessions]
        if not sessions or not all(session.hours_known for session in sessions):
            return ""
        begun = format_time(min(session.started_at for session in sessions), "short")
        ended = format_time(max(session.last_played_at for session in sessions), "short")
        return begun if begun == ended else f"{begun}–{ended}"

    @property
    def density(self) -> str:
        """A class of static/css/recap.css for the printed sheet."""
        sides = sum(len(one.standings) for one in self.sessions)
        if len(self.sessions) > MAX_UNPACKED_SESSIONS:
            return "packed"
        if sides > MAX_UNCROWDED_SIDES:
            return "crowded"
        return "several" if len(self.sessions) > 1 else "alone"

    @cached_property
    def highlights(self) -> list[Highlight]:
        """Highlights of the whole night; sessions with totals only are left out."""
        return list(Highlights(self.counted_sessions))


def night_text(recap: NightRecap) -> str:
    """The text to share: date and place, most wins, a paragraph for each session, highlights."""
    about = ", ".join(part for part in (opening(day(recap.night.date)), recap.night.place) if part)
    first = "\n".join(part for part in (about, recap.headline) if part)
    stories = "\n".join(highlight.line for highlight in recap.highlights)
    return "\n\n".join([first, *map(_session_text, recap.sessions), *([stories] if stories else [])])


def _session_text(one: SessionRecap) -> str:
    name = words(one.session.rules.name)
    places = [
        f"{f'{side.rank}.' if side.rank else '–'} {total}"
        for side, total in zip(one.standings, one.totals, strict=True)
    ]
    return "\n".join([f"{name}: {one.headline}", *places])
