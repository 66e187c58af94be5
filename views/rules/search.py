"""One search box over the rules of all variants: a page of answers, or the answers alone while typing."""

from __future__ import annotations

from flask import abort, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from forms.options import AskedOptions
from game.rulebook.pages import differing
from game.rulebook.search import SearchResult, TableChoice, search_rules
from game.rulebook.values import resolved_options
from game.variants import VARIANTS, Variant
from views.rules import bp
from views.web.addresses import way_back
from views.web.language import current_language
from views.wording.options import tonight_in_words

LONGEST = 200


@bp.get("/rules/search")
def search() -> ResponseReturnValue:
    """`q` is the question; with `variant` it is about that one, under the options that the address names as
    well, unless the question names another. Asks no database.
    """
    asked = request.args.get("q", "").strip()
    variant = _variant()
    options = AskedOptions(variant, current_language(), request.args) if variant else None
    problem = _("Please keep it to %(n)d characters.", n=LONGEST) if len(asked) > LONGEST else ""
    answer = None
    if asked and not problem:
        table = _chosen(variant, options) if variant and options else None
        answer = search_rules(asked, current_language(), variant.key if variant else None, table)
    part = "_results" if request.headers.get("X-Fragment") == "1" else "show"
    page = render_template(
        f"rules/search/{part}.html",
        asked=asked,
        problem=problem,
        answer=answer,
        found=problem or _found(answer),
        variant=variant,
        variants=VARIANTS,
        query=options.query if options else {},
        tonight=_tonight(variant, options) if variant and options else {},
        back=way_back(),
    )
    response = make_response(page, 422 if problem else 200)
    response.vary.add("X-Fragment")
    return response


def _variant() -> Variant | None:
    key = request.args.get("variant")
    if key and key not in VARIANTS:
        abort(404)
    return VARIANTS[key] if key else None


def _chosen(variant: Variant, options: AskedOptions) -> TableChoice | None:
    """What the table chose; None where it is as usual, or the address says what cannot be."""
    if not options.query or not options.is_sound:
        return None
    written = {(name, value) for name, value in options.query.items() if name != "players"}
    return TableChoice(variant.key, frozenset(written), options.players)


def _tonight(variant: Variant, options: AskedOptions) -> dict[str, str]:
    """What is not as usual at the table, by the option's key."""
    if not options.is_sound:
        return {}
    chosen = resolved_options(variant, options.given, options.players)
    return {o.key: tonight_in_words(o, chosen[o.key]) for o in differing(variant, chosen, options.players)}


def _found(answer: SearchResult | None) -> str:
    """How it went, to be said aloud."""
    if answer is None:
        return ""
    if not answer.hits:
        return _("The rules say nothing about that.")
    return str(ngettext("%(num)d place in the rules", "%(num)d places in the rules", len(answer.hits)))
