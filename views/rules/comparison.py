"""Variants side by side, and the points of one hand in each; the address contains the whole comparison."""

from __future__ import annotations

from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.comparison import BY_RANK, Comparison
from game.referee.cards import SUIT_SIGNS
from game.rulebook.comparison import ComparisonRow, ExtraCards, default_rules, differing, hand_value
from game.rulebook.comparison import compare as side_by_side
from game.variants import VARIANTS
from views.rules import bp
from views.rules.comparison_words import PARTS, QUESTIONS, phrase
from views.words.cards import card_name, rank_name
from views.words.phrases import listed, opening


@bp.get("/rules/compare")
def compare() -> ResponseReturnValue:
    comparison = Comparison(request.args)
    every = side_by_side(comparison.variants)
    different = differing(every)
    page = render_template(
        "rules/comparison/show.html",
        comparison=comparison,
        parts=different if comparison.only_differences else every,
        rows=[sum(len(part.rows) for part in parts) for parts in (every, different)],
        hand_values=[
            (variant, hand_value(comparison.cards, default_rules(variant))) for variant in comparison.variants
        ],
        everything=VARIANTS.values(),
        query=_query(comparison),
        address=lambda **changes: url_for("rules.compare", **{**_query(comparison), **changes}),
        ranks=tuple(BY_RANK),
        signs=SUIT_SIGNS,
        card_name=card_name,
        rank_name=rank_name,
        title_of_part=lambda part: str(PARTS[part.key]),
        title_of=title_of,
        phrase=phrase,
        extra_in_words=extra_in_words,
    )
    return page, 200 if comparison.is_sound else 422


def _query(comparison: Comparison) -> dict[str, Any]:
    """The comparison as query parameters, without defaults."""
    keys = [variant.key for variant in comparison.variants]
    query = {
        "variant": keys if keys != list(VARIANTS) else None,
        "only": "differences" if comparison.only_differences else None,
        "hand": comparison.hand or None,
    }
    return {name: value for name, value in query.items() if value}


def title_of(row: ComparisonRow) -> str:
    return (
        opening(listed([rank_name(rank) for rank in row.ranks])) if row.ranks else str(QUESTIONS[row.about])
    )


def extra_in_words(extra: ExtraCards) -> str:
    """Why no hand of this game can be like that."""
    if not extra.most:
        return _("There is no joker in this game; here it counts nothing.")
    card = extra.card
    name = rank_name(card.rank) + SUIT_SIGNS.get(card.suit, "")
    return _(
        "%(held)d × %(card)s, but the pack holds only %(most)d.",
        held=extra.held,
        card=name,
        most=extra.most,
    )
