"""Who may still win a session, and how that went from round to round."""

from __future__ import annotations

import uuid
from random import Random

from flask import make_response, render_template
from flask.typing import ResponseReturnValue

from game.analysis.chances.gains import known_gains
from game.analysis.chances.session import Evidence, WinChances
from game.analysis.chances.session import chances as chances_of
from game.analysis.chances.simulation import Chance
from game.analysis.chances.strength import skill_records
from game.scoring.facts import SeatId
from models import Session
from models.people.colours import shapes
from models.statistics.past_rounds import past_rounds
from views.live.fragments import is_fragment, is_not_modified, not_modified, session_access, with_etag
from views.table import bp
from views.table.chances_words import (
    basis_in_words,
    jump_in_words,
    missing_reason,
    progress_in_words,
    share_in_words,
    summary_in_words,
)
from views.web.access import session_of
from views.words.chart import Chart, ChartLine, line_chart
from views.words.figures import percent
from views.words.hands import names_of
from views.words.score_chart import rounds_across

QUARTER = 0.25  # between the grid lines of the chart


@bp.get("/chances")
def chances(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Return the page, or with X-Fragment only its live part; one query if the version is unchanged."""
    access = session_access(group_id, session_id)
    if is_not_modified(access):
        return not_modified(access)
    session = session_of(group_id, session_id)
    template = "table/chances/_board.html" if is_fragment() else "table/chances/show.html"
    return with_etag(make_response(_page(template, session)), access)


def _page(template: str, session: Session) -> str:
    """The same for every phone: the simulation is seeded with the session's id."""
    found = _win_chances(session)
    if found is None:
        return render_template(template, why_not=missing_reason(session), progress="")
    return render_template(
        template,
        why_not="",
        progress=progress_in_words(session),
        chances=found,
        sides=[] if session.is_finished else _likeliest_first(found),
        summary="" if session.is_finished else summary_in_words(session, found),
        turn=jump_in_words(session, found.biggest_jump()),
        chart=_chart(session, found) if session.rounds else None,
        basis=basis_in_words(session, found),
        share_in_words=share_in_words,
    )


def _win_chances(session: Session) -> WinChances | None:
    if session.totals_only:
        return None
    past = past_rounds(session)
    known = skill_records(session.rules, past)
    return chances_of(
        session.rules_in_force,
        session.scored.seats,
        session.rounds,
        Evidence(past, {seat.id: known.of(seat.player_id) for seat in session.seats}, _counted(session)),
        Random(str(session.id)),  # noqa: S311 - a picture of chance, not a secret
        finished=session.is_finished,
    )


def _counted(session: Session) -> dict[SeatId, int]:
    """Gains of the next round that follow from the counts already sent."""
    number = len(session.rounds) + 1
    counting, seats = session.counted(number), [seat.id for seat in session.playing(number)]
    return known_gains(session.rules, seats, counting.out, counting.points())


def _likeliest_first(found: WinChances) -> list[tuple[tuple[SeatId, ...], Chance | None]]:
    """Each side and its chance now, None for one that is not at the table."""
    sides = zip(found.sides, found.now, strict=True)
    return sorted(sides, key=lambda one: (one[1] is None, -round(100 * _share(one[1]), 1)))


def _chart(session: Session, found: WinChances) -> Chart:
    across = rounds_across(len(session.rounds))
    lines = [_line(session, found, number, side) for number, side in enumerate(found.sides)]
    return line_chart(lines, across=across, high=1, step=QUARTER, up=percent)


def _line(session: Session, found: WinChances, number: int, side: tuple[SeatId, ...]) -> ChartLine:
    now = found.now[number]
    seat = next(seat for seat in session.seats if seat.id in side)
    return ChartLine(
        name=names_of(side, session),
        values=[chance.share if (chance := after[number]) else None for after in found.after],
        shape=shapes(other.player for other in session.seats)[seat.player_id],
        value=share_in_words(now),
        colour=seat.player.colour,
        bold=_share(now) == max(map(_share, found.now)),
    )


def _share(chance: Chance | None) -> float:
    return chance.share if chance else 0.0
