"""Bonus and penalty points in words."""

from __future__ import annotations

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import ngettext

from game.scoring.rules import Rules
from models import Session
from views.words.hands import name_of, the_word

MOST_IN_NOTES = 4


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


def adjustments_in_words(session: Session) -> list[str]:
    """A sentence for each of the first few of a session, and how many more there are."""
    sentences = list(_sentences(session))
    more = len(sentences) - MOST_IN_NOTES
    if more <= 0:
        return sentences
    return [*sentences[:MOST_IN_NOTES], ngettext("and %(num)d more", "and %(num)d more", more)]


def _sentences(session: Session) -> Iterator[str]:
    added = [(each, seat) for seat in session.sheet.seats for each in seat.adjustments]
    for each, seat in sorted(added, key=lambda pair: pair[0].after):
        name = name_of(seat.id, session)
        words = adjustment_in_words(name, each.points, each.reason, session.rules)
        yield f"{words}, {moment_in_words(each.after, session)}"
