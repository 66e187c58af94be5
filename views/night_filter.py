"""Which nights a list shows: what the address asks for, what could be asked, and how it is told.

    /groups/<g>/nights?player=<id>&variant=derange&year=2026&before=<night>

What the group knows nothing of counts as not asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request

from models import Group, Night, Player
from models.history import NightFilter, variants_of, years_of
from models.names import isolated
from views.access import night_named
from views.selection import variant_name


@dataclass(frozen=True)
class AskedNights:
    """args: what is asked for, without the place to go on from. words: the same as it is told, "" for all."""

    wanted: NightFilter
    before: Night | None
    args: Mapping[str, str]
    words: str
    players: list[Player]
    variants: list[tuple[str, str]]
    years: list[int]


def night_filter(group: Group) -> AskedNights:
    """What this page's address asks for."""
    players = sorted(group.players, key=lambda player: player.name.casefold())
    variants = [(key, variant_name(key)) for key in variants_of(group.id)]
    years = years_of(group.id)
    player = next((p for p in players if str(p.id) == request.args.get("player")), None)
    variant = next((pair for pair in variants if pair[0] == request.args.get("variant")), None)
    year = next((year for year in years if str(year) == request.args.get("year")), None)
    asked = {
        "player": (str(player.id), isolated(player.name)) if player else None,
        "variant": variant,
        "year": (str(year), str(year)) if year else None,
    }
    return AskedNights(
        wanted=NightFilter(player.id if player else None, variant[0] if variant else None, year),
        before=night_named(group.id, request.args.get("before")),
        args={name: pair[0] for name, pair in asked.items() if pair},
        words=", ".join(pair[1] for pair in asked.values() if pair),
        players=players,
        variants=variants,
        years=years,
    )
