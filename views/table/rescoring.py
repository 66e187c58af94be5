"""A finished session counted with other card values."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from models import Session
from review.rescoring import CannotRescore, Obstacle, rescored
from rulebook.card_values import CardValues, Source, all_card_values
from scoring.standings import Standing
from variants import VARIANTS
from variants.text import in_language
from views.web.access import reader, session_of
from views.web.addresses import table_of
from views.web.language import current_language
from views.wording.hands import cards_in_words
from views.wording.phrases import listed

rescoring = Blueprint("rescoring", __name__, url_prefix="/what-if")


@rescoring.get("")
def show(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Beside what really happened; a session that is still played leads back to its table."""
    member = reader(group_id)
    session = session_of(group_id, session_id)
    if not session.is_finished:
        return redirect(table_of(session), 303)
    return render_template(
        "table/rescoring/show.html", group=member.group, session=session, recounts=recounts_of(session)
    )


@dataclass(frozen=True)
class Row:
    """One side: what it came to with other values, and what it really came to; None where it has left.

    moved: places won (above nought) or lost with these values.
    """

    names: str
    rank: int | None
    total: int
    really_rank: int | None
    really_total: int
    moved: int


@dataclass(frozen=True)
class Recount:
    """One point table: rows and what they say, or the reasons why they cannot be told."""

    title: str
    verdict: str
    rows: list[Row]
    reasons: list[str]


@dataclass(frozen=True)
class Recounts:
    """same: who counts the cards as this session did, "" where nobody else does."""

    told: list[Recount]
    untold: list[Recount]
    same: str


def recounts_of(session: Session) -> Recounts:
    """Under every point table there is."""
    every, own = all_card_values(), session.scoring_rules
    played = VARIANTS.get(session.variant)
    others = [_recount(session, values) for values in every if not values.same_as(own)]
    same = [source for values in every if values.same_as(own) for source in values.sources]
    return Recounts(
        told=[recount for recount in others if not recount.reasons],
        untold=_together([recount for recount in others if recount.reasons]),
        same=_sources([source for source in same if source.variant is not played]),
    )


def _recount(session: Session, values: CardValues) -> Recount:
    title, really = _sources(values.sources), session.standings()
    try:
        instead = rescored(session.scoring_rules, values.rules, session.seat_facts(), session.round_facts())
    except CannotRescore as cannot:
        return Recount(title, "", [], [_reason(obstacle, session) for obstacle in cannot.obstacles])
    verdict = _verdict(_winners(session, really), _winners(session, instead))
    return Recount(title, verdict, _rows(session, really, instead), [])


def _together(untold: list[Recount]) -> list[Recount]:
    """Those with the same reasons as one."""
    titles: dict[tuple[str, ...], list[str]] = {}
    for recount in untold:
        titles.setdefault(tuple(recount.reasons), []).append(recount.title)
    return [Recount(listed(same), "", [], list(reasons)) for reasons, same in titles.items()]


def _rows(session: Session, really: list[Standing], instead: list[Standing]) -> list[Row]:
    before = {side.seats: side for side in really}
    return [_row(session, before[side.seats], side) for side in instead]


def _row(session: Session, really: Standing, instead: Standing) -> Row:
    return Row(
        names=_names(session, instead),
        rank=instead.rank,
        total=instead.total,
        really_rank=really.rank,
        really_total=really.total,
        moved=(really.rank or 0) - (instead.rank or 0),
    )


def _verdict(really: list[str], instead: list[str]) -> str:
    """ "Bo would have won, not Anna.", "Anna wins all the same."."""
    if really == instead:
        return _("%(names)s would have won all the same.", names=listed(instead))
    without = [name for name in really if name not in instead]
    if not without:
        return _("%(names)s would have won together.", names=listed(instead))
    if not set(instead) - set(really):
        return _("%(names)s would have won alone.", names=listed(instead))
    return _("%(names)s would have won, not %(others)s.", names=listed(instead), others=listed(without))


def _winners(session: Session, table: list[Standing]) -> list[str]:
    """Names, seats in order."""
    first = {seat for side in table if side.leads for seat in side.seats}
    return [seat.name for seat in session.seats if seat.id in first]


def _names(session: Session, side: Standing) -> str:
    return listed([seat.name for seat in session.seats if seat.id in side.seats])


def _sources(sources: tuple[Source, ...] | list[Source]) -> str:
    """ "Vandatta and Vändåtta", "Vatikan (house points)"."""
    return listed([_source(source) for source in sources])


def _source(source: Source) -> str:
    name = in_language(source.variant.name, current_language())
    if source.choice is None:
        return name
    return f"{name} ({in_language(source.choice.tonight or source.choice.name, current_language())})"


def _reason(obstacle: Obstacle, session: Session) -> str:
    """Why these values say nothing of this session."""
    if obstacle.code == "ranks":
        return _("Only how many cards were left is known, not which.")
    if obstacle.code == "typed":
        return ngettext(
            "The cards of %(num)d hand are not known.",
            "The cards of %(num)d hands are not known.",
            obstacle.count,
        )
    if obstacle.code == "start":
        return ngettext(
            "%(num)d player sat down with points of the old values.",
            "%(num)d players sat down with points of the old values.",
            obstacle.count,
        )
    cards = cards_in_words({obstacle.card_class: obstacle.count}, session)
    if obstacle.code == "unknown":
        return _("Left in hands: %(cards)s. They have no value there.", cards=cards)
    return _(
        "Left in hands: %(cards)s. The sheet keeps them together; there they cost differently.", cards=cards
    )
