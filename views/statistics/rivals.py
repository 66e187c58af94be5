"""Between players: the table of who finishes ahead of whom, and the rivalry of two."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from models import Player
from models.names import isolated
from models.statistics.names import player_in
from models.statistics.rivalry import Rivalry, rivalry
from models.statistics.rivals import ENOUGH, Meetings, Rival, Rivals
from models.statistics.rivals import rivals as rivals_in
from views.statistics.selection import filter_of
from views.web.access import reader
from views.wording.chart import Chart, Line, line_chart
from views.wording.figures import number, percent
from views.wording.phrases import variant_name

rivals = Blueprint("rivals", __name__, url_prefix="/statistics/rivals")

CLEARLY, STRONGLY = 5, 15  # in 100, away from every second time
SIGNS = {"ahead": "▲", "behind": "▼", "even": "=", "few": ""}


@rivals.get("")
def index(group_id: uuid.UUID) -> ResponseReturnValue:
    member = reader(group_id)
    chosen = filter_of(group_id)
    found = rivals_in(chosen.selection)
    return render_template(
        "statistics/rivals.html",
        group=member.group,
        chosen=chosen,
        matrix=matrix_of(found),
        rivals=rivals_of(found),
        others=len(found.everybody) - len(found.shown),
        enough=ENOUGH,
    )


@rivals.get("/<uuid:player_id>/<uuid:other_id>")
def show(group_id: uuid.UUID, player_id: uuid.UUID, other_id: uuid.UUID) -> ResponseReturnValue:
    """Told of the first; nobody is their own rival."""
    member = reader(group_id)
    own, other = player_in(group_id, player_id), player_in(group_id, other_id)
    if own is None or other is None or own is other:
        abort(404)
    chosen = filter_of(group_id)
    found = rivalry(chosen.selection, own, other)
    return render_template(
        "statistics/rivalry.html",
        group=member.group,
        chosen=chosen,
        rivalry=found,
        names=names_of(found),
        chart=form_chart(found),
        variant_name=variant_name,
    )


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
class MatrixRow:
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


def matrix_of(found: Rivals) -> list[MatrixRow]:
    """The players with most sessions, down and across in the same order."""
    return [
        MatrixRow(
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


def names_of(found: Rivalry) -> tuple[str, str]:
    """Both names, as they may stand in any sentence."""
    return isolated(found.own.name), isolated(found.other.name)


def form_chart(found: Rivalry) -> Chart | None:
    """The first's share of the last meetings over time; None before there is a line to draw."""
    shares = found.form.shares
    if len(shares) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    own, _other = names_of(found)
    line = Line(
        name=own,
        values=[100 * share for _end, share in shares],
        place=0,
        value=percent(shares[-1][1]),
        bold=True,
    )
    places = sorted({0, (len(shares) - 1) // 2, len(shares) - 1})
    across = [(place, number(shares[place][0])) for place in places]
    return line_chart([line], across=across, high=100, step=25, up=lambda value: percent(value / 100))
