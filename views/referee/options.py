"""The options of a variant that change how cards may be played, as the referee's page shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from game.variants import Variant
from game.variants.option import Option
from game.variants.play import option_keys
from game.variants.text import in_language
from game.variants.written import written
from views.web.language import current_language


@dataclass(frozen=True)
class TableOption:
    """`choices` are (value as written, words, whether it holds); `differs` from the variant's default."""

    key: str
    name: str
    choices: list[tuple[str, str, bool]]
    holds: str
    differs: bool

    @property
    def in_words(self) -> str:
        return f"{self.name}: {self.holds}"


def table_options(variant: Variant, given: dict[str, Any]) -> list[TableOption]:
    defaults = variant.defaults(variant.players[0])
    holding = defaults | given
    return [
        TableOption(
            option.key,
            in_language(option.name, current_language()),
            [(written(value), words, value == holding[option.key]) for value, words in _values(option)],
            dict(_values(option))[holding[option.key]],
            holding[option.key] != defaults[option.key],
        )
        for option in _of_play(variant)
    ]


def otherwise(variant: Variant, given: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each other choice a table could have made: the option's name, the choice in words, all options then."""
    holding = variant.defaults(variant.players[0]) | given
    for option in _of_play(variant):
        for value, words in _values(option):
            if value != holding[option.key]:
                name = in_language(option.name, current_language())
                yield name, words, {**given, option.key: value}


def _of_play(variant: Variant) -> list[Option]:
    keys = option_keys(variant.play)
    return [option for option in variant.options if option.key in keys]


def _values(option: Option) -> list[tuple[Any, str]]:
    if option.kind == "yes_no":
        return [(True, _("Yes").lower()), (False, _("No").lower())]
    return [(choice.value, in_language(choice.name, current_language())) for choice in option.choices]
