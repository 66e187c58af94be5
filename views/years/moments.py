"""What stood out in a year: the dearest hands, the closest finishes, the longest night."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from game.variants.wording import NamedClass
from models import Player
from models.names import isolated
from models.statistics.nights import most_rounds, most_sessions
from models.statistics.points import classes_in
from models.statistics.records import CLOSEST, WORST_HAND, Record, cards_of, records_of
from models.statistics.selection import Selection
from views.wording.figures import number
from views.wording.phrases import variant_name

MOST_GAMES = 3  # whose dearest hand and closest finish are told
MOST_TIMES = 3  # what was reached more often did not stand out


class Moment(NamedTuple):
    """One card. where: what was played. times: how often it was reached. cards: of a counted hand."""

    label: str
    figure: str
    where: str
    times: int
    night_id: uuid.UUID
    day: date
    cards: Mapping[str, int] = {}
    classes: Sequence[NamedClass] = ()

    @property
    def also(self) -> str:
        """ "and 2 more times"; "" where it was the only time."""
        more = self.times - 1
        return ngettext("and %(num)d more time", "and %(num)d more times", more) if more else ""


def moments_of(
    selection: Selection, people: Mapping[uuid.UUID, Player], variants: Sequence[str], nights: int
) -> list[Moment]:
    """variants: what was played, most often first; nights: on how many. At most seven queries."""
    records = sorted(
        records_of(selection, (WORST_HAND, CLOSEST)),
        key=lambda record: (variants.index(record.variant), record.since, record.scale),
    )
    hands = [record for record in records if record.measure is WORST_HAND][:MOST_GAMES]
    finishes = [record for record in records if record.measure is CLOSEST][:MOST_GAMES]
    found = [
        *_dearest(hands, people),
        *(_closest(record, people) for record in finishes),
        *(_of_nights(selection) if nights > 1 else ()),
    ]
    return [moment for moment in found if moment.times <= MOST_TIMES]


def _dearest(records: Sequence[Record], people: Mapping[uuid.UUID, Player]) -> Iterator[Moment]:
    firsts = [record.holders[0] for record in records]
    cards, classes = cards_of(firsts), classes_in(first.session_id for first in firsts)
    for record, first in zip(records, firsts, strict=True):
        yield Moment(
            label=_("Costliest hand"),
            figure=f"{isolated(people[first.player_id].name)}, {number(int(record.value))}",
            where=variant_name(record.variant),
            times=record.times,
            night_id=first.night_id,
            day=first.day,
            cards=cards.get(first, {}),
            classes=classes[first.session_id],
        )


def _closest(record: Record, people: Mapping[uuid.UUID, Player]) -> Moment:
    first, ahead = record.holders[0], int(record.value)
    name = isolated(people[first.player_id].name)
    figure = (
        ngettext("%(name)s by %(num)d point", "%(name)s by %(num)d points", ahead, name=name)
        if record.scale
        else ngettext("%(name)s by %(num)d win", "%(name)s by %(num)d wins", ahead, name=name)
    )
    return Moment(
        label=_("Closest finish"),
        figure=figure,
        where=variant_name(record.variant),
        times=record.times,
        night_id=first.night_id,
        day=first.day,
    )


def _of_nights(selection: Selection) -> Iterator[Moment]:
    rounds, sessions = most_rounds(selection), most_sessions(selection)
    if rounds:
        deals = ngettext("%(num)d deal", "%(num)d deals", rounds.size)
        yield Moment(_("Longest night"), deals, "", rounds.times, rounds.night_id, rounds.day)
    if sessions:
        games = ngettext("%(num)d game", "%(num)d games", sessions.size)
        yield Moment(_("Most games in a night"), games, "", sessions.times, sessions.night_id, sessions.day)
