"""Records, honours and milestones of a selection. Their definitions are in models/statistics."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from flask import render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from models import Player
from models.statistics.closeness import win_margins_of
from models.statistics.honours import CROWD, HONOURS, honours_of, milestones_of
from models.statistics.nights import most_rounds, most_sessions
from models.statistics.records import (
    BEST_SESSION,
    CLEAREST,
    CLOSEST,
    COMEBACK,
    LEAST_ROUNDS,
    MOST_EIGHTS,
    OUT_RUN,
    WINS_RUN,
    WORST_HAND,
    WORST_SESSION,
    StatisticsRecord,
    records_of,
)
from views.statistics import bp
from views.statistics.filter import filter_of
from views.web.access import reader
from views.wording.phrases import listed

APART = (BEST_SESSION, WORST_SESSION, WORST_HAND, COMEBACK, CLOSEST, CLEAREST)
TOGETHER = (WINS_RUN, OUT_RUN, MOST_EIGHTS)
MAX_MILESTONES = 12  # milestones that are shown
MAX_NAMED = 3

PointsKey = tuple[str, str]  # variant and scale
_LONG = {"least": LEAST_ROUNDS}
NAMES_AND_RULES = {
    "start_to_finish": (
        lazy_gettext("From start to finish"),
        lazy_gettext(
            "Won, and led after every deal played, alone or not, over at least %(least)d of them.", **_LONG
        ),
    ),
    "from_behind": (
        lazy_gettext("Back from the dead"),
        lazy_gettext(
            "Won after being last midway, alone or not, over at least %(least)d deals played.", **_LONG
        ),
    ),
    "five_in_a_row": (
        lazy_gettext("Five in a row"),
        lazy_gettext("Won five games in a row, whatever was played. Ten in a row do not earn it twice."),
    ),
    "clean_sheet": (
        lazy_gettext("Clean sheet"),
        lazy_gettext(
            "Not a single point against one for cards left, over at least %(least)d deals played.", **_LONG
        ),
    ),
    "quiet_win": (
        lazy_gettext("The quiet one"),
        lazy_gettext("Won without once going out, over at least %(least)d deals played.", **_LONG),
    ),
    "hat_trick": (
        lazy_gettext("Hat trick"),
        lazy_gettext("Went out in, or won, three deals in a row in one game."),
    ),
    "beat_the_crowd": (
        lazy_gettext("Alone against the crowd"),
        lazy_gettext("Won alone at a table of at least %(crowd)d players.", crowd=CROWD),
    ),
    "no_eight": (
        lazy_gettext("Hands off the eights"),
        lazy_gettext(
            "Caught at least once but never with an eight, every hand counted card by card, in a game in "
            "which eights are special cards, over at least %(least)d deals played.",
            **_LONG,
        ),
    ),
}


@bp.get("/records")
def records(group_id: uuid.UUID) -> ResponseReturnValue:
    """At most eight queries besides the filter's, however much was played."""
    reader(group_id)
    chosen = filter_of(group_id)
    by_key = records_by_key(records_of(chosen.selection, APART, TOGETHER))
    together = by_key.pop(("", ""), {})
    return render_template(
        "statistics/records.html",
        chosen=chosen,
        together=together,
        by_key=by_key,
        several_scales=several_scales(by_key),
        closeness=win_margins_of(chosen.selection),
        most_rounds=most_rounds(chosen.selection),
        most_sessions=most_sessions(chosen.selection),
        people=chosen.people,
        also=also,
    )


@bp.get("/honours")
def honours(group_id: uuid.UUID) -> ResponseReturnValue:
    """Honours and milestones: at most three queries besides the filter's."""
    reader(group_id)
    chosen = filter_of(group_id)
    earned = honours_of(chosen.selection)
    return render_template(
        "statistics/honours.html",
        chosen=chosen,
        honours={key: [honour for honour in earned if honour.key == key] for key in HONOURS},
        names_and_rules=NAMES_AND_RULES,
        milestones=milestones_of(chosen.selection, most=MAX_MILESTONES)[:MAX_MILESTONES],
        people=chosen.people,
    )


def records_by_key(records: Iterable[StatisticsRecord]) -> dict[PointsKey, dict[str, StatisticsRecord]]:
    """By variant and scale, these "" where all are compared, and then by measure."""
    by_key: dict[PointsKey, dict[str, StatisticsRecord]] = {}
    for record in records:
        by_key.setdefault((record.variant, record.scale), {})[record.key] = record
    return by_key


def several_scales(summaries: Iterable[PointsKey]) -> set[str]:
    """Variants played at more than one scale, whose records need the scale's name."""
    variants = [variant for variant, _scale in summaries]
    return {variant for variant in variants if variants.count(variant) > 1}


def also(record: StatisticsRecord, people: Mapping[uuid.UUID, Player]) -> str:
    """Other holders of a record: a few by name, many as a number."""
    more = record.times - 1
    if more > MAX_NAMED or len({holder.player_id for holder in record.holders}) < record.times:
        return ngettext("and %(num)d more time", "and %(num)d more times", more)
    return (
        _("also %(names)s", names=listed([people[h.player_id].name for h in record.holders[1:]]))
        if more
        else ""
    )
