"""The filter that all pages of statistics share: what the address asks for, and that in words.

    /groups/<g>/statistics?variant=derange&players=4&year=2026&season=<id>

What is no such choice of the group counts as not asked for.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from flask import request
from flask_babel import ngettext

from models.season import Season
from models.statistics.choices import Choices, choices_of
from models.statistics.selection import Selection
from views.wording.phrases import variant_name

Choice = TypeVar("Choice")


@dataclass(frozen=True)
class Filter:
    """selection: for the models. args: what every link to another page of statistics carries on.

    choices: what can be asked for, variants: their names beside their keys.
    words: what is asked for, "" where that is everything.
    """

    selection: Selection
    args: Mapping[str, str]
    choices: Choices
    words: str

    @property
    def variants(self) -> list[tuple[str, str]]:
        return [(key, variant_name(key)) for key in self.choices.variants]


def filter_of(group_id: uuid.UUID) -> Filter:
    """What this page's address asks for."""
    choices = choices_of(group_id)
    season = _one_of({str(s.id): s for s in choices.seasons}, "season")
    year = _one_of({str(y): y for y in choices.years}, "year")
    variant = _one_of({key: key for key in choices.variants}, "variant")
    players = _one_of({str(n): n for n in choices.players}, "players")
    first, last = _days(year, season)
    asked = {"variant": variant, "players": players, "year": year, "season": season and season.id}
    return Filter(
        selection=Selection(group_id, variant, players, first, last),
        args={name: str(value) for name, value in asked.items() if value is not None},
        choices=choices,
        words=_in_words(variant, players, year, season),
    )


def by_variant_alone(chosen: Filter) -> Filter:
    """The same where nothing but the variant can be asked for: figures that need every session of it."""
    variant = chosen.selection.variant
    return replace(
        chosen,
        selection=Selection(chosen.selection.group_id, variant),
        args={"variant": variant} if variant else {},
        words=variant_name(variant) if variant else "",
    )


def _one_of(choices: Mapping[str, Choice], name: str) -> Choice | None:
    return choices.get(request.args.get(name, ""))


def _days(year: int | None, season: Season | None) -> tuple[date | None, date | None]:
    """The days that both leave."""
    firsts = [season.first_day if season else None, date(year, 1, 1) if year else None]
    lasts = [season.last_day if season else None, date(year, 12, 31) if year else None]
    return (
        max((day for day in firsts if day), default=None),
        min((day for day in lasts if day), default=None),
    )


def _in_words(variant: str | None, players: int | None, year: int | None, season: Season | None) -> str:
    parts = [
        variant_name(variant) if variant else "",
        ngettext("%(num)d player", "%(num)d players", players) if players else "",
        season.name if season else "",
        str(year) if year else "",
    ]
    return ", ".join(part for part in parts if part)
