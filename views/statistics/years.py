"""The year in review: one page to share and to print, and the same as text."""

from __future__ import annotations

import uuid

from flask import Response, abort, render_template
from flask.typing import ResponseReturnValue

from models import Group, Player
from models.history import years_of
from views.statistics import bp
from views.statistics.year_message import hours_in_words, never_met, reached, there, year_text
from views.statistics.year_review import YearReview
from views.web.access import reader


@bp.get("/years")
def years(group_id: uuid.UUID) -> ResponseReturnValue:
    """The newest one."""
    group = reader(group_id).group
    found = years_of(group_id)
    if not found:
        return render_template("statistics/years/none.html")
    return _year_page(group, found, found[0])


@bp.get("/years/<int:year>")
def show_year(group_id: uuid.UUID, year: int) -> ResponseReturnValue:
    group = reader(group_id).group
    return _year_page(group, years_of(group_id), year)


@bp.get("/years/<int:year>.txt")
def year_message(group_id: uuid.UUID, year: int) -> ResponseReturnValue:
    group = reader(group_id).group
    review = _review(group, years_of(group_id), year)
    return Response(year_text(review, group.name) + "\n", mimetype="text/plain")


def _year_page(group: Group, found: list[int], year: int) -> str:
    review = _review(group, found, year)
    return render_template(
        "statistics/years/show.html",
        review=review,
        years=found,
        earlier=next((one for one in found if one < year), None),
        text=year_text(review, group.name),
        hours=hours_in_words(review),
        never_met=never_met(),
        reached=reached,
        there=there,
    )


def _review(group: Group, found: list[int], year: int) -> YearReview:
    """404 where the group has no night in that year."""
    if year not in found:
        abort(404)
    return YearReview(group.id, year, Player.everybody_in(group.id))
