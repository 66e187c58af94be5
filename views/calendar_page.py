"""The nights as a calendar shows them, in the page's language."""

from __future__ import annotations

from flask import url_for
from flask_babel import gettext as _

from exchange.calendar_file import Event, calendar_file
from models import Group
from models.evenings import Evening, Game, evenings
from variants import VARIANTS
from views.pages import words
from views.wording import listed


def calendar_of(group: Group) -> str:
    return calendar_file(group.name, [_event(group, evening) for evening in evenings(group.id)])


def _event(group: Group, evening: Evening) -> Event:
    night = evening.night
    games = list(dict.fromkeys(_name(game) for game in evening.games))
    told = [_in_words(game) for game in evening.games]
    return Event(
        id=night.id,
        day=night.date,
        began=evening.began,
        ended=evening.ended,
        summary=f"{group.name}: {listed(games)}" if games else group.name,
        description="\n".join(filter(None, (*told, night.note))),
        location=night.place or "",
        address=url_for("nights.show", group_id=group.id, night_id=night.id, _external=True),
    )


def _in_words(game: Game) -> str:
    if not game.winners:
        return _name(game)
    won = _("won by %(names)s", names=listed(list(game.winners)))
    return f"{_name(game)}: {won}"


def _name(game: Game) -> str:
    """What the variant is called today; its key, where it is none of ours."""
    variant = VARIANTS.get(game.variant)
    return words(variant.name) if variant else game.variant
