"""The nights of a group in short: who played, how each session ended, who took the night."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from game.analysis.night import night_table
from models import Night, Player, Session
from models.names import isolated
from views.words.phrases import listed, words

# Monday is 1.
WEEKDAYS = {
    1: lazy_gettext("Mondays"),
    2: lazy_gettext("Tuesdays"),
    3: lazy_gettext("Wednesdays"),
    4: lazy_gettext("Thursdays"),
    5: lazy_gettext("Fridays"),
    6: lazy_gettext("Saturdays"),
    7: lazy_gettext("Sundays"),
}


def ending(session: Session) -> str:
    """ "won by Anna and Cara"."""
    if not session.is_finished:
        return _("waits to be played on")
    won = [seat.name for seat in session.seats if seat.final_won]
    return _("won by %(names)s", names=listed(won)) if won else _("nothing was played")


def in_progress_tonight(count: int) -> str:
    return ngettext("Tonight: %(num)d game in progress", "Tonight: %(num)d games in progress", count)


def who_played(sessions: Sequence[Session]) -> str:
    """Everybody who sat at a table of these, once each."""
    names = {seat.player_id: seat.name for session in sessions for seat in session.seats}
    return ", ".join(names.values())


class NightInShort:
    """A night in two lines: who took it, and how."""

    def __init__(self, night: Night, sessions: Sequence[Session]) -> None:
        self.night = night
        self.finished = [one for one in sessions if any(seat.final_won for seat in one.seats)]

    @cached_property
    def winners(self) -> list[Player]:
        """Winners of most sessions; empty without any."""
        players = {seat.player_id: seat.player for one in self.finished for seat in one.seats}
        table = night_table(
            [(seat.player_id, seat.final_rank, bool(seat.final_won)) for seat in one.seats]
            for one in self.finished
        )
        best = [line for line in table if line.won and line.won == table[0].won]
        return [players[line.player] for line in best]

    @property
    def headline(self) -> str:
        """ "Dilan took the night"."""
        names = [isolated(player.name) for player in self.winners]
        if not names:
            return _("Nobody won")
        if len(names) > 1:
            return _("%(names)s tied for most wins", names=listed(names))
        if len(self.finished) > 1:
            return _("%(name)s took the night", name=names[0])
        return _("%(name)s won", name=names[0])

    @property
    def detail(self) -> str:
        """ "2 of 3 games", or which one it was."""
        if len(self.finished) == 1:
            return words(self.finished[0].rules.name)
        theirs = {player.id for player in self.winners}
        won = [one for one in self.finished if any(s.final_won and s.player_id in theirs for s in one.seats)]
        if len(theirs) != 1:
            return ngettext("%(num)d game", "%(num)d games", len(self.finished))
        return _("%(won)d of %(played)d games", won=len(won), played=len(self.finished))
