"""Statistics: wins, head-to-heads, records and ratings, over the nights of a filter."""

from __future__ import annotations

from flask import Blueprint, Response, request

from views.web.addresses import GROUP

bp = Blueprint("statistics", __name__, url_prefix=f"{GROUP}/statistics")


@bp.after_request
def answer_unchanged_with_304(response: Response) -> Response:
    """These pages are long and seldom change. The tag is made from the content, its messages included."""
    if request.method == "GET" and response.status_code == 200:  # noqa: PLR2004
        response.add_etag(weak=True)
        response.make_conditional(request)
    return response


from views.statistics import periods, player, ratings, records, rivals, statistics, years
