"""Bonus and penalty points in words."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from game.scoring.facts import Adjustment, SeatId
from game.scoring.rules import Rules
from models import Session
from views.words.hands import name_of, the_word

MAX_IN_NOTES = 4


def adjustment_in_words(name: str, points: int, reason: str, rules: Rules) -> str:
    """ "Bo: 10 penalty points, “forgot to say last card”"."""
    if rules.is_bonus(points):
        return ngettext(
            "%(name)s: %(num)d bonus point, “%(reason)s”",
            "%(name)s: %(num)d bonus points, “%(reason)s”",
            abs(points),
            name=name,
            reason=reason,
        )
    return ngettext(
        "%(name)s: %(num)d penalty point, “%(reason)s”",
        "%(name)s: %(num)d penalty points, “%(reason)s”",
        abs(points),
        name=name,
        reason=reason,
    )


def moment_in_words(after: int, session: Session) -> str:
    """ "after round 3", or "before the first round"."""
    if not after:
        return _("before %(round)s %(number)d", round=the_word(session, "round"), number=1)
    return _("after %(round)s %(number)d", round=the_word(session, "round"), number=after)


def adjustment_with_moment(adjustment: Adjustment, seat_id: SeatId, session: Session) -> str:
    """ "Bo: 10 penalty points, “forgot to say last card”, after round 3"."""
    name = name_of(seat_id, session)
    words = adjustment_in_words(name, adjustment.points, adjustment.reason, session.rules)
    return f"{words}, {moment_in_words(adjustment.after, session)}"


def adjustments_in_words(session: Session) -> list[str]:
    """A sentence for each of the first few of a session, and how many more there are."""
    adjustments = [(each, seat.id) for seat in session.sheet.seats for each in seat.adjustments]
    adjustments.sort(key=lambda pair: pair[0].after)
    sentences = [adjustment_with_moment(each, seat_id, session) for each, seat_id in adjustments]
    more = len(sentences) - MAX_IN_NOTES
    if more <= 0:
        return sentences
    return [*sentences[:MAX_IN_NOTES], ngettext("and %(num)d more", "and %(num)d more", more)]
