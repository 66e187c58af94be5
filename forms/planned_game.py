"""A game that nobody has started, as an address tells it: `variant=derange&name=Anna&name=Bo&first=1`.

A sheet of paper and the page that takes it in need no session: the address says who sits where clockwise,
who deals first (`first`, a place counted from 0), the options that the table chose, and perhaps teams.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from forms.asked_options import asked_options, written
from forms.fields import counted
from forms.names import name_problem
from models.names import tidy
from models.player import same_name
from models.table.starting import Setup
from scoring.pack import pack_problem
from variants import VARIANTS, IllegalOption, Variant

MOST_NAMES = 20
LONGEST_NAME = 400
TEAM_LENGTH = 40


def query_of(setup: Setup) -> dict[str, Any]:
    """The game as an address tells it; what is as usual is left out."""
    teams = list(setup.teams)
    usual = setup.variant.defaults(len(setup.names))
    chosen = {key: written(value) for key, value in setup.options.items() if value != usual.get(key)}
    return {
        "variant": setup.variant.key,
        "name": [str(name) for name in setup.names],
        **({"team": teams} if teams else {}),
        "first": setup.first_dealer,
        **chosen,
    }


def planned_game(sent: MultiDict[str, str], language: str) -> Setup | None:
    """The game that an address tells; None where it is none that could be dealt."""
    variant = VARIANTS.get(sent.get("variant", ""))
    names = [tidy(name[:LONGEST_NAME]) for name in sent.getlist("name")[:MOST_NAMES]]
    first = counted(sent.get("first", "0"), most=len(names) - 1)
    if variant is None or not _are_names(names) or first is None:
        return None
    asked = asked_options(variant, sent, language)
    teams = [tidy(team)[:TEAM_LENGTH] for team in sent.getlist("team")[: len(names)]]
    if asked.problems or (teams and len(teams) != len(names)):
        return None
    if not _can_be_dealt(variant, asked.given, len(names)):
        return None
    return Setup(variant, asked.given, names, first, teams)


def _are_names(names: Sequence[str]) -> bool:
    twins = any(same_name(name, other) for place, name in enumerate(names) for other in names[:place])
    return not twins and not any(name_problem(name) for name in names)


def _can_be_dealt(variant: Variant, options: dict[str, Any], players: int) -> bool:
    try:
        problem = pack_problem(variant.rules(options, players), players)
    except IllegalOption:
        return False
    return problem is None or not problem.impossible
