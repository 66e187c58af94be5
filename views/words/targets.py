"""Games that end when a total reaches a target, or that eliminate players there, in words."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _

from game.scoring.rules import Rules
from game.scoring.targets import is_tied_at_target, may_end_next, target
from models import Session
from views.web.language import current_language
from views.words.figures import number
from views.words.hands import the_word
from views.words.phrases import listed
from views.words.results import won_patterns


def missing_in_words(rules: Rules, points: str) -> str:
    """What a side lacks to the target: "17 to go", or "17 left" where nobody wants to get there."""
    if rules.higher_is_better:
        return _("%(points)s to go", points=points)
    return _("%(points)s left", points=points)


def elimination_in_words(session: Session, after: object) -> str:
    """ "out of the game in round 3". after: the number of the last round."""
    return _("out of the game in %(round)s %(number)s", round=the_word(session, "round"), number=after)


def way_in_words(goal: int, sides: str) -> str:
    """ "On the way to 100: Cara 83, Bo 64". sides: their names and totals."""
    return _("On the way to %(target)s: %(sides)s", target=number(goal), sides=sides)


def end_in_words(session: Session) -> str:
    """ "Last round?" if the next may end the game, "Tie: one more round" in a tie at the target, or ""."""
    rules, seats, rounds = session.rules_in_force, session.scored.seats, session.rounds
    if target(rules) is None:
        return ""
    if is_tied_at_target(rules, seats, rounds):
        return _tie(session)
    return _last_round_question(session) if may_end_next(rules, seats, rounds) else ""


def target_patterns(session: Session) -> dict[str, Any] | None:
    """The texts with which a phone follows such a game without a network (static/js/offline/target.js); None
    for other games.

    {points}, {number}, {sides}, {first} and {last} stand for what the phone fills in. won: see
    `won_patterns`.
    """
    rules = session.rules_in_force
    goal = target(rules)
    if goal is None:
        return None
    return {
        "missing": missing_in_words(rules, "{points}"),
        "eliminated": elimination_in_words(session, "{number}"),
        "way": way_in_words(goal, "{sides}"),
        "tie": _tie(session),
        "last": _last_round_question(session),
        "won": won_patterns(rules),
        "and": listed(["{first}", "{last}"]),
    }


def _tie(session: Session) -> str:
    return _("Tie: one more %(round)s", round=the_word(session, "round"))


def _last_round_question(session: Session) -> str:
    key = "the_round" if current_language() == "sv" else "round"
    return _("Last %(round)s?", round=the_word(session, key))
