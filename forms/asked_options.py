"""Options of a variant in a page's address: `ace_on_ace=0&multi_first=suit`, each by its own name.

A page about the rules needs no session: the address says which options are meant, the defaults are left out.
`players=6` says how many sit at the table, which some defaults hang on; `points=A:15,K:20` points by rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _

from forms.fields import counted
from variants import IllegalOption, Variant
from variants.option import Option
from variants.text import in_language

YES_NO = {"1": True, "0": False}
LONGEST = 40
LONGEST_POINTS = 200


@dataclass
class AskedOptions:
    """`given` is what the address names; `problems` says in words what could not be read.

    players: None where the address does not say.
    """

    given: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    players: int | None = None

    @property
    def query(self) -> dict[str, str]:
        """The same options as an address writes them."""
        players = {} if self.players is None else {"players": str(self.players)}
        return players | {key: written(value) for key, value in self.given.items()}


def asked_options(variant: Variant, sent: Mapping[str, str], language: str) -> AskedOptions:
    """The options that an address names; what is wrong there is left out and said."""
    asked = AskedOptions()
    _read_players(variant, sent, asked)
    for option in variant.options:
        text = sent.get(option.key, "").strip()
        if not text:
            continue
        try:
            asked.given[option.key] = option.checked(_value(option, text))
        except IllegalOption:
            name = in_language(option.name, language)
            asked.problems.append(_("“%(option)s” cannot be “%(value)s”.", option=name, value=text[:LONGEST]))
    return asked


def _read_players(variant: Variant, sent: Mapping[str, str], asked: AskedOptions) -> None:
    least, most = variant.players
    text = sent.get("players", "").strip()
    asked.players = counted(text, least=least, most=most)
    if text and asked.players is None:
        asked.problems.append(_("This game is for %(least)d to %(most)d players.", least=least, most=most))


def written(value: object) -> str:
    """An option's value as an address writes it."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, Mapping):
        return ",".join(f"{rank}:{points}" for rank, points in value.items())
    return str(value)


def _value(option: Option, text: str) -> object:
    if option.kind == "yes_no":
        return YES_NO.get(text, text)
    if option.kind == "choice":
        return next((choice.value for choice in option.choices if str(choice.value) == text), text)
    if option.kind == "points":
        return {rank: _number(points) for rank, _colon, points in _pairs(text)}
    return _number(text)


def _pairs(text: str) -> list[tuple[str, str, str]]:
    return [pair.partition(":") for pair in text[:LONGEST_POINTS].split(",")]


def _number(text: str) -> int | str:
    number = counted(text)
    return text if number is None else number
