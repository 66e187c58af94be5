"""One search box over the rules of all variants: a page of answers, or the answers alone while typing."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from flask import Response, abort, current_app, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from flask_babel import ngettext

from forms.options import OptionParams
from game.referee.cards import write_cards
from game.rulebook.comparison import row_of
from game.rulebook.pages import differing
from game.rulebook.search import GameVerdict, Hit, SearchResult, TableChoice, search_rules
from game.rulebook.search.entries import hits_of
from game.rulebook.search.offline import offline_index
from game.rulebook.search.verdicts import Case
from game.rulebook.values import resolved_options
from game.variants import VARIANTS, Variant
from views.rules import bp
from views.rules.comparison import cell_in_words, title_of
from views.web.addresses import next_url
from views.web.language import current_language
from views.words.eights_verdict import WORDS as OF_EIGHTS
from views.words.melds_verdict import WORDS as OF_MELDS
from views.words.phrases import listed, tonight_in_words, words
from views.words.verdict import VerdictText

MAX_LENGTH = 200
ASKED = "asked"  # a cookie with the last questions of this phone: [[table, question], …]
MAX_STORED_QUESTIONS = 5
MAX_STORED_LENGTH = 80
COOKIE_SECONDS = 24 * 3600
SUIT_CONDITIONS = {
    "same": N_("in the same suit"),
    "other": N_("in another suit"),
    "named": N_("in the suit that was named"),
    "not_named": N_("in any other suit"),
    "one_suit": N_("all in one suit"),
    "several_suits": N_("each in another suit"),
}
SELF_EXPLANATORY = frozenset(("named", "not_named"))  # conditions that need no reason
CHAIN_CONDITIONS = {
    "live": N_("while nobody has drawn for the 2"),
    "drawn": N_("after somebody has drawn for it"),
}
VOCABULARIES = {"eights": OF_EIGHTS, "rummy": OF_MELDS}  # by family of games


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
    problem = _("Please keep it to %(n)d characters.", n=MAX_LENGTH) if len(query) > MAX_LENGTH else ""
    answer = None
    chosen = _table_choice(variant, options) if variant and options else None
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
        found=problem or _result_in_words(answer),
        variant=variant,
        variants=VARIANTS,
        query=options.query if options else {},
        tonight=_tonight(variant, options) if variant and options else {},
        back=next_url(),
        table=table,
        last_questions=[text for of, text in asked if of == table and text != query] if table else [],
        verdict_lines=lambda verdict: _verdict_lines(verdict, current_language(), chosen),
        referee_address=_referee_address,
        row=_row(answer),
    )
    response = make_response(page, 422 if problem else 200)
    response.vary.add("X-Fragment")
    if answer and table:
        _store_asked(response, asked, table, query)
    return response


@bp.get("/rules/<key>/index.json")
def index_of(key: str) -> dict[str, Any]:
    """The search index of one table, for phones without a network: passages with the words that find them.

    Options in the query as on the page of the rules.
    """
    variant = VARIANTS.get(key) or abort(404)
    options = OptionParams(variant, current_language(), request.args)
    return offline_index(current_language(), _table_choice(variant, options))


def _variant(key: str | None) -> Variant | None:
    if key and key not in VARIANTS:
        abort(404)
    return VARIANTS[key] if key else None


def _table_choice(variant: Variant, options: OptionParams) -> TableChoice:
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


def _result_in_words(answer: SearchResult | None) -> str:
    """The result, for the page's live region; "" without a question."""
    if answer is None:
        return ""
    if answer.is_answered and answer.verdicts:
        return str(ngettext("%(num)d answer", "%(num)d answers", len(answer.verdicts)))
    if answer.is_answered:
        return str(ngettext("%(num)d place in the rules", "%(num)d places in the rules", len(answer.hits)))
    names = listed([words(variant.name) for key, variant in VARIANTS.items() if key in answer.named])
    if names:
        return _("The rules of %(variants)s say nothing about that.", variants=names)
    return _("The rules say nothing about that.")


