"""What is asked of a sheet before it is saved, in words."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from forms.sheet_reading import Doubt
from models import Session
from views.wording import listed, name_of, oddity_in_words, the_word


def doubts_in_words(doubts: Sequence[Doubt], session: Session) -> list[str]:
    return [_doubt(doubt, session) for doubt in doubts]


def line_word(session: Session, number: int) -> str:
    """ "Round 6"."""
    return _("%(round)s %(number)d", round=the_word(session, "Round"), number=number)


def _doubt(doubt: Doubt, session: Session) -> str:
    name, numbers = name_of(doubt.seat, session), doubt.numbers
    if doubt.odd is not None:
        asked = oddity_in_words(doubt.odd, session, session.scoring_rules)
        return f"{line_word(session, numbers[0])}: {asked}"
    these = _these(session, numbers)
    if doubt.code == "nobody_out":
        return _("Nobody is marked as out in %(rounds)s.", rounds=these)
    if doubt.code == "late":
        return ngettext(
            "%(name)s has nothing before %(round)s %(number)d: sat down then, with %(num)d point?",
            "%(name)s has nothing before %(round)s %(number)d: sat down then, with %(num)d points?",
            doubt.points,
            name=name,
            round=the_word(session, "round"),
            number=numbers[0],
        )
    if doubt.code == "left":
        return _(
            "%(name)s has nothing in %(rounds)s: left the table, without a place?", name=name, rounds=these
        )
    if doubt.code == "missed":
        return _("%(name)s has nothing in %(rounds)s: did not play then?", name=name, rounds=these)
    return _(
        "%(count)d of %(total)d %(rounds)s are there. Did the table stop then?",
        count=len(numbers),
        total=doubt.points,
        rounds=the_word(session, "rounds"),
    )


def _these(session: Session, numbers: Sequence[int]) -> str:
    """ "round 3", "rounds 3 to 7", "rounds 2, 5 and 8"."""
    if len(numbers) == 1:
        return _("%(round)s %(number)d", round=the_word(session, "round"), number=numbers[0])
    words = the_word(session, "rounds")
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:  # noqa: PLR2004
        return _("%(rounds)s %(first)d to %(last)d", rounds=words, first=numbers[0], last=numbers[-1])
    return f"{words} {listed([str(number) for number in numbers])}"
