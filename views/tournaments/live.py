"""A page of an evening that follows along: with X-Fragment only what changes, a 304 while nothing is new."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import make_response, render_template
from flask.typing import ResponseReturnValue

from models import Tournament
from views.live.fragments import is_fragment, not_modified, nothing_new, told_live
from views.tournaments.board import EveningBoard
from views.tournaments.seen import SeenEvening
from views.tournaments.words import game_of
from views.web.access import tournament_of


def followed(
    seen: SeenEvening,
    page: str,
    part: str,
    about: Callable[[Tournament], dict[str, Any]],
    board: type[EveningBoard] = EveningBoard,
) -> ResponseReturnValue:
    """page, part: templates of the whole and of what changes. about: what else they show, of this phone."""
    if nothing_new(seen):
        return not_modified(seen)
    tournament = tournament_of(seen.group.id, seen.tournament_id)
    own = about(tournament)
    view = board(tournament, is_umpire=seen.is_umpire)
    template = part if is_fragment() else page
    html = render_template(template, view=view, seen=seen, game=game_of(tournament), **own)
    return told_live(make_response(html), seen)
