"""The rules of a variant, taught in the order a table needs them; readable by everybody, without a group."""

from __future__ import annotations

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.options import OptionParams
from game.rulebook.pages import page as page_of
from game.variants import VARIANTS
from game.variants.option import Option
from views.rules import bp
from views.web.addresses import next_url
from views.web.language import current_language
from views.words.phrases import option_value_in_words, tonight_in_words


@bp.get("/rules")
def index() -> ResponseReturnValue:
    return render_template("rules/index.html", variants=VARIANTS.values())


@bp.get("/rules/<key>")
def show(key: str) -> ResponseReturnValue:
    """One variant, under the options that the address names; the usual ones where it names them wrongly."""
    variant = VARIANTS.get(key)
    if variant is None:
        abort(404)
    language = current_language()
    options = OptionParams(variant, language, request.args)
    problems = list(options.problems.values())
    if problems:
        options = OptionParams(variant, language, {})
    page = page_of(variant, language, options.given, options.players)
    answer = render_template(
        "rules/show.html",
        variant=variant,
        page=page,
        problems=problems,
        tonight={o.key: tonight_in_words(o, page.chosen[o.key]) for o in page.differing},
        default_in_words=_default_in_words,
        query=options.query,
        back=next_url(),
    )
    return answer, 422 if problems else 200


def _default_in_words(option: Option) -> str:
    """“yes”, “Suit or rank”, “1, but 2 from 6 players up”; "" where a line is too short for it."""
    if option.default_players:
        return _("as many as there are players")
    if option.default_from:
        (_least, first), *later = option.default_from
        usual = option_value_in_words(option, first)
        for n, value in later:
            usual = _("%(usual)s, but %(value)d from %(n)d players up", usual=usual, value=value, n=n)
        return usual
    return option_value_in_words(option, option.default)
