"""Which games a page counts, and which it could count.

/groups/<g>/statistics?variant=derange&players=4&year=2026&season=<id>
/groups/<g>/nights?place=Bo’s&weekday=5&who=<id>&who=<id>&sat=without
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, TypeVar

from flask import request
from flask_babel import gettext as _
from flask_babel import ngettext

from models import Player
from models.names import isolated
from models.season import Season
from models.statistics.choices import MOST_PLACES, Choices, Venue, choices_of
from models.statistics.selection import FilterMode, PlayerFilter, Selection
from views.wording.nights import WEEKDAYS
from views.wording.phrases import listed, variant_name

Choice = TypeVar("Choice")

MAX_PLAYERS = 12  # people that can be asked for at once
MODES: dict[str, FilterMode] = {"with": "with", "without": "without", "only": "only"}


@dataclass(frozen=True)
class Filter:
    """The games that a page counts. None, or empty, where not set. who: sorted by name.

    choices: possible values; variants and weekdays with their names.
    """

    group_id: uuid.UUID
    choices: Choices
    variant: str | None = None
    players: int | None = None
    season: Season | None = None
    year: int | None = None
    weekday: int | None = None
    place: Venue | None = None
    sat: FilterMode = "with"
    who: Sequence[Player] = ()

    @cached_property
    def selection(self) -> Selection:
        """The selection for the models."""
        first = [self.season.first_day if self.season else None, date(self.year, 1, 1) if self.year else None]
        last = [self.season.last_day if self.season else None, date(self.year, 12, 31) if self.year else None]
        return Selection(
            self.group_id,
            self.variant,
            self.players,
            first_day=max(filter(None, first), default=None),
            last_day=min(filter(None, last), default=None),
            places=self.place.spellings if self.place else (),
            weekday=self.weekday,
            company=PlayerFilter(self.sat, frozenset(player.id for player in self.who)) if self.who else None,
        )

    @cached_property
    def args(self) -> Mapping[str, str | list[str]]:
        """Query parameters for links to other pages with the same filter."""
        values = {
            "variant": self.variant,
            "players": self.players,
            "year": self.year,
            "season": self.season and self.season.id,
            "place": self.place and self.place.name,
            "weekday": self.weekday,
        }
        args: dict[str, str | list[str]] = {
            name: str(value) for name, value in values.items() if value is not None
        }
        if self.who:
            args |= {"who": [str(player.id) for player in self.who], "sat": self.sat}
        return args

    @cached_property
    def words(self) -> str:
        """ "" for everything."""
        parts = (
            variant_name(self.variant) if self.variant else "",
            ngettext("%(num)d player", "%(num)d players", self.players) if self.players else "",
            self.season.name if self.season else "",
            str(self.year) if self.year else "",
            str(WEEKDAYS[self.weekday]) if self.weekday else "",
            isolated(self.place.name) if self.place else "",
            _company_in_words(self.sat, self.who),
        )
        return ", ".join(part for part in parts if part)

    @property
    def people(self) -> Mapping[uuid.UUID, Player]:
        return self.choices.people

    @property
    def places(self) -> list[Venue]:
        """The places to choose from: at most MOST_PLACES, the usual ones."""
        return self.choices.places[:MOST_PLACES]

    @property
    def weekdays(self) -> list[tuple[int, str]]:
        return [(weekday, str(WEEKDAYS[weekday])) for weekday in self.choices.weekdays]

    @property
    def variants(self) -> list[tuple[str, str]]:
        return [(key, variant_name(key)) for key in self.choices.variants]

    def without_days(self) -> Filter:
        """The filter without year and season."""
        return replace(self, year=None, season=None)

    def by_variant_alone(self) -> Filter:
        """The filter with the variant only, for figures that need all its sessions."""
        return Filter(self.group_id, self.choices, variant=self.variant)


def filter_of(group_id: uuid.UUID) -> Filter:
    """The filter in the query parameters; a value that is no choice of the group is ignored."""
    args, choices = request.args, choices_of(group_id)

    def one_of(name: str, choices_by_text: Mapping[str, Choice]) -> Choice | None:
        return choices_by_text.get(args.get(name, ""))

    player_ids = set(args.getlist("who"))
    return Filter(
        group_id,
        choices,
        variant=one_of("variant", _by_text(choices.variants)),
        players=one_of("players", _by_text(choices.players)),
        season=one_of("season", {str(season.id): season for season in choices.seasons}),
        year=one_of("year", _by_text(choices.years)),
        weekday=one_of("weekday", _by_text(choices.weekdays)),
        place=choices.place(args.get("place", "")),
        sat=one_of("sat", MODES) or "with",
        who=[player for player in choices.people.values() if str(player.id) in player_ids][:MAX_PLAYERS],
    )


def _company_in_words(sat: FilterMode, who: Sequence[Player]) -> str:
    """ "with Anna and Bo"; "" for any company."""
    if not who:
        return ""
    names = listed([isolated(player.name) for player in who])
    if sat == "with":
        return _("with %(names)s", names=names)
    if sat == "without":
        return _("without %(names)s", names=names)
    return _("only %(names)s", names=names)


def _by_text(choices: Sequence[Any]) -> dict[str, Any]:
    return {str(choice): choice for choice in choices}
