"""The one sentence that tells how a session went."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import lazy_gettext

from game.analysis.story import Kind, Story
from game.analysis.story import story_of as story_from
from models import Session
from views.web.language import current_language
from views.wording.hands import names_of, the_word
from views.wording.phrases import Plural, Sentence

SENTENCES: dict[Kind, Sentence] = {
    Kind.LED_UNTIL_LAST: lazy_gettext("%(names)s led until %(last)s, then took %(points)d."),
    Kind.LED_BEFORE_LAST: lazy_gettext("%(names)s led before %(last)s, then took %(points)d."),
    Kind.BY_ONE_POINT: lazy_gettext("%(names)s won by a single point."),
    Kind.FROM_LAST_PLACE: lazy_gettext("%(names)s came from last place after %(round)s %(number)d."),
    Kind.DREW_LEVEL: lazy_gettext("%(names)s drew level with %(others)s in %(last)s."),
    Kind.LAST_ROUND: lazy_gettext("%(names)s pulled ahead in %(last)s."),
    Kind.LED_THROUGHOUT: lazy_gettext("%(names)s led from beginning to end."),
    Kind.LED_SINCE: lazy_gettext("%(names)s led from %(round)s %(number)d on."),
    Kind.ALL_LEVEL: lazy_gettext("Everybody finished level."),
    Kind.BY_POINTS: Plural(
        "%(names)s won by %(num)d point.", "%(names)s won by %(num)d points.", by="points"
    ),
}


def story_of(session: Session) -> Story | None:
    """What there is to tell of a finished session; None where nothing is, or where only totals are known."""
    if session.summed:
        return None
    return story_from(session.scoring_rules, session.seat_facts(), session.round_facts())


def lead_in_words(session: Session, since: int | None) -> str:
    """Since when the winners led, by the number of a round; "" where nobody knows."""
    if since is None:
        return ""
    kind = Kind.LAST_ROUND if 1 < since == len(session.rounds) else Kind.LED_SINCE
    winners = tuple(seat.id for seat in session.seats if seat.final_won)
    return story_in_words(Story(kind, winners, round=since), session)


def story_in_words(story: Story | None, session: Session) -> str:
    """ "Cara led until the last round, then took 114."; "" where there is no story."""
    if story is None:
        return ""
    values = {
        "names": names_of(story.side, session),
        "others": names_of(story.others, session),
        "number": story.round,
        "points": story.points,
        "round": the_word(session, "round"),
        "last": _last_round(session),
    }
    return str(SENTENCES[story.kind] % values)


def _last_round(session: Session) -> str:
    """ "the last round"; Swedish, "sista rundan", hangs its article on the word itself."""
    key = "the_round" if current_language() == "sv" else "round"
    return _("the last %(word)s", word=the_word(session, key))
