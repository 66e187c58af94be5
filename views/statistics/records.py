"""Honours in words: what each is called, and its rule. The rules themselves: models/statistics/honours.py."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from flask_babel import gettext as _
from flask_babel import ngettext

from models.statistics.eights import MostEights, most_eights
from models.statistics.honours import CROWD, HONOURS, LEAST_ROUNDS, Honour, honours_of
from models.statistics.milestones import Milestone, milestones_of
from models.statistics.nights import BigNight, biggest_nights
from models.statistics.records import (
    BEST_SESSION,
    CLEAREST,
    CLOSEST,
    COMEBACK,
    OUT_RUN,
    WINS_RUN,
    WORST_HAND,
    WORST_SESSION,
    Extreme,
    Holder,
    extremes_of,
)
from models.statistics.selection import Selection
from views.wording.phrases import listed


@dataclass(frozen=True)
class Named:
    name: str
    rule: str


_LONG = {"least": LEAST_ROUNDS}
NAMES: dict[str, Callable[[], Named]] = {
    "start_to_finish": lambda: Named(
        _("From start to finish"),
        _(
            "Won, and led after every deal played, alone or not, over at least %(least)d of them.",
            **_LONG,
        ),
    ),
    "from_behind": lambda: Named(
        _("Back from the dead"),
        _("Won after being last midway, alone or not, over at least %(least)d deals played.", **_LONG),
    ),
    "five_in_a_row": lambda: Named(
        _("Five in a row"),
        _("Won five sessions in a row, whatever was played. Ten in a row do not earn it twice."),
    ),
    "clean_sheet": lambda: Named(
        _("Clean sheet"), _("Not a single point over at least %(least)d deals played.", **_LONG)
    ),
    "quiet_win": lambda: Named(
        _("The quiet one"),
        _("Won without once going out, over at least %(least)d deals played.", **_LONG),
    ),
    "hat_trick": lambda: Named(_("Hat trick"), _("Out three deals in a row in one session.")),
    "beat_the_crowd": lambda: Named(
        _("Alone against the crowd"), _("Won alone at a table of at least %(crowd)d players.", crowd=CROWD)
    ),
    "no_eight": lambda: Named(
        _("Hands off the eights"),
        _(
            "Caught at least once but never with an eight, every hand counted card by card, in a game of the "
            "Crazy Eights family, over at least %(least)d deals played.",
            **_LONG,
        ),
    ),
}


def honour_in_words(key: str) -> Named:
    return NAMES[key]()


APART = (BEST_SESSION, WORST_SESSION, WORST_HAND, COMEBACK, CLOSEST, CLEAREST)
TOGETHER = (WINS_RUN, OUT_RUN)
NEWEST = 12  # milestones that are shown
MOST_NAMED = 3


@dataclass(frozen=True)
class Section:
    """The records of one variant at one scale; alone: it was played at no other scale."""

    variant: str
    scale: str
    since: date
    alone: bool
    records: dict[str, Extreme]


@dataclass(frozen=True)
class HonourLine:
    """An honour, how often it was earned, by whom (most often first), and on which night last."""

    named: Named
    times: int
    holders: list[Honour]
    last: date | None


@dataclass(frozen=True)
class RecordsPage:
    sections: list[Section]
    together: dict[str, Extreme]
    eights: list[MostEights]
    most_rounds: BigNight | None
    most_sessions: BigNight | None
    names: Mapping[uuid.UUID, str]


@dataclass(frozen=True)
class HonoursPage:
    honours: list[HonourLine]
    milestones: list[Milestone]
    names: Mapping[uuid.UUID, str]


def records_page(selection: Selection, names: Mapping[uuid.UUID, str]) -> RecordsPage:
    """At most five queries, three of them a pass over the selected outcomes."""
    most_rounds, most_sessions = biggest_nights(selection)
    extremes = extremes_of(selection, APART, TOGETHER)
    return RecordsPage(
        sections=_sections([extreme for extreme in extremes if extreme.variant]),
        together={extreme.key: extreme for extreme in extremes if not extreme.variant},
        eights=most_eights(selection),
        most_rounds=most_rounds,
        most_sessions=most_sessions,
        names=names,
    )


def honours_page(selection: Selection, names: Mapping[uuid.UUID, str]) -> HonoursPage:
    """At most two queries, one of them a pass over the selected outcomes for each honour."""
    newest = milestones_of(selection, most=NEWEST)[:NEWEST]
    return HonoursPage(_honours(honours_of(selection)), newest, names)


def _sections(extremes: list[Extreme]) -> list[Section]:
    found: dict[tuple[str, str], list[Extreme]] = {}
    for extreme in extremes:
        found.setdefault((extreme.variant, extreme.scale), []).append(extreme)
    variants = [variant for variant, _scale in found]
    return [
        Section(variant, scale, own[0].since, variants.count(variant) == 1, {one.key: one for one in own})
        for (variant, scale), own in found.items()
    ]


def _honours(honours: list[Honour]) -> list[HonourLine]:
    lines = []
    for key in HONOURS:
        own = [honour for honour in honours if honour.key == key]
        last = max((honour.last for honour in own), default=None)
        lines.append(HonourLine(honour_in_words(key), sum(honour.times for honour in own), own, last))
    return lines


def also(holders: Sequence[Holder | MostEights], names: Mapping[uuid.UUID, str]) -> str:
    """Who else holds a record beside the first holder: few by name; many are counted, or the same again."""
    others = holders[1:]
    if len(others) > MOST_NAMED or len({holder.player_id for holder in holders}) < len(holders):
        return ngettext("and %(num)d more time", "and %(num)d more times", len(others))
    return _("also %(names)s", names=listed([names[h.player_id] for h in others])) if others else ""
