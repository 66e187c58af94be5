"""The players a group knows, to suggest while a table is set up, and the colours of all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.group import Group
from models.names import folded
from models.people.colours import Colours
from models.player import Player
from models.table.starting import remembered_players

MAX_OFFERED = 30


class KnownPlayers:
    """Players that can be suggested; empty if there is no group yet."""

    def __init__(self, group: Group | None) -> None:
        self.players = remembered_players(group) if group else []
        self.used_colours = [player.colour for player in group.players] if group else []

    def offered(self, names: Sequence[str]) -> list[tuple[Player, bool]]:
        """Recent players, each with whether it is one of these names; also those with a name here who are
        not recent.
        """
        seated = {folded(name) for name in names}
        players = [(player, folded(player.name) in seated) for player in self.players]
        return [(player, sits) for place, (player, sits) in enumerate(players) if sits or place < MAX_OFFERED]

    def colours(self, names: Iterable[str]) -> list[int]:
        """A colour for each name: the player's, or for a new name the colour that the player would get."""
        unused = Colours(self.used_colours)
        by_name: dict[str, int] = {}
        for player in self.players:
            by_name.setdefault(folded(player.name), player.colour)
        return [by_name.get(folded(name)) or unused.next() for name in names]
