"""The search index of one table, for phones without a network."""

from __future__ import annotations

from typing import Any

from flask import abort, request

from forms.options import OptionParams
from game.rulebook.search.offline import offline_index
from game.variants import VARIANTS
from views.rules import bp
from views.rules.search import table_choice
from views.web.language import current_language


@bp.get("/rules/<key>/index.json")
def index_of(key: str) -> dict[str, Any]:
    """Passages with the words that find them; options in the query as on the page of the rules."""
    variant = VARIANTS.get(key) or abort(404)
    options = OptionParams(variant, current_language(), request.args)
    return offline_index(current_language(), table_choice(variant, options))
