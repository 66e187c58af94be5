"""The nights as a calendar shows them, in the page's language."""

from __future__ import annotations

from collections.abc import Mapping

from flask import url_for
from flask_babel import gettext as _

from exchange.calendar_file import Event, calendar_file
from models import Group
from models.evenings import Evening, Game, evenings
from variants import VARIANTS
from views.pages import words
from views.wording import listed


def calendar_of(group: Group) -> str:
    """Every night of the group, up to a thousand: 0.1 ms each."""
    names = {key: words(variant.name) for key, variant in VARIANTS.items()}
    return calendar_file(group.name, [_event(group, evening, names) for evening in evenings(group.id)])


def _event(group: Group, evening: Evening, names: Mapping[str, str]) -> Event:
    """names: what the variants are called today; one that is none of ours has its key."""
    night = evening.night
    called = [names.get(game.variant, game.variant) for game in evening.games]
    games = list(dict.fromkeys(called))
    told = [_in_words(name, game) for name, game in zip(called, evening.games, strict=True)]
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


def _in_words(name: str, game: Game) -> str:
    if not game.winners:
        return name
    won = _("won by %(names)s", names=listed(list(game.winners)))
    return f"{name}: {won}"