def _row(answer: SearchResult | None) -> tuple[str, list[tuple[Variant, str]]] | None:
    """The row of the comparison that answers: its title, and the answer of each variant."""
    if not answer or not answer.row:
        return None
    compared = [variant for key, variant in VARIANTS.items() if not answer.named or key in answer.named]
    row = row_of(answer.row, compared)
    return title_of(row), [(v, cell_in_words(cell)) for v, cell in zip(compared, row.cells, strict=True)]


@dataclass(frozen=True)
class VerdictLine:
    """One case of a verdict. condition: "" if it is the only one. rule: "" if the next line has the same."""

    answer: str
    condition: str
    rule: str


def _verdict_lines(of_game: GameVerdict, language: str, table: TableChoice | None) -> list[VerdictLine]:
    choices = {table.key: table} if table else {}
    passages = hits_of(language, choices.get(of_game.variant, TableChoice(of_game.variant)))
    lines = [_verdict_line(of_game, case, passages) for case in of_game.cases]
    repeated = [line.rule == following.rule for line, following in pairwise(lines)] + [False]
    return [replace(line, rule="") if again else line for line, again in zip(lines, repeated, strict=True)]


def _verdict_line(of_game: GameVerdict, case: Case, passages: Mapping[str, Hit]) -> VerdictLine:
    conditions = [SUIT_CONDITIONS.get(case.suit), CHAIN_CONDITIONS.get(case.chain)]
    variant = VARIANTS[of_game.variant]
    verdict = VerdictText(case.verdict, VOCABULARIES[variant.play["family"]], variant, [])
    if of_game.names_suits:
        rule = " ".join(verdict.steps) or verdict.reason
    elif case.suit in SELF_EXPLANATORY:
        rule = ""
    else:
        rule = verdict.reason_without_suits or _stated_rule(case, passages) or verdict.reason
    if case.verdict.answer == "yes":
        rule = " ".join(filter(None, [rule, *verdict.effects]))
    return VerdictLine(case.verdict.answer, ", ".join(str(each) for each in conditions if each), rule)


def _stated_rule(case: Case, passages: Mapping[str, Hit]) -> str:
    """Return the passage that states the rule: the referee’s sentence would name suits nobody asked about.

    Preferred are most of the deciding citations, few others, and not the summary. "" without a passage.
    """
    decisive = set(case.verdict.reason.facts) if case.verdict.reason else set()
    stating = [hit for hit in passages.values() if hit.states_rule and decisive & set(hit.cited)]
    if not stating:
        return ""

    def fitness(hit: Hit) -> tuple[int, int, bool]:
        return len(decisive & set(hit.cited)), -len(hit.cited), not hit.anchor.startswith("short-")

    return max(stating, key=fitness).text


def _referee_address(of_game: GameVerdict, query: Mapping[str, str]) -> str:
    """The page of the referee with these cards; suits that the query leaves open are chosen."""
    case = of_game.cases[0]
    cards = write_cards(case.play)
    position = {"top": write_cards([case.top]), "play": cards} if case.top else {"meld": cards}
    params: dict[str, Any] = {**position, **query}
    return url_for("referee.show", key=of_game.variant, **params)


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
        return [(str(table), str(text)[:MAX_STORED_LENGTH]) for table, text in stored][:MAX_STORED_QUESTIONS]
    except (ValueError, TypeError, RecursionError):
        return []


def _store_asked(response: Response, asked: list[tuple[str, str]], table: str, query: str) -> None:
    """Add a question. While it is typed, it replaces its own beginning."""
    earlier = [entry for entry in asked if not _continues(entry, table, query)]
    newest = [(table, query[:MAX_STORED_LENGTH]), *earlier][:MAX_STORED_QUESTIONS]
    response.set_cookie(
        ASKED,
        json.dumps(newest),
        max_age=COOKIE_SECONDS,
        path="/rules",
        httponly=True,
        samesite="Lax",
        secure=current_app.session_interface.get_cookie_secure(current_app),
    )


def _continues(entry: tuple[str, str], table: str, query: str) -> bool:
    before, now = entry[1].casefold(), query.casefold()
    return entry[0] == table and (now.startswith(before) or before.startswith(now))
