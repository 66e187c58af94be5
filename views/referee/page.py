"""What the referee's page has for every family of games: a question, perhaps a verdict, and ways on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from flask import request, url_for
from flask_babel import gettext as _

from forms.base import QuestionForm
from forms.options import OptionParams
from game.texts import in_language
from game.variants import Variant
from game.variants.option import Option
from game.variants.option_values import write_value
from game.variants.play import option_keys
from views.web.addresses import next_url
from views.web.language import current_language


class RefereePage:
    """`family` names the template; `question` is read by the family's own page."""

    family: str
    question: QuestionForm

    def __init__(self, variant: Variant, options: OptionParams) -> None:
        self.variant = variant
        self.options = options

    @property
    def is_sound(self) -> bool:
        return self.question.is_sound and self.options.is_sound

    @property
    def lacking(self) -> str:
        """What has to be chosen before anything can be judged, in words; "" where nothing has."""
        raise NotImplementedError

    @property
    def problems(self) -> list[str]:
        problems = list(dict.fromkeys((*self.options.problems.values(), *self.question.problems.values())))
        if not problems and "ask" in request.args and self.lacking:
            return [self.lacking]
        return problems

    @cached_property
    def here(self) -> str:
        return url_for("referee.show", key=self.variant.key)

    @property
    def rules_address(self) -> str:
        rules = url_for("rules.show", key=self.variant.key)
        return with_query(rules, [*self.options.query.items(), ("back", next_url())])

    def address_of(self, citation: str) -> str:
        """Where the rules page shows a fact."""
        return url_for("rules.show", key=self.variant.key, _anchor=citation)


def with_query(path: str, items: Iterable[tuple[str, str]]) -> str:
    """The path with a query string; empty values are left out."""
    query = urlencode([(name, text) for name, text in items if text])
    return f"{path}?{query}" if query else path


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
            [(write_value(value), words, value == holding[option.key]) for value, words in _values(option)],
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
