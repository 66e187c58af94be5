"""Records, honours and milestones: what was reached over all that is selected."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from flask import render_template
from flask_babel import gettext as _
from flask_babel import ngettext

from models import Player
from models.statistics.closeness import closeness_of
from models.statistics.honours import HONOURS, honours_of, milestones_of
from models.statistics.nights import most_rounds, most_sessions
from models.statistics.records import (
    BEST_SESSION,
    CLEAREST,
    CLOSEST,
    COMEBACK,
    MOST_EIGHTS,
    OUT_RUN,
    WINS_RUN,
    WORST_HAND,
    WORST_SESSION,
    Record,
    records_of,
)
from views.filter.filter import Filter
from views.statistics.honours import NAMES_AND_RULES
from views.wording.phrases import listed

APART = (BEST_SESSION, WORST_SESSION, WORST_HAND, COMEBACK, CLOSEST, CLEAREST)
TOGETHER = (WINS_RUN, OUT_RUN, MOST_EIGHTS)
NEWEST = 12  # milestones that are shown
MOST_NAMED = 3

Account = tuple[str, str]  # variant and scale


def records_page(chosen: Filter) -> str:
    """At most eight queries, however much was played."""
    by_account = records_by_account(records_of(chosen.selection, APART, TOGETHER))
    together = by_account.pop(("", ""), {})
    return render_template(
        "statistics/records.html",
        chosen=chosen,
        together=together,
        by_account=by_account,
        several_scales=several_scales(by_account),
        closeness=closeness_of(chosen.selection),
        most_rounds=most_rounds(chosen.selection),
        most_sessions=most_sessions(chosen.selection),
        people=chosen.people,
        also=also,
    )


def honours_page(chosen: Filter) -> str:
    """At most three queries, however much was played."""
    honours = honours_of(chosen.selection)
    return render_template(
        "statistics/honours.html",
        chosen=chosen,
        honours={key: [honour for honour in honours if honour.key == key] for key in HONOURS},
        names_and_rules=NAMES_AND_RULES,
        milestones=milestones_of(chosen.selection, most=NEWEST)[:NEWEST],
        people=chosen.people,
    )


def records_by_account(records: Iterable[Record]) -> dict[Account, dict[str, Record]]:
    """By variant and scale, these "" where all are compared, and then by measure."""
    found: dict[Account, dict[str, Record]] = {}
    for record in records:
        found.setdefault((record.variant, record.scale), {})[record.key] = record
    return found


def several_scales(accounts: Iterable[Account]) -> set[str]:
    """The variants that were played at more than one scale, which must be told apart."""
    variants = [variant for variant, _scale in accounts]
    return {variant for variant in variants if variants.count(variant) > 1}


def also(record: Record, people: Mapping[uuid.UUID, Player]) -> str:
    """Who else holds a record beside the first holder: few by name; many are counted, or the same again."""
    more = record.times - 1
    if more > MOST_NAMED or len({holder.player_id for holder in record.holders}) < record.times:
        return ngettext("and %(num)d more time", "and %(num)d more times", more)
    return (
        _("also %(names)s", names=listed([people[h.player_id].name for h in record.holders[1:]]))
        if more
        else ""
    )
