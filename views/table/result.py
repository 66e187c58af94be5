"""A result to carry away: the picture and the words."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from models import Change, Session
from views.table.standings import Row, rows_of
from views.web.access import reader, session_of
from views.wording.changes import change_in_words
from views.wording.chart import SEAT_COLOURS, Chart
from views.wording.deals import blocks_in_words
from views.wording.results import _text, decided_of, early_in_words, headline_of
from views.wording.score_chart import score_chart
from views.wording.score_sheet import Sheet, sheet_of

results = Blueprint("results", __name__)


@results.get("/result.svg")
def picture(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The result as one picture that stands alone: its colours are its own, whatever the theme."""
    reader(group_id)
    session = session_of(group_id, session_id)
    svg = render_template(
        "table/result/picture.svg",
        session=session,
        view=result_of(session, may_score=False),
        seat_colours=SEAT_COLOURS,
    )
    return Response(svg, mimetype="image/svg+xml")


@results.get("/result.txt")
def text(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    session = session_of(group_id, session_id)
    return Response(result_of(session, may_score=False).text + "\n", mimetype="text/plain")


PODIUM = 3


@dataclass(frozen=True)
class Result:
    headline: str
    decided: str
    blocks: list[str]
    early: str
    podium: list[Row]
    others: list[Row]
    rows: list[Row]
    sheet: Sheet
    chart: Chart
    text: str
    last_change: Change | None
    last_words: str


def result_of(session: Session, *, may_score: bool) -> Result:
    rows = rows_of(session, session.deal_to_come())
    last = Change.last_of(session) if may_score else None
    headline = headline_of(session)
    decided = decided_of(session)
    return Result(
        headline=headline,
        decided=decided,
        blocks=blocks_in_words(session),
        early=early_in_words(session),
        podium=[row for row in rows if _on_podium(row)],
        others=[row for row in rows if not _on_podium(row)],
        rows=rows,
        sheet=sheet_of(session),
        chart=score_chart(session),
        text=_text(session, headline, decided),
        last_change=last,
        last_words=change_in_words(last, session) if last else "",
    )


def _on_podium(row: Row) -> bool:
    return row.rank is not None and row.rank <= PODIUM
