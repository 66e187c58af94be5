"""Variants side by side, and what one hand is worth under each; the comparison is the page's address."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from forms.comparison import BY_RANK, Comparison, read_comparison
from referee.cards import SUIT_SIGNS
from rulebook.comparison import compare as side_by_side
from rulebook.comparison import differing, usual_rules, worth_of
from variants import VARIANTS
from views.card_words import card_name, rank_name
from views.comparison_page import part_in_words, worth_in_words

compare = Blueprint("compare", __name__)


@compare.get("/rules/compare")
def show() -> ResponseReturnValue:
    asked = read_comparison(request.args)
    every = side_by_side(asked.variants)
    different = differing(every)
    page = render_template(
        "compare/show.html",
        asked=asked,
        parts=[part_in_words(part) for part in (different if asked.only_differences else every)],
        rows=[sum(len(part.rows) for part in parts) for parts in (every, different)],
        worths=[(v, worth_in_words(worth_of(asked.cards, usual_rules(v)))) for v in asked.variants],
        everything=VARIANTS.values(),
        query=_query(asked),
        address=lambda **changes: url_for("compare.show", **{**_query(asked), **changes}),
        ranks=tuple(BY_RANK),
        signs=SUIT_SIGNS,
        card_name=card_name,
        rank_name=rank_name,
    )
    return page, 200 if asked.is_sound else 422


def _query(asked: Comparison) -> dict[str, Any]:
    """This comparison as an address writes it, without what goes without saying."""
    keys = [variant.key for variant in asked.variants]
    query = {
        "variant": keys if keys != list(VARIANTS) else None,
        "only": "differences" if asked.only_differences else None,
        "hand": asked.hand or None,
    }
    return {name: value for name, value in query.items() if value}
