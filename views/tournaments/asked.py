"""What became of the names that this phone has written: it is told once, and is that player from then on."""

from __future__ import annotations

from collections.abc import Sequence

from flask import flash
from flask_babel import gettext as _

from models import Entrant, Tournament
from models.names import isolated
from views.web.phone import asks_in, belong_to, people_here, wait_for


def waiting(tournament: Tournament) -> Sequence[Entrant]:
    """Whoever of this phone has not been answered yet."""
    own = asks_in(tournament.id)
    return [entrant for entrant in tournament.asking if entrant.id in own]


def take_notice(tournament: Tournament) -> None:
    """Tell this phone what the umpire has said; whoever was let in is one of its people."""
    asked = asks_in(tournament.id)
    if not asked:
        return
    for entrant_id in asked:
        entrant = tournament.entrant(entrant_id)
        if entrant is None:
            flash(_("The umpire did not put you on the list. Ask at the umpire’s table."))
        elif entrant.player is not None:
            others = [each for each in people_here(tournament.group_id) if each != entrant.player.id]
            belong_to(tournament.group_id, [entrant.player.id, *others])
            flash(_("You are in. You play as %(name)s.", name=isolated(entrant.player.name)))
    wait_for(tournament.id, [entrant.id for entrant in waiting(tournament)])


def takes_part(tournament: Tournament) -> bool:
    """Whether somebody whose phone this is has been let in, or waits."""
    here = people_here(tournament.group_id)
    return any(entrant.player_id in here for entrant in tournament.playing) or bool(waiting(tournament))
