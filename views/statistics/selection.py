"""The filter that all pages of statistics share: what the address asks for, and that in words.

    /groups/<g>/statistics?variant=derange&players=4&year=2026&season=<id>
    /groups/<g>/statistics?place=Bo’s&weekday=5&who=<id>&who=<id>&sat=without

What is no such choice of the group counts as not asked for.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from flask import request
from flask_babel import gettext as _
from flask_babel import ngettext

from models import Player
from models.names import isolated
from models.season import Season
from models.statistics.choices import Choices, choices_of
from models.statistics.met.evenings import MOST_PLACES, Place
from models.statistics.selection import Company, Sat, Selection
from views.wording.nights import WEEKDAYS
from views.wording.phrases import listed, variant_name

Choice = TypeVar("Choice")
Args = Mapping[str, str | list[str]]

MOST_WHO = 12  # people that can be asked for at once
SAT: dict[str, Sat] = {"with": "with", "without": "without", "only": "only"}


@dataclass(frozen=True)
class Filter:
    """selection: for the models. args: what every link to another page of statistics carries on.

    choices: what can be asked for, variants: their names beside their keys.
    words: what is asked for, "" where that is everything; without_days: the same but for year and season.
    """

    selection: Selection
    args: Args
    choices: Choices
    words: str
    words_without_days: str

    @property
    def people(self) -> Mapping[uuid.UUID, Player]:
        return self.choices.people

    @property
    def places(self) -> list[Place]:
        """What can be chosen, of very many the usual ones."""
        return self.choices.evenings.places[:MOST_PLACES]

    @property
    def weekdays(self) -> list[tuple[int, str]]:
        return [(weekday, str(WEEKDAYS[weekday])) for weekday in self.choices.evenings.weekdays]

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
    place = choices.evenings.place(request.args.get("place", ""))
    weekday = _one_of({str(n): n for n in choices.evenings.weekdays}, "weekday")
    who = _who(choices.people)
    sat = _one_of(SAT, "sat") or "with"
    first, last = _days(year, season)
    asked = {
        "variant": variant,
        "players": players,
        "year": year,
        "season": season and season.id,
        "place": place and place.name,
        "weekday": weekday,
    }
    words = (
        variant_name(variant) if variant else "",
        ngettext("%(num)d player", "%(num)d players", players) if players else "",
        str(WEEKDAYS[weekday]) if weekday else "",
        isolated(place.name) if place else "",
        company_in_words(sat, who),
    )
    args: dict[str, str | list[str]] = {n: str(value) for n, value in asked.items() if value is not None}
    if who:
        args |= {"who": [str(player.id) for player in who], "sat": sat}
    return Filter(
        selection=Selection(
            group_id,
            variant,
            players,
            first,
            last,
            places=place.spellings if place else (),
            weekday=weekday,
            company=Company(sat, frozenset(player.id for player in who)) if who else None,
        ),
        args=args,
        choices=choices,
        words=_in_words(*words[:2], season.name if season else "", str(year) if year else "", *words[2:]),
        words_without_days=_in_words(*words),
    )


def without_days(chosen: Filter) -> Filter:
    """The same whatever the year and the season: for pages that are about days of their own."""
    return replace(
        chosen,
        selection=chosen.selection.on(None, None),
        args={name: asked for name, asked in chosen.args.items() if name not in ("year", "season")},
        words=chosen.words_without_days,
    )


def by_variant_alone(chosen: Filter) -> Filter:
    """The same where nothing but the variant can be asked for: figures that need every session of it."""
    variant = chosen.selection.variant
    return replace(
        chosen,
        selection=Selection(chosen.selection.group_id, variant),
        args={"variant": variant} if variant else {},
        words=variant_name(variant) if variant else "",
        words_without_days=variant_name(variant) if variant else "",
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


def _who(people: Mapping[uuid.UUID, Player]) -> list[Player]:
    """Those the address names, each once, in the order of their names."""
    asked = set(request.args.getlist("who"))
    return [player for player_id, player in people.items() if str(player_id) in asked][:MOST_WHO]


def company_in_words(sat: Sat, who: Sequence[Player]) -> str:
    """ "with Anna and Bo"; "" for any company."""
    if not who:
        return ""
    names = listed([isolated(player.name) for player in who])
    if sat == "with":
        return _("with %(names)s", names=names)
    if sat == "without":
        return _("without %(names)s", names=names)
    return _("only %(names)s", names=names)


def _in_words(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
