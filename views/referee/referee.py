"""The referee's page. The question is in the address, so that a link shows it to everybody."""

from __future__ import annotations

from collections.abc import Callable

from flask import abort, make_response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from forms.options import OptionParams
from game.referee.cards import SUIT_SIGNS
from game.variants import VARIANTS, Variant
from views.referee import bp
from views.referee.eights import EightsPage
from views.referee.melds import MeldsPage
from views.referee.page import RefereePage
from views.web.addresses import next_url
from views.web.language import current_language

FAMILIES: dict[str, Callable[[Variant, OptionParams], RefereePage]] = {
    "eights": EightsPage,
    "rummy": MeldsPage,
}


@bp.get("/rules/<key>/referee")
def show(key: str) -> ResponseReturnValue:
    variant = VARIANTS.get(key)
    if variant is None:
        abort(404)
    options = OptionParams(variant, current_language(), request.args)
    page = FAMILIES[variant.play["family"]](variant, options)
    question = render_template(
        f"referee/_{page.family}.html", variant=variant, page=page, back=next_url(), signs=SUIT_SIGNS
    )
    if request.headers.get("X-Fragment") != "1":
        question = render_template(
            "referee/show.html",
            variant=variant,
            page=page,
            back=next_url(),
            question=Markup(question),  # noqa: S704 - our own page
        )
    response = make_response(question, 200 if page.is_sound else 422)
    response.vary.add("X-Fragment")
    return response
