"""The table of who finishes ahead of whom, and the list of rivals, as the page shows them."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from models import Player
from models.names import isolated
from models.statistics.rivals import Meetings, Rival, Rivals

CLEARLY, STRONGLY = 5, 15  # in 100, away from every second time
SIGNS = {"ahead": "▲", "behind": "▼", "even": "=", "few": ""}


@dataclass(frozen=True)
class Cell:
    """How often the player of the row finished ahead of that of the column.

    look: "ahead", "behind", "even", the first two also "strongly"; "few" where they met too seldom to say.
    sign: the same as a shape, "" for few. says: the whole of it in words.
    """

    other_id: uuid.UUID
    meetings: Meetings
    look: str
    sign: str
    says: str


@dataclass(frozen=True)
class Line:
    """One row; a cell is None where the two never met, or are one."""

    player_id: uuid.UUID
    name: str
    sessions: int
    cells: list[Cell | None]


@dataclass(frozen=True)
class Named:
    """A rival by name: met `count` times, of which it, or its victim, was ahead in this share."""

    player_id: uuid.UUID
    name: str
    share: float
    count: int


@dataclass(frozen=True)
class RivalLine:
    player_id: uuid.UUID
    name: str
    nemesis: Named | None
    victim: Named | None


def matrix_of(found: Rivals) -> list[Line]:
    """The players with most sessions, down and across in the same order."""
    return [
        Line(
            player_id=standing.player.id,
            name=isolated(standing.player.name),
            sessions=standing.sessions,
            cells=[_cell(found, standing.player, other) for other in found.shown],
        )
        for standing in found.everybody[: len(found.shown)]
    ]


def rivals_of(found: Rivals) -> list[RivalLine]:
    """Everybody who has a nemesis or a victim."""
    return [
        RivalLine(
            player_id=standing.player.id,
            name=isolated(standing.player.name),
            nemesis=_named(standing.nemesis, ahead=False),
            victim=_named(standing.victim, ahead=True),
        )
        for standing in found.everybody
        if standing.nemesis or standing.victim
    ]


def _cell(found: Rivals, own: Player, other: Player) -> Cell | None:
    meetings = found.between(own, other)
    if own is other or not meetings.count:
        return None
    look, strongly = _look(meetings), meetings.are_enough and _leans(meetings, STRONGLY)
    return Cell(
        other_id=other.id,
        meetings=meetings,
        look=f"{look} strongly" if strongly else look,
        sign=SIGNS[look] * (2 if strongly else 1),
        says=_in_words(own.name, other.name, meetings),
    )


def _look(meetings: Meetings) -> str:
    if not meetings.are_enough:
        return "few"
    if not _leans(meetings, CLEARLY):
        return "even"
    return "ahead" if meetings.ahead > meetings.behind else "behind"


def _leans(meetings: Meetings, hundredths: int) -> bool:
    """In whole numbers, or 45 in 100 would not be as far away as 55."""
    return 50 * abs(meetings.ahead - meetings.behind) >= hundredths * meetings.count


def _in_words(own: str, other: str, meetings: Meetings) -> str:
    """ "Anna ahead of Bo in 12 of 20 sessions, 1 level"."""
    said = _(
        "%(name)s ahead of %(other)s in %(ahead)d of %(sessions)s",
        name=isolated(own),
        other=isolated(other),
        ahead=meetings.ahead,
        sessions=ngettext("%(num)d session", "%(num)d sessions", meetings.count),
    )
    level = _("%(count)d level", count=meetings.level)
    return f"{said}, {level}" if meetings.level else said


def _named(rival: Rival | None, *, ahead: bool) -> Named | None:
    if rival is None:
        return None
    share = rival.meetings.share
    return Named(
        player_id=rival.player.id,
        name=isolated(rival.player.name),
        share=share if ahead else 1 - share,
        count=rival.meetings.count,
    )
