"""Which games a page counts, and which it could count.

/groups/<g>/statistics?variant=derange&players=4&year=2026&season=<id>
/groups/<g>/nights?place=Bo’s&weekday=5&who=<id>&who=<id>&sat=without
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from flask import request

from models import Player
from models.statistics.choices import MOST_PLACES, Choices, Place, choices_of
from models.statistics.selection import Selection
from views.filter.asked import Asked, asked_in
from views.wording.nights import WEEKDAYS
from views.wording.phrases import variant_name


@dataclass(frozen=True)
class Filter:
    """choices: what can be asked for; variants and weekdays: with their names."""

    group_id: uuid.UUID
    asked: Asked
    choices: Choices

    @cached_property
    def selection(self) -> Selection:
        return self.asked.of(self.group_id)

    @cached_property
    def args(self) -> Mapping[str, str | list[str]]:
        """What every link to another page that counts the same carries on."""
        return self.asked.args

    @cached_property
    def words(self) -> str:
        return self.asked.words

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

    def without_days(self) -> Filter:
        """The same whatever the year and the season: for pages that are about days of their own."""
        return replace(self, asked=replace(self.asked, year=None, season=None))

    def by_variant_alone(self) -> Filter:
        """The same where nothing but the variant can be asked for: figures that need every session of it."""
        return replace(self, asked=Asked(variant=self.asked.variant))


def filter_of(group_id: uuid.UUID) -> Filter:
    """What this page's address asks for."""
    choices = choices_of(group_id)
    return Filter(group_id, asked_in(request.args, choices), choices)
