"""Options in words: defaults, differences at a table, and possible lengths of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flask_babel import gettext as _
from wtforms import Field

from game.texts import in_language
from game.variants import Variant
from game.variants.option import Option
from views.web.language import current_language
from views.words.figures import number, rounded
from views.words.phrases import listed, opening, words

MINUTES_A_ROUND = 6  # a plain guess: dealing, playing and counting, whatever the game and however many play
DEFAULT_COUNTS = (5, 10)


def default_in_words(option: Option) -> str:
    """“yes”, “Suit or rank”, “1, but 2 from 6 players up”; "" where a line is too short for it."""
    if option.default_players:
        return _("as many as there are players")
    if option.default_from:
        (_least, first), *later = option.default_from
        usual = value_in_words(option, first)
        for n, value in later:
            usual = _("%(usual)s, but %(value)d from %(n)d players up", usual=usual, value=value, n=n)
        return usual
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


def holding_in_words(option: Option, value: Any) -> str:
    """A short explanation of this value; "" if it needs none."""
    if option.kind == "yes_no" and value is option.default:
        return _within_a_line(in_language(option.name, current_language())) if value else ""
    is_stated = any(choice.value == value for choice in option.choices)
    if option.kind == "points" or value in (None, "") or (option.choices and not is_stated):
        return ""
    return tonight_in_words(option, value)


def house_rules_in_words(variant: Variant, fields: Iterable[Field]) -> str:
    """One line for everything that holds at a table: "two decks, an 8 may follow a 3 or 10"."""
    typed = [(field.short_name, getattr(field, "text", field.data)) for field in fields if not field.errors]
    named = [(variant.option(key), value) for key, value in typed]
    texts = [holding_in_words(option, value) for option, value in named if option is not None]
    return ", ".join(text for text in texts if text)


def options_in_words(variant: Variant, keys: Sequence[str]) -> str:
    """Names of these options: "Decks and Length"; unknown ones are counted as one."""
    named = [option.name for option in map(variant.option, keys) if option is not None]
    removed = [_("a house rule that no longer exists")] if len(named) < len(keys) else []
    return listed([in_language(name, current_language()) for name in named] + removed)


def tonight_in_words(option: Option, value: Any) -> str:
    """A few words for a table that has chosen against the default."""
    chosen = next((choice for choice in option.choices if choice.value == value), None)
    texts = chosen.tonight if chosen else option.tonight
    if texts:
        return in_language(texts, current_language())
    name = _within_a_line(in_language(option.name, current_language()))
    return f"{name}: {value_in_words(option, value)}"


def _within_a_line(text: str) -> str:
    """The text for use within a line."""
    return text[:1].lower() + text[1:]


Length = tuple[str, str, str]  # what a form sends for it ("" for as usual), its name, how long it takes


def lengths(variant: Variant) -> list[Length]:
    """Lengths to choose from, with rounds and approximate minutes; empty without a choice."""
    option = variant.length
    if option is None:
        return []
    return list(_chosen(option, variant) if option.choices else _counted(option, variant))


def _chosen(option: Option, variant: Variant) -> Iterator[Length]:
    for choice in option.choices:
        count: Any = choice.sets["rounds"]
        rounds = words(variant.words["rounds"] or "")
        note = _(
            "%(count)d %(rounds)s, about %(minutes)d min", count=count, rounds=rounds, minutes=_minutes(count)
        )
        yield str(choice.value), opening(words(choice.tonight or choice.name)), note


def _counted(option: Option, variant: Variant) -> Iterator[Length]:
    if isinstance(option.default, int):
        yield "", _end_named(option, option.default, variant), _("as usual")
        others = DEFAULT_COUNTS if option.sets_value == "rounds" else (2 * option.default,)
        for count in others:
            if count != option.default:
                yield str(count), _end_named(option, count, variant), ""
        return
    each = _("One per player") if option.depends_on_players else _("Until you stop")
    one = words(variant.words["round"] or "")
    yield "", each, _("about %(minutes)d min a %(round)s", minutes=MINUTES_A_ROUND, round=one)
    for count in DEFAULT_COUNTS:
        yield str(count), str(count), _("%(minutes)d min", minutes=_minutes(count))


def _end_named(option: Option, count: int, variant: Variant) -> str:
    """A length as a segment: "To 100", "Out at 100", "10 rounds"."""
    if option.sets_value == "first_to":
        return _("To %(total)s", total=number(count))
    if option.sets_value == "eliminate_at":
        return _("Out at %(total)s", total=number(count))
    return f"{count} {words((variant.words['round'] if count == 1 else variant.words['rounds']) or '')}"


def _minutes(rounds: int) -> int:
    """Rounded to five minutes."""
    return int(rounded(rounds * MINUTES_A_ROUND / 5)) * 5
