"""One search box over the rules of all variants: a page of answers, or the answers alone while typing."""

from __future__ import annotations

import json
import uuid
from typing import Any

from flask import Response, abort, current_app, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from forms.options import OptionParams
from game.rulebook.comparison import row_of
from game.rulebook.pages import differing
from game.rulebook.search import SearchResult, TableChoice, search_rules
from game.rulebook.values import resolved_options
from game.variants import VARIANTS, Variant
from views.rules import bp
from views.rules.comparison import title_of
from views.rules.comparison_words import cell_in_words
from views.rules.search_words import referee_address, verdict_lines
from views.web.addresses import next_url
from views.web.language import current_language
from views.words.options import tonight_in_words
from views.words.phrases import listed, words

LONGEST = 200
ASKED = "asked"  # a cookie with the last questions of this phone: [[table, question], …]
MOST_ASKED = 5
LONGEST_ASKED = 80
KEPT_FOR = 24 * 3600  # seconds


@bp.get("/rules/search")
@bp.get("/rules/<key>/search")
def search(key: str | None = None) -> ResponseReturnValue:
    """`q` is the question. key, or `variant`, and options in the query limit it to that game, unless the
    question names another. `table`: the session that asks, whose last questions are offered.

    Uses no database.
    """
    query = request.args.get("q", "").strip()
    variant = _variant(key or request.args.get("variant"))
    options = OptionParams(variant, current_language(), request.args) if variant else None
    problem = _("Please keep it to %(n)d characters.", n=LONGEST) if len(query) > LONGEST else ""
    answer = None
    chosen = table_choice(variant, options) if variant and options else None
    if query and not problem:
        answer = search_rules(query, current_language(), variant.key if variant else None, chosen)
    table = _table()
    asked = _asked()
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
        table=table,
        last_questions=[text for of, text in asked if of == table and text != query] if table else [],
        verdict_lines=lambda verdict: verdict_lines(verdict, current_language(), chosen),
        referee_address=referee_address,
        row=_row(answer),
    )
    response = make_response(page, 422 if problem else 200)
    response.vary.add("X-Fragment")
    if answer and table:
        _store_asked(response, asked, table, query)
    return response


def _variant(key: str | None) -> Variant | None:
    if key and key not in VARIANTS:
        abort(404)
    return VARIANTS[key] if key else None


def table_choice(variant: Variant, options: OptionParams) -> TableChoice:
    """The options of a table; the defaults if one is invalid."""
    if not options.is_sound:
        return TableChoice(variant.key)
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
    if not answer.is_answered:
        return nothing_found(answer)
    if answer.verdicts:
        return str(ngettext("%(num)d answer", "%(num)d answers", len(answer.verdicts)))
    return str(ngettext("%(num)d place in the rules", "%(num)d places in the rules", len(answer.hits)))


def _row(answer: SearchResult | None) -> tuple[str, list[tuple[Variant, str]]] | None:
    """The row of the comparison that answers: its title, and the answer of each variant."""
    if not answer or not answer.row:
        return None
    compared = [variant for key, variant in VARIANTS.items() if not answer.named or key in answer.named]
    row = row_of(answer.row, compared)
    return title_of(row), [(v, cell_in_words(cell)) for v, cell in zip(compared, row.cells, strict=True)]


def nothing_found(answer: SearchResult) -> str:
    names = listed([words(variant.name) for key, variant in VARIANTS.items() if key in answer.named])
    return (
        _("The rules of %(variants)s say nothing about that.", variants=names)
        if names
        else _("The rules say nothing about that.")
    )


def _table() -> str:
    """The id of the session that asks, "" if there is none."""
    try:
        return str(uuid.UUID(request.args.get("table", "")))
    except ValueError:
        return ""


def _asked() -> list[tuple[str, str]]:
    """The last questions of this phone with their tables, newest first."""
    try:
        stored: Any = json.loads(request.cookies.get(ASKED, "[]"))
        return [(str(table), str(text)[:LONGEST_ASKED]) for table, text in stored][:MOST_ASKED]
    except (ValueError, TypeError, RecursionError):
        return []


def _store_asked(response: Response, asked: list[tuple[str, str]], table: str, query: str) -> None:
    """Add a question. While it is typed, it replaces its own beginning."""
    earlier = [entry for entry in asked if not _continues(entry, table, query)]
    newest = [(table, query[:LONGEST_ASKED]), *earlier][:MOST_ASKED]
    response.set_cookie(
        ASKED,
        json.dumps(newest),
        max_age=KEPT_FOR,
        path="/rules",
        httponly=True,
        samesite="Lax",
        secure=current_app.session_interface.get_cookie_secure(current_app),
    )


def _continues(entry: tuple[str, str], table: str, query: str) -> bool:
    before, now = entry[1].casefold(), query.casefold()
    return entry[0] == table and (now.startswith(before) or before.startswith(now))
