"""A variant's options as fields: what was typed, how it reads as a value, what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _

from scoring.rules import RANKS
from variants import Variant
from variants.option import Option
from variants.text import in_language

MOST_COUNT = 999


@dataclass
class OptionField:
    """One option on the page. `text` is what stands in it; `ranks` the same for points by rank."""

    option: Option
    name: str
    help: str
    text: str
    ranks: dict[str, str] = field(default_factory=dict)
    error: str | None = None

    @property
    def html_name(self) -> str:
        return f"option-{self.option.key}"


def fields_for(variant: Variant, language: str, sent: Mapping[str, str]) -> list[OptionField]:
    """The variant's options with what was sent, or with their defaults."""
    return [_field(option, language, sent) for option in variant.options]


def given_options(fields: list[OptionField]) -> dict[str, Any] | None:
    """The options that the table chose, without those left at "as usual"; None where one is wrong."""
    given: dict[str, Any] = {}
    for each in fields:
        _read(each, given)
    return None if any(each.error for each in fields) else given


def _field(option: Option, language: str, sent: Mapping[str, str]) -> OptionField:
    made = OptionField(
        option,
        in_language(option.name, language),
        in_language(option.help, language),
        _text(option, sent),
    )
    if option.kind == "points":
        default = option.default_for(2)
        made.ranks = {
            rank: sent.get(f"{made.html_name}-{rank}", str(default[rank]))[:10]
            for rank in RANKS
            if rank in default
        }
    return made


def _text(option: Option, sent: Mapping[str, str]) -> str:
    name = f"option-{option.key}"
    if sent:
        return sent.get(name, "")[:40]
    if option.kind == "yes_no":
        return "1" if option.default_for(2) else ""
    if option.kind == "choice":
        return str(option.default_for(2))
    return ""


def _read(each: OptionField, given: dict[str, Any]) -> None:
    option, text = each.option, each.text.strip()
    if option.kind == "yes_no":
        given[option.key] = bool(text)
    elif option.kind == "choice":
        chosen = next((choice.value for choice in option.choices if str(choice.value) == text), None)
        if chosen is None:
            each.error = _("Choose one of these.")
        else:
            given[option.key] = chosen
    elif option.kind == "points":
        given[option.key] = _points(each)
    elif text:
        _read_count(each, text, given)


def _read_count(each: OptionField, text: str, given: dict[str, Any]) -> None:
    least, most = each.option.least or 1, each.option.most or MOST_COUNT
    if text.isascii() and text.isdigit() and len(text) < 5 and least <= int(text) <= most:  # noqa: PLR2004
        given[each.option.key] = int(text)
    else:
        each.error = _("A number from %(least)d to %(most)d.", least=least, most=most)


def _points(each: OptionField) -> dict[str, int]:
    points = {}
    for rank, text in each.ranks.items():
        stripped = text.strip()
        if stripped.isascii() and stripped.isdigit() and int(stripped) <= MOST_COUNT:
            points[rank] = int(stripped)
        else:
            each.error = _("Points for each card: 0 to %(most)d.", most=MOST_COUNT)
    return points
