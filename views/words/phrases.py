"""Words of any page: a text of a variant, lists, small numbers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Protocol

from flask import g, has_request_context, request
from flask_babel import format_date, ngettext
from flask_babel import gettext as _

from game.rulebook.numerals import in_words
from game.texts import in_language
from game.variants import VARIANTS
from game.variants.option import Option
from models import CustomGame, Tournament
from models.custom_games import games_of
from views.web.language import current_language

MAX_NUMBER_IN_WORDS = 10


def listed(parts: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:  # noqa: PLR2004
        return "".join(parts)
    return _("%(first)s and %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


class Sentence(Protocol):
    """A text that waits for its values, and for the language of the page: lazy, with a plural, or plain."""

    def __mod__(self, values: Mapping[str, Any], /) -> str: ...


class Plural:
    """A sentence of two forms: Plural("%(num)d card", "%(num)d cards") % {"num": 2}.

    by: what the number is called among the values; the sentence itself calls it `num`.
    """

    def __init__(self, one: str, many: str, by: str = "num") -> None:
        self.one, self.many, self.by = one, many, by

    def __mod__(self, values: Mapping[str, Any]) -> str:
        return str(ngettext(self.one, self.many, **{**values, "num": values[self.by]}))


def number_word(count: int) -> str:
    """None to ten in words, larger numbers as figures."""
    return in_words(count, current_language(), common=True) if count <= MAX_NUMBER_IN_WORDS else str(count)


def words(text: str | Mapping[str, str]) -> str:
    """A text of a variant in the page's language."""
    return text if isinstance(text, str) else in_language(text, current_language())


def opening(text: str) -> str:
    """The text with a capital first letter, which Swedish weekdays lack."""
    return text[:1].upper() + text[1:]


def within_a_line(text: str) -> str:
    """The text with a small first letter, for use within a line."""
    return text[:1].lower() + text[1:]


def tonight_in_words(option: Option, value: Any) -> str:
    """A few words for a table that has chosen against the default."""
    chosen = next((choice for choice in option.choices if choice.value == value), None)
    texts = chosen.tonight if chosen else option.tonight
    if texts:
        return words(texts)
    name = within_a_line(words(option.name))
    return f"{name}: {option_value_in_words(option, value)}"


def option_value_in_words(option: Option, value: Any) -> str:
    """A value of an option: “yes”, “open”, the name of a choice, or the value itself; "" for points."""
    if option.kind == "points":
        return ""
    if isinstance(value, bool):
        return (_("Yes") if value else _("No")).lower()
    if value is None:
        return _("open")
    named = {choice.value: choice.name for choice in (*option.choices, *option.special)}
    return words(named[value]) if value in named else str(value)


def default_group_name(day: date) -> str:
    """The default name of a new group: "Friday table"."""
    return _("%(weekday)s table", weekday=opening(format_date(day, "EEEE")))


def stage_name(tournament: Tournament, stage: int) -> str:
    """The name of a stage of a tournament: a numbered round, or the play-off after the last round."""
    if stage > tournament.rounds:
        return _("Play-off")
    return _("Round %(number)d", number=stage)


def stage_of(tournament: Tournament, stage: int) -> str:
    """The name of a stage with the number of rounds: "Round 1 of 2"."""
    if stage > tournament.rounds:
        return stage_name(tournament, stage)
    return _("Round %(number)d of %(total)d", number=stage, total=tournament.rounds)


def variant_name(key: str) -> str:
    """The variant's name, also of a custom game of the page's group."""
    if key in VARIANTS:
        return words(VARIANTS[key].name)
    game = own_game(key)
    return game.name if game else _("another game")


def own_game(key: str) -> CustomGame | None:
    """A custom game of the page's group; all of them are read once per request."""
    if "own_games" not in g:
        group_id = (request.view_args or {}).get("group_id") if has_request_context() else None
        g.own_games = {game.key: game for game in games_of(group_id)} if group_id else {}
    games: dict[str, CustomGame] = g.own_games
    return games.get(key)
