"""One search box over the rules of all variants: a page of answers, or the answers alone while typing."""

from __future__ import annotations

from flask import abort, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from forms.options import OptionParams
from game.rulebook.pages import differing
from game.rulebook.search import SearchResult, TableChoice, search_rules
from game.rulebook.values import resolved_options
from game.variants import VARIANTS, Variant
from views.rules import bp
from views.web.addresses import next_url
from views.web.language import current_language
from views.wording.options import tonight_in_words

LONGEST = 200


@bp.get("/rules/search")
def search() -> ResponseReturnValue:
    """`q` is the question. `variant` and options in the query limit it to that game, unless the question
    names another. Uses no database.
    """
    query = request.args.get("q", "").strip()
    variant = _variant()
    options = OptionParams(variant, current_language(), request.args) if variant else None
    problem = _("Please keep it to %(n)d characters.", n=LONGEST) if len(query) > LONGEST else ""
    answer = None
    if query and not problem:
        table = _chosen(variant, options) if variant and options else None
        answer = search_rules(query, current_language(), variant.key if variant else None, table)
    part = "_results" if request.headers.get("X-Fragment") == "1" else "show"
    page = render_template(
        f"rules/search/{part}.html",
        search_text=query,
        problem=problem,
        answer=answer,
        found=problem or _found(answer),
        variant=variant,
        variants=VARIANTS,
        query=options.query if options else {},
        tonight=_tonight(variant, options) if variant and options else {},
        back=next_url(),
    )
    response = make_response(page, 422 if problem else 200)
    response.vary.add("X-Fragment")
    return response


def _variant() -> Variant | None:
    key = request.args.get("variant")
    if key and key not in VARIANTS:
        abort(404)
    return VARIANTS[key] if key else None


def _chosen(variant: Variant, options: OptionParams) -> TableChoice | None:
    """The table's options; None where they are the defaults or invalid."""
    if not options.query or not options.is_sound:
        return None
    written = {(name, value) for name, value in options.query.items() if name != "players"}
    return TableChoice(variant.key, frozenset(written), options.players)


def _tonight(variant: Variant, options: OptionParams) -> dict[str, str]:
    """Options that differ from the defaults, in words, by key."""
    if not options.is_sound:
        return {}
    chosen = resolved_options(variant, options.given, options.players)
    return {o.key: tonight_in_words(o, chosen[o.key]) for o in differing(variant, chosen, options.players)}


def _found(answer: SearchResult | None) -> str:
    """The result, for the page's live region."""
    if answer is None:
        return ""
    if not answer.hits:
        return _("The rules say nothing about that.")
    return str(ngettext("%(num)d place in the rules", "%(num)d places in the rules", len(answer.hits)))
