"""Who may still win a session, and how that went from round to round."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from flask import Blueprint, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from models import Session
from models.statistics.past_rounds import past_rounds
from review.chances import Chance, Prospects
from review.chances import chances as chances_of
from scoring.facts import SeatId
from views.table.chances_words import (
    basis_in_words,
    jump_in_words,
    names_of,
    progress_in_words,
    share_in_words,
    summary_in_words,
    why_nobody_knows,
)
from views.table.live import seen_by_reader, told_live
from views.web.access import session_of
from views.wording.chart import Chart, ChartLine, line_chart, places_to_name
from views.wording.figures import percent

chances = Blueprint("chances", __name__, url_prefix="/chances")

QUARTER = 0.25  # between the grid lines of the chart


@chances.get("")
def show(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The page, or with X-Fragment only what changes on it; one look-up while nothing is new."""
    seen = seen_by_reader(group_id, session_id)
    fragment = request.headers.get("X-Fragment") == "1"
    if fragment and request.if_none_match.contains_weak(seen.tag):
        return told_live(Response(status=304), seen)
    session = session_of(group_id, session_id)
    template = "table/chances/_board.html" if fragment else "table/chances/show.html"
    page = render_template(template, view=prospects_of(session))
    return told_live(make_response(page), seen)


@dataclass(frozen=True)
class Row:
    """One side now: `percent` for its bar."""

    names: str
    percent: float
    told: str
    leads: bool
    absent: bool


@dataclass(frozen=True)
class AfterRound:
    """A line of the table: after which round, and the chance of every side, seats in order."""

    number: int
    cells: list[str]


@dataclass(frozen=True)
class View:
    """What the page shows; only `why_not` where there are no chances to tell.

    now: the likeliest first, empty when the session is over. summary: how sure that is. turn: the round that
    changed most. basis: how it is worked out, by paragraph and sentence.
    """

    why_not: str = ""
    progress: str = ""
    now: Sequence[Row] = ()
    summary: str = ""
    turn: str = ""
    chart: Chart | None = None
    names: Sequence[str] = ()
    lines: Sequence[AfterRound] = ()
    basis: Sequence[list[str]] = ()


def prospects_of(session: Session) -> View:
    """Every phone sees the same, for the draws begin with the session's id."""
    prospects = _prospects(session)
    if prospects is None:
        return View(why_not=why_nobody_knows(session))
    still_open = not session.is_finished
    return View(
        progress=progress_in_words(session),
        now=_rows(session, prospects) if still_open else (),
        summary=summary_in_words(session, prospects) if still_open else "",
        turn=jump_in_words(session, prospects.biggest_jump()),
        chart=_chart(session, prospects) if session.rounds else None,
        names=[names_of(session, side) for side in prospects.sides],
        lines=[AfterRound(n, list(map(share_in_words, told))) for n, told in enumerate(prospects.after)],
        basis=basis_in_words(session, prospects),
    )


def _prospects(session: Session) -> Prospects | None:
    if session.summed:
        return None
    return chances_of(
        session.rules_in_force,
        session.seat_facts(),
        session.round_facts(),
        past_rounds(session),
        Random(str(session.id)),  # noqa: S311 - a picture of chance, not a secret
        finished=session.is_finished,
    )


def _rows(session: Session, prospects: Prospects) -> list[Row]:
    best = max(map(_share, prospects.now))
    rows = [
        Row(
            names=names_of(session, side),
            percent=round(100 * _share(chance), 1),
            told=share_in_words(chance),
            leads=_share(chance) == best,
            absent=chance is None,
        )
        for side, chance in zip(prospects.sides, prospects.now, strict=True)
    ]
    return sorted(rows, key=lambda row: (row.absent, -row.percent))


def _chart(session: Session, prospects: Prospects) -> Chart:
    across = [(n, str(n)) for n in places_to_name(len(session.rounds))]
    lines = [_line(session, prospects, number, side) for number, side in enumerate(prospects.sides)]
    return line_chart(lines, across=across, high=1, step=QUARTER, up=percent)


def _line(session: Session, prospects: Prospects, number: int, side: tuple[SeatId, ...]) -> ChartLine:
    now = prospects.now[number]
    return ChartLine(
        name=names_of(session, side),
        values=[chance.share if (chance := told[number]) else None for told in prospects.after],
        place=next(place for place, seat in enumerate(session.seats) if seat.id in side),
        value=share_in_words(now),
        bold=_share(now) == max(map(_share, prospects.now)),
    )


def _share(chance: Chance | None) -> float:
    return chance.share if chance else 0.0
