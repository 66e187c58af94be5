"""How a session ended, as the sentences that the table reads and sends."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from models import Session
from views.wording.figures import day, number
from views.wording.hands import names_of, the_word
from views.wording.phrases import listed, words
from views.wording.story import story_in_words, story_of


def headline_of(session: Session) -> str:
    """Of a finished session: "Cara wins", "Anna and Bo win together", or that nothing was played."""
    names = [seat.name for seat in session.seats if seat.final_won]
    if not names:
        return _("Nothing was played")
    if len(names) == 1:
        return _("%(name)s wins", name=names[0])
    return _("%(names)s win together", names=listed(names))


def early_in_words(session: Session) -> str:
    """That the table stopped before its plan was played, if it did; or that nobody knows its rounds."""
    if session.summed:
        return _("Only the totals of this one are known.")
    played, planned = len(session.rounds), session.scoring_rules.rounds
    if not session.stopped or planned is None or played >= planned:
        return ""
    rounds = the_word(session, "rounds")
    return _(
        "The table stopped after %(played)d of %(planned)d %(words)s.",
        played=played,
        planned=planned,
        words=rounds,
    )


def message_of(session: Session) -> str:
    """The result as a message to the family chat."""
    name = words(session.wording.name)
    played = ngettext(
        "%(num)d %(word)s",
        "%(num)d %(words)s",
        len(session.rounds),
        word=the_word(session, "round"),
        words=the_word(session, "rounds"),
    )
    about = [name, day(session.night.date), *([] if session.summed else [played])]
    told = story_in_words(story_of(session), session)
    lines = [", ".join(about), f"{headline_of(session)}. {told}".strip()]
    for side in session.standings():
        rank = f"{side.rank}." if side.rank and session.rounds else "–"
        lines.append(f"{rank} {names_of(side.seats, session)} {score(side.total, session)}")
    return "\n".join(lines)


def score(total: int, session: Session) -> str:
    """A side's total at the end: points need no word, rounds won do."""
    if session.scoring_rules.counts_wins:
        return ngettext("%(num)d win", "%(num)d wins", total)
    return number(total)
