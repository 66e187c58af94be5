"""Games that end when a total reaches a target, or that eliminate players there, in words."""

from __future__ import annotations

from typing import Any

from game.scoring.targets import target
from models import Session
from views.wording.phrases import listed
from views.wording.results import won_patterns


def target_patterns(session: Session) -> dict[str, Any] | None:
    """The texts with which a phone follows such a game without a network (static/js/offline/target.js); None
    for other games.

    won: see `won_patterns`. and: two names.
    """
    rules = session.rules_in_force
    if target(rules) is None:
        return None
    return {"won": won_patterns(rules), "and": listed(["{first}", "{last}"])}
