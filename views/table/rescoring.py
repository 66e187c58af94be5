"""A finished session counted with other card values."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from flask import redirect, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.rescoring import CannotRescore, Obstacle, can_rescore, rescore
from game.rulebook.card_values import CardValues, CardValuesSource, all_card_values
from game.scoring.standings import Standing
from game.texts import in_language
from game.variants import VARIANTS
from models import Session
from views.table import bp
from views.web.access import reader, session_of
from views.web.addresses import session_url
from views.web.language import current_language
from views.words.hands import cards_in_words, name_of, the_word
from views.words.phrases import listed

MAX_HANDS = 4  # named in a reason


@bp.get("/rescoring")
def rescoring(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The result under other card values, beside the real one. A running session redirects to its table."""
    reader(group_id)
    session = session_of(group_id, session_id)
    if not session.is_finished:
        return redirect(session_url(session), 303)
    sessions = rescored_sessions(session)
    return render_template(
        "table/rescoring/show.html",
        rescored=[rescored for rescored in sessions if not rescored.reasons],
        titles_by_reasons=_titles_by_reasons(sessions),
        counts_alike=_same_values(session),
        applies=may_be_rescored(session),
    )


def may_be_rescored(session: Session) -> bool:
    """Whether another game's card values can be applied to these rules."""
    return any(can_rescore(session.rules, values.rules) for values in all_card_values())


class RescoredSession:
    """A session under another point table: its sides, or the reasons why it cannot be computed."""

    def __init__(self, session: Session, values: CardValues) -> None:
        self.session, self.title = session, _sources(values.sources)
        self.standings: list[Standing] = []
        self.reasons: tuple[str, ...] = ()
        facts = session.scored.seats, session.rounds
        try:
            self.standings = rescore(session.rules, values.rules, *facts)
        except CannotRescore as cannot:
            self.reasons = tuple(_reason(obstacle, session) for obstacle in cannot.obstacles)

    @property
    def verdict(self) -> str:
        """ "Bo would have won, not Anna.", "Anna would have won all the same."."""
        really, instead = self._leaders(self.session.standings()), self._leaders(self.standings)
        if really == instead:
            return _("%(names)s would have won all the same.", names=listed(instead))
        without = [name for name in really if name not in instead]
        if not without:
            return _("%(names)s would have won together.", names=listed(instead))
        if not set(instead) - set(really):
            return _("%(names)s would have won alone.", names=listed(instead))
        return _("%(names)s would have won, not %(others)s.", names=listed(instead), others=listed(without))

    @property
    def sides(self) -> list[tuple[Standing, Standing]]:
        """Each side's place under these values and its actual one."""
        really = {side.seats: side for side in self.session.standings()}
        return [(side, really[side.seats]) for side in self.standings]

    def _leaders(self, table: Iterable[Standing]) -> list[str]:
        """Names in seat order."""
        leaders = {seat for side in table if side.leads for seat in side.seats}
        return [seat.name for seat in self.session.seats if seat.id in leaders]


def rescored_sessions(session: Session) -> list[RescoredSession]:
    """The session under each other point table of a game with the same way of scoring."""
    rules = session.rules
    return [
        RescoredSession(session, values)
        for values in all_card_values()
        if can_rescore(rules, values.rules) and not values.same_as(rules)
    ]


def _same_values(session: Session) -> str:
    """Other variants with the same card values; "" without any."""
    played, rules = VARIANTS.get(session.variant), session.rules
    return _sources(
        [
            source
            for values in all_card_values()
            if can_rescore(rules, values.rules) and values.same_as(rules)
            for source in values.sources
            if source.variant is not played
        ]
    )


def _titles_by_reasons(sessions: Iterable[RescoredSession]) -> dict[tuple[str, ...], str]:
    """Titles of the tables that cannot be computed, grouped by reasons."""
    titles: dict[tuple[str, ...], list[str]] = {}
    for rescored in sessions:
        if rescored.reasons:
            titles.setdefault(rescored.reasons, []).append(rescored.title)
    return {reasons: listed(same_reasons) for reasons, same_reasons in titles.items()}


def _sources(sources: Iterable[CardValuesSource]) -> str:
    """ "Vandatta and Vändåtta", "Vatikan (house points)"."""
    return listed([_source(source) for source in sources])


def _source(source: CardValuesSource) -> str:
    name = in_language(source.variant.name, current_language())
    if source.choice is None:
        return name
    return f"{name} ({in_language(source.choice.tonight or source.choice.name, current_language())})"


def _reason(obstacle: Obstacle, session: Session) -> str:
    """Why these values cannot be applied to the session."""
    if obstacle.code == "ranks":
        return _("Only how many cards were left is known, not which.")
    if obstacle.code == "typed":
        return ngettext(
            "Only the points of %(num)d hand are known, not its cards: %(hands)s.",
            "Only the points of %(num)d hands are known, not their cards: %(hands)s.",
            obstacle.count,
            hands=_hands(obstacle, session),
        )
    if obstacle.code == "start":
        return ngettext(
            "%(num)d player sat down with points of the old values.",
            "%(num)d players sat down with points of the old values.",
            obstacle.count,
        )
    if obstacle.code == "bonus":
        return ngettext(
            "%(num)d player has bonus or penalty points of the old values.",
            "%(num)d players have bonus or penalty points of the old values.",
            obstacle.count,
        )
    cards = cards_in_words({obstacle.card_class: obstacle.count}, session)
    if obstacle.code == "mixed":
        return _(
            "Left in hands: %(cards)s. Which ones is not known, and there they differ in value.", cards=cards
        )
    return _("Left in hands: %(cards)s. They have no value there.", cards=cards)


def _hands(obstacle: Obstacle, session: Session) -> str:
    """ "Bo in round 1, Cara in round 2 and 7 more"."""
    hands = [
        _(
            "%(name)s in %(round)s %(number)d",
            name=name_of(seat, session),
            round=the_word(session, "round"),
            number=number,
        )
        for number, seat in obstacle.hands[:MAX_HANDS]
    ]
    more = obstacle.count - len(hands)
    if not more:
        return listed(hands)
    return f"{', '.join(hands)} {ngettext('and %(num)d more', 'and %(num)d more', more)}"
