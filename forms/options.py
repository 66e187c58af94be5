"""A variant's options: fields of the new game's form, and query parameters.

Query parameters are named by option key, `ace_on_ace=0&multi_first=suit`, without defaults.
`points=A:15,K:20` are points by rank; `players=6` is the number of players, on which some defaults depend.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, Form, FormField, RadioField
from wtforms.fields import SelectChoice
from wtforms.form import BaseForm

from forms.base import CountField, QuestionForm, TypedField
from game.scoring.rules import RANKS
from game.texts import in_language
from game.variants import IllegalOption, Variant
from game.variants.option import Option
from game.variants.option_values import read_value, write_value

MAX_COUNT = 999
TWO_PLAYERS = 2  # whose defaults a page shows before it knows how many play
MAX_SHOWN_LENGTH = 40
OWN = "own"
MAX_TEXT_LENGTH = 200


class OptionsForm(BaseForm):
    """A field for each option, `option-<key>`. Value: the one sent, else of `chosen`, else the default."""

    def __init__(
        self,
        variant: Variant,
        language: str,
        sent: MultiDict[str, str] | None,
        chosen: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            {option.key: _field(option, language) for option in variant.options}, prefix="option-"
        )
        self.length = self[variant.length.key] if variant.length else None
        self.process(sent, data=_initial_values(variant) | dict(chosen or {}) if sent is None else None)

    @property
    def house_rules(self) -> list[Field]:
        """All but the length, which is asked for first."""
        return [field for field in self if field is not self.length]

    @property
    def shown_rules(self) -> dict[str, Any]:
        """The raw value of each house rule's field."""
        return {field.short_name: _raw_value(field) for field in self.house_rules}

    @property
    def given(self) -> dict[str, Any]:
        """The chosen options of a valid form, without those left at the default."""
        return {field.short_name: field.data for field in self if field.data is not None}


class OptionParams(QuestionForm):
    """The options in query parameters; invalid ones are left out, with an error."""

    def __init__(self, variant: Variant, language: str, sent: Mapping[str, str]) -> None:
        least, most = variant.players
        message = N_("This game is for %(least)d to %(most)d players.")
        options = {option.key: OptionParamField(option, language) for option in variant.options}
        super().__init__({"players": CountField(least=least, most=most, message=message), **options}, sent)

    @property
    def players(self) -> int | None:
        """None where the query has no valid number."""
        return self["players"].data

    @property
    def given(self) -> dict[str, Any]:
        return {name: value for name, value in self.data.items() if name != "players" and value is not None}

    @property
    def query(self) -> dict[str, str]:
        """The options as query parameters."""
        return {name: write_value(value) for name, value in self.data.items() if value is not None}


class OptionParamField(TypedField):
    def __init__(self, option: Option, language: str, **kwargs: Any) -> None:
        super().__init__(in_language(option.name, language), longest=MAX_TEXT_LENGTH, mark="", **kwargs)
        self.option = option

    def read(self, text: str) -> Any:
        try:
            return read_value(self.option, text) if text else None
        except IllegalOption as wrong:
            value = text[:MAX_SHOWN_LENGTH]
            words = _("“%(option)s” cannot be “%(value)s”.", option=self.label.text, value=value)
            raise ValueError(words) from wrong


class LengthField(CountField):
    """How many rounds: a page sends one of its usual numbers, or OWN and then the number that was typed."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        super().process_formdata(valuelist[1:] if valuelist[:1] == [OWN] else valuelist)


class PointsByRankField(FormField):
    """A count for each rank, `option-<key>-<rank>`; missing ones keep the default. One message for all."""

    @property
    def errors(self) -> list[str]:
        return list(chain.from_iterable(self.form.errors.values()))[:1]


def _initial_values(variant: Variant) -> dict[str, Any]:
    """Initial values of choices; counts stay empty, which means the default."""
    options = [option for option in variant.options if option.kind in ("yes_no", "choice")]
    return {option.key: option.default_for(TWO_PLAYERS) for option in options}


def _raw_value(field: Field) -> Any:
    if isinstance(field, PointsByRankField):
        return {rank.short_name: rank.text for rank in field}
    return getattr(field, "text", field.data)


def _field(option: Option, language: str) -> Any:
    texts: dict[str, Any] = {
        "label": in_language(option.name, language),
        "description": in_language(option.help, language),
    }
    if option.kind == "yes_no":
        return BooleanField(**texts)
    if option.kind == "choice":
        return _radio_field(option, language, texts)
    if option.kind == "points":
        return _points_field(option, texts)
    counts = LengthField if option.sets_length else CountField
    return counts(least=option.least, most=option.most, longest=40, mark="", **texts)


def _radio_field(option: Option, language: str, texts: dict[str, Any]) -> Any:
    values = {str(choice.value): choice.value for choice in option.choices}
    return RadioField(
        choices=[SelectChoice(choice.value, in_language(choice.name, language)) for choice in option.choices],
        coerce=lambda value: values.get(str(value)),
        invalid_choice_message=N_("Choose one of these."),
        **texts,
    )


def _points_field(option: Option, texts: dict[str, Any]) -> Any:
    default = option.default_for(TWO_PLAYERS)
    message = N_("Points for each card: 0 to %(most)d.")
    fields = {
        rank: CountField(most=MAX_COUNT, message=message, is_required=True, longest=10, mark="")
        for rank in RANKS
        if rank in default
    }
    return PointsByRankField(type("PointsByRank", (Form,), fields), default=default, **texts)
