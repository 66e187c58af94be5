"""Which shape a disc has and how a line is dashed, where several people of a page share a colour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Flask, g

from models.people.colours import shapes
from models.player import Player


def register(app: Flask) -> None:
    app.jinja_env.globals.update(shape_of=shape_of, tell_apart=tell_apart)


def tell_apart(players: Iterable[Player]) -> str:
    """Give these people different shapes on the page that is being rendered. Renders nothing.

    In the order the group met them, so that ranks change nothing. At a table the order is that of its seats,
    and nobody has to ask.
    """
    g.shapes = shapes(sorted(players, key=lambda player: player.id))
    return ""


def shape_of(player: Any) -> int:
    """0 a disc, 1 a ring, 2 a square. player: a Player, or a name and colour of somebody not known yet."""
    if "shapes" not in g:
        g.shapes = shapes(seat.player for seat in g.session.seats) if "session" in g else {}
    return int(g.shapes.get(getattr(player, "id", None), 0))
