"""What a table chooses, in words: the usual value of an option, and what is said where a table differs."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _

from variants.option import Option
from variants.text import in_language
from views.web.language import current_language


def usual_in_words(option: Option) -> str:
    """The default: “yes”, “Suit or rank”, “1, from 6 players on 2”; "" where a line cannot say it."""
    if option.default_players:
        return _("as many as there are players")
    if option.default_from:
        (_least, first), *later = option.default_from
        steps = [_("from %(players)d players on %(value)d", players=n, value=value) for n, value in later]
        return ", ".join([value_in_words(option, first), *steps])
    return value_in_words(option, option.default)


def value_in_words(option: Option, value: Any) -> str:
    if option.kind == "points":
        return ""
    if isinstance(value, bool):
        return (_("Yes") if value else _("No")).lower()
    if value is None:
        return _("open")
    named = {choice.value: choice.name for choice in (*option.choices, *option.special)}
    return in_language(named[value], current_language()) if value in named else str(value)


def tonight_in_words(option: Option, value: Any) -> str:
    """A few words for a table that has chosen against the default."""
    chosen = next((choice for choice in option.choices if choice.value == value), None)
    said = chosen.tonight if chosen else option.tonight
    if said:
        return in_language(said, current_language())
    name, of_value = in_language(option.name, current_language()), value_in_words(option, value)
    return f"{name[:1].lower()}{name[1:]}: {of_value}"
