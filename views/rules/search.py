"""One search box over the rules of all variants: a page of answers, or the answers alone while typing."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from forms.options import AskedOptions
from rulebook.search import Answer, ask
from variants import VARIANTS, Variant
from views.web.addresses import way_back
from views.web.language import current_language

search = Blueprint("search", __name__)

LONGEST = 200


@search.get("/rules/search")
def show() -> ResponseReturnValue:
    """`q` is the question; with `variant` it is about that one, unless it names another. Asks no database."""
    asked = request.args.get("q", "").strip()
    variant = _variant()
    problem = _("Please keep it to %(n)d characters.", n=LONGEST) if len(asked) > LONGEST else ""
    answer = None
    if asked and not problem:
        answer = ask(asked, current_language(), variant.key if variant else None)
    part = "_results" if request.headers.get("X-Fragment") == "1" else "show"
    page = render_template(
        f"rules/search/{part}.html",
        asked=asked,
        problem=problem,
        answer=answer,
        found=problem or _found(answer),
        variant=variant,
        variants=VARIANTS,
        query=AskedOptions(variant, current_language(), request.args).query if variant else {},
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


def _found(answer: Answer | None) -> str:
    """How it went, to be said aloud."""
    if answer is None:
        return ""
    if not answer.hits:
        return _("The rules say nothing about that.")
    return str(ngettext("%(num)d place in the rules", "%(num)d places in the rules", len(answer.hits)))
